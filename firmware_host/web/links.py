"""Links for phones: who has the link of a place speaks for whoever sits there."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

TOKEN_BYTES = 18


class Links:
    """An unguessable link for each place of the mat."""

    def __init__(self, places: int = 0) -> None:
        self._tokens: dict[int, str] = {}
        self.give(places)

    def give(self, places: int) -> bool:
        """See that so many places have one; says whether any is new."""
        new = [place for place in range(1, places + 1) if place not in self._tokens]
        self._tokens.update({place: secrets.token_urlsafe(TOKEN_BYTES) for place in new})
        return bool(new)

    def renew(self) -> None:
        """Other people sit down: the links of those before are worth nothing."""
        places, self._tokens = len(self._tokens), {}
        self.give(places)

    def place(self, token: str) -> int | None:
        """Whose link that is."""
        given = token.encode()
        found = None
        for place, own in self._tokens.items():
            if hmac.compare_digest(own.encode(), given):
                found = place
        return found

    def all(self) -> Mapping[int, str]:
        return {place: f"/seat/{token}" for place, token in self._tokens.items()}
