"""What keeps an update from being made."""

from __future__ import annotations

from firmware_host.errors import DroverError


class UpdateError(DroverError):
    """Why there is no update: a reason of the texts `update.no.…`, and facts. Nothing has changed when it is raised."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts
