"""What a screen may know of the situation, as plain data; nobody's secrets are in anybody else's view."""

from firmware_host.web.views.audience import Audience
from firmware_host.web.views.build import Extras, view

__all__ = ["Audience", "Extras", "view"]
