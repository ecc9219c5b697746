"""Who is asking: the screen at the table, a phone with its seat's link, whoever gave the PIN, or anybody."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

from starlette.requests import Request

SESSION = "drover_referee"
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@dataclass(frozen=True)
class Visitor:
    """`attached`: the table's own screen; `referee`: gave the PIN; `place`: has the link of that place of the mat."""

    attached: bool = False
    referee: bool = False
    place: int = 0

    @property
    def trusted(self) -> bool:
        return self.attached or self.referee


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_attached(request: Request) -> bool:
    """Whether it comes from this very machine, and nobody passed it on."""
    client = request.client
    return client is not None and is_loopback(client.host) and not any(name in request.headers for name in FORWARDED)
