"""The way to the broker: MQTT 5 through paho, which keeps a thread of its own and comes back by itself."""

from __future__ import annotations

import logging
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from firmware_host.fleet.settings import Broker

KEEPALIVE_S = 15
SOONEST_S, LATEST_S = 1, 30
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Will:
    """What the broker tells all others when this one is gone."""

    topic: str
    payload: bytes


@dataclass(frozen=True)
class Calls:
    """Who is told what; all from paho's thread. `done` gets a message's number and whether the broker took it."""

    joined: Callable[[], None] = lambda: None
    parted: Callable[[], None] = lambda: None
    done: Callable[[int, bool], None] = lambda number, taken: None
    heard: Callable[[MQTTMessage], None] = lambda message: None


@dataclass(frozen=True)
class Manners:
    """How a client is known to the broker and what it may be sent at once.

    `remembered_s`: so long the broker keeps what it could not deliver. `acknowledges`: the broker is told with
    `Link.keep` that a message is kept, not as soon as it has come.
    """

    name: str
    remembered_s: int = 0
    most_at_once: int = 100
    largest: int = 262_144
    acknowledges: bool = False
    subscriptions: tuple[str, ...] = ()
    soonest_s: float = SOONEST_S
    latest_s: float = LATEST_S
    keepalive_s: int = KEEPALIVE_S


@dataclass
class Link:
    """Joined to the broker, or on the way there."""

    broker: Broker
    manners: Manners
    calls: Calls
    will: Will | None = None
    trouble: str = ""
    """Why the broker does not let this one in, or can't be reached."""

    connected: threading.Event = field(default_factory=threading.Event)
    _client: Client = field(init=False)
    _leaving: bool = False

    def __post_init__(self) -> None:
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=self.manners.name,
            protocol=MQTTProtocolVersion.MQTTv5,
            manual_ack=self.manners.acknowledges,
        )
        client.reconnect_delay_set(self.manners.soonest_s, self.manners.latest_s)  # type: ignore[arg-type]  # seconds
        client.max_inflight_messages_set(self.manners.most_at_once)
        client.on_connect = self._joined
        client.on_connect_fail = self._failed
        client.on_disconnect = self._parted
        client.on_publish = self._done
        client.on_message = lambda client, data, message: self.calls.heard(message)
        if self.will is not None:
            client.will_set(self.will.topic, self.will.payload, qos=1, retain=True)
        self._client = client

    def start(self) -> None:
        """Be on the way; what does not work yet is tried again until `stop`. Raises OSError where a file is missing."""
        broker = self.broker
        if broker.tls:
            self._client.tls_set_context(_context(broker))
        if broker.user:
            password = Path(broker.password_file).read_text(encoding="utf-8").strip() if broker.password_file else None
            self._client.username_pw_set(broker.user, password)
        wishes = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        wishes.SessionExpiryInterval = self.manners.remembered_s
        wishes.ReceiveMaximum = self.manners.most_at_once
        wishes.MaximumPacketSize = self.manners.largest
        self._client.connect_async(
            broker.host,
            broker.door,
            self.manners.keepalive_s,
            clean_start=self.manners.remembered_s == 0,
            properties=wishes,
        )
        self._client.loop_start()

    def stop(self) -> None:
        """Tell the broker that this is meant, and end."""
        self._leaving = True
        self._client.disconnect()
        self._client.loop_stop()
        self.connected.clear()

    def publish(self, topic: str, payload: bytes, retain: bool = False) -> int | None:
        """Hand a message over; its number, or None where there is no broker now."""
        if not self.connected.is_set():
            return None
        said = self._client.publish(topic, payload, qos=1, retain=retain)
        # Where the line broke this very moment, paho keeps the message and sends it with the next connection.
        return said.mid if said.rc in (MQTTErrorCode.MQTT_ERR_SUCCESS, MQTTErrorCode.MQTT_ERR_NO_CONN) else None

    def keep(self, message: MQTTMessage) -> None:
        """That message is safe here."""
        self._client.ack(message.mid, message.qos)

    def _joined(
        self, client: Client, data: Any, flags: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._say(str(reason))
            return
        self.trouble = ""
        if self.manners.subscriptions:
            # Retained messages come also after a reconnection: what was told meanwhile is the newest there.
            options = SubscribeOptions(qos=1)
            client.subscribe([(topic, options) for topic in self.manners.subscriptions])
        self.connected.set()
        self.calls.joined()

    def _failed(self, client: Client, data: Any) -> None:
        self._say("unreachable")

    def _parted(
        self, client: Client, data: Any, flags: DisconnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        was_in = self.connected.is_set()
        self.connected.clear()
        if not self._leaving and (was_in or not self.trouble):
            self._say(str(reason))
        if was_in:
            self.calls.parted()

    def _done(self, client: Client, data: Any, number: int, reason: ReasonCode, properties: Properties | None) -> None:
        self.calls.done(number, not reason.is_failure)

    def _say(self, trouble: str) -> None:
        """Each trouble once, not with every attempt."""
        if trouble != self.trouble:
            self.trouble = trouble
            _log.warning("MQTT %s:%s: %s", self.broker.host, self.broker.door, trouble)


def _context(broker: Broker) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=broker.ca or None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if broker.certificate:
        context.load_cert_chain(broker.certificate, broker.key or None)
    return context
