"""Who is asking: the screen at the table, a phone with its seat's link, whoever gave the PIN, or anybody.

And whether a browser asks on behalf of this table's own pages: another site may neither post here nor, by giving
its name this machine's address, read here.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

SESSION = "drover_referee"
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
SAFE = ("GET", "HEAD")


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
    found = _address(address)
    return found is not None and found.is_loopback


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address; one of IPv4 that came in over a socket of both is one of IPv4."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def is_attached(request: HTTPConnection) -> bool:
    """Whether it comes from this very machine, asking for this very machine, and nobody passed it on."""
    client, host = request.client, host_of(request.headers.get("host", ""))
    direct = host in LOOPBACK and not any(name in request.headers for name in FORWARDED)
    return direct and client is not None and is_loopback(client.host)


def own_names() -> tuple[str, ...]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local")


class Hosts:
    """The names under which this table may be asked for; `names` are further ones, as configured."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(name.lower().rstrip(".") for name in (*names, *own_names()))

    def knows(self, request: HTTPConnection) -> bool:
        """Whether the Host header names this table. A name of somebody else's may have been given our address."""
        hosts = request.headers.getlist("host")
        host = host_of(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            return False
        server = str((request.scope.get("server") or ("", 0))[0])
        if host in LOOPBACK:
            return is_loopback(server)
        return host in self._names or _same_address(host, server)


def host_of(header: str) -> str | None:
    """The host without its port; None for what is no host.

    >>> host_of("Table.local:8080"), host_of("[::1]:80"), host_of("a@b"), host_of("")
    ('table.local', '::1', None, None)
    """
    try:
        parts = urlsplit(f"//{header}")
        _ = parts.port
    except ValueError:
        return None
    plain = parts.hostname is not None and parts.username is None and not parts.path and not parts.query
    return (parts.hostname or "").rstrip(".") or None if plain and not parts.fragment else None


def _same_address(host: str, server: str) -> bool:
    found = _address(host)
    return found is not None and found == _address(server)


def is_own_page(request: HTTPConnection) -> bool:
    """Whether no other site has a part in it: what changes something must come from a page of this table."""
    origins = request.headers.getlist("origin")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if request.scope["method"] in SAFE:
        # A link from elsewhere may lead here; a page from elsewhere may not hold streams open.
        elsewhere = site in ("cross-site", "same-site") and request.headers.get("sec-fetch-mode") != "navigate"
        return not elsewhere and all(_is_own(origin, request) for origin in origins)
    return len(origins) == 1 and _is_own(origins[0], request)


def _is_own(origin: str, request: HTTPConnection) -> bool:
    return origin.lower() in {f"{scheme}://{request.headers.get('host', '').lower()}" for scheme in ("http", "https")}
