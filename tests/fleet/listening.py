"""Somebody who listens to everything at a broker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import jsonschema
from paho.mqtt.client import MQTTMessage

from firmware_host.fleet.checking import schema
from firmware_host.fleet.link import Calls, Link, Manners
from firmware_host.fleet.settings import Broker
from firmware_host.fleet.topics import AGAIN, EVENTS, KINDS, heard
from tests.fleet.brokers import wait_for

SOON = {"soonest_s": 0.05, "latest_s": 0.1}


def check(what: str, message: object) -> None:
    """By another reader of the schemas than the program's own."""
    said = schema(what)
    jsonschema.Draft7Validator.check_schema(said)
    jsonschema.Draft7Validator(said).validate(message)


@dataclass
class Listener:
    """Hears all messages of a prefix; each is checked against its schema."""

    broker: Broker
    name: str = "listener"
    messages: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def start(self) -> Listener:
        topics = (f"{self.broker.prefix}/v1/#", "homeassistant/#")
        manners = Manners(self.name, remembered_s=600, subscriptions=topics, **SOON)  # type: ignore[arg-type]
        self.link = Link(self.broker, manners, Calls(heard=self._hear))
        self.link.start()
        wait_for(self.link.connected.is_set, why=f"{self.link.trouble}")
        return self

    def stop(self) -> None:
        self.link.stop()

    def tell(self, topic: str, message: Mapping[str, object]) -> None:
        assert self.link.publish(topic, json.dumps(message).encode()) is not None

    def _hear(self, message: MQTTMessage) -> None:
        said = json.loads(message.payload)
        of = heard(self.broker.prefix, message.topic)
        if of is not None:
            try:
                check(KINDS[said["kind"]] if of.what == AGAIN else of.what, said)
            except (jsonschema.ValidationError, KeyError) as error:
                self.wrong.append(f"{message.topic}: {error}")
        self.messages.append((message.topic, said))

    def of(self, what: str) -> list[dict[str, Any]]:
        """All that was told under a topic that ends so."""
        return [said for topic, said in [*self.messages] if topic.rpartition("/")[2] == what]

    def events(self) -> list[dict[str, Any]]:
        """What happened, as it came."""
        return [said for topic, said in [*self.messages] if topic.rpartition("/")[2] in EVENTS]

    def numbers(self) -> list[int]:
        return [event["seq"] for event in self.events()]
