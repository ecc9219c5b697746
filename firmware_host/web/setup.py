"""What the set-up page asks for."""

from __future__ import annotations

from firmware_host.web.routes import Route

ROUTES: tuple[Route, ...] = ()
