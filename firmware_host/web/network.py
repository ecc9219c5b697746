"""Where in the network this machine is."""

from __future__ import annotations

import socket

from firmware_host.web.guard import is_loopback

SOMEWHERE = ("192.0.2.1", 9)
"""An address that is nobody's. Nothing is sent to it: the system only says over which of its own it would go."""


def address_of_this_machine() -> str | None:
    """The address under which others in the network reach it; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if is_loopback(address) else address
