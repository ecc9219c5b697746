"""Which broker a table or a chain's page is joined to, and how."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Broker:
    """Where the broker is and how one is let in. Passwords stand in files, never in the configuration."""

    host: str = ""
    port: int = 0
    prefix: str = "drover"
    tls: bool = True
    ca: str = ""
    certificate: str = ""
    key: str = ""
    user: str = ""
    password_file: str = ""

    @property
    def door(self) -> int:
        """The port, which by custom follows from TLS."""
        return self.port or (8883 if self.tls else 1883)


@dataclass(frozen=True)
class FleetConfig:
    """What a table tells, and whom; without a broker nothing."""

    broker: Broker = Broker()
    table: str = ""
    name: str = ""
    home_assistant: bool = False
    discovery: str = "homeassistant"

    @property
    def wanted(self) -> bool:
        return bool(self.broker.host)


@dataclass(frozen=True)
class ChainConfig:
    """How the chain's page is served, and where it keeps what it hears."""

    name: str = "chain"
    address: str = "127.0.0.1"
    port: int = 8090
    store: str = ""
    pin_file: str = ""
    keep_days: int = 400
