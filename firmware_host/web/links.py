"""Links for phones: who has the link of a place speaks for whoever sits there, until other people do."""

from __future__ import annotations

import hmac
import json
import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware_host.steward.situation import Situation
from firmware_host.web.pins import write_private
from firmware_host.words import LANGUAGES

TOKEN_BYTES = 18
FILE = "seats.json"
LONGEST_AGE_S = 12 * 3600
"""Links that nobody used for so long, as over night, are those of other people."""

MOST_PLACES = 10
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Phone:
    """What is kept for a place: its link's token, the language of its phone, and how whoever sits there is called.

    `language` and `name` are "" where nothing was chosen.
    """

    token: str
    language: str = ""
    name: str = ""


class Links:
    """The phones of the mat's places. They are kept in a folder, so that they last when the plug is pulled."""

    def __init__(self, folder: Path, places: int, now_s: float) -> None:
        self._file = folder / FILE
        self._phones: dict[int, Phone] = {}
        self._phones = _kept(self._file, now_s)
        self.see_that_there_are(places)

    def see_that_there_are(self, places: int) -> bool:
        """That so many places have a link; says whether any is new."""
        new = [place for place in range(1, min(places, MOST_PLACES) + 1) if place not in self._phones]
        self._phones.update({place: _new() for place in new})
        if new:
            self._keep()
        return bool(new)

    def renew(self) -> None:
        """Other people sit down: the links of those before are worth nothing, and so are their names."""
        self._phones = {place: _new() for place in self._phones}
        self._keep()

    def place(self, token: str) -> int | None:
        """Whose link that is."""
        given = token.encode("utf-8", "replace")
        found = None
        for place, phone in self._phones.items():
            if hmac.compare_digest(phone.token.encode(), given):
                found = place
        return found

    def phone(self, place: int) -> Phone:
        return self._phones[place]

    def change(self, place: int, **changes: str) -> None:
        """Another language or name for that place."""
        self._phones[place] = replace(self._phones[place], **changes)
        self._keep()

    def all(self) -> Mapping[int, str]:
        """The path of each place's page."""
        return {place: f"/seat/{phone.token}" for place, phone in self._phones.items()}

    def _keep(self) -> None:
        kept = {str(place): vars(phone) for place, phone in self._phones.items()}
        try:
            write_private(self._file, json.dumps(kept).encode())
        except OSError as error:
            # They hold until the program ends.
            _log.warning("the phones' links could not be kept: %s", error)


def _new() -> Phone:
    return Phone(secrets.token_urlsafe(TOKEN_BYTES))


def _kept(file: Path, now_s: float) -> dict[int, Phone]:
    try:
        if not 0 <= now_s - file.stat().st_mtime <= LONGEST_AGE_S:
            return {}
        kept: Any = json.loads(file.read_text(encoding="utf-8"))
        phones = {int(place): Phone(**phone) for place, phone in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
    good = all(1 <= place <= MOST_PLACES and _is_good(phone) for place, phone in phones.items())
    return phones if good else {}


def _is_good(phone: Phone) -> bool:
    texts = isinstance(phone.token, str) and isinstance(phone.name, str)
    return texts and len(phone.token) >= TOKEN_BYTES and phone.language in ("", *LANGUAGES)


def names_kept(folder: Path, names: tuple[str, ...], now_s: float) -> tuple[str, ...]:
    """These names of places, but as those who sit there called themselves before the program was started again."""
    phones = _kept(folder / FILE, now_s)
    named = tuple(phones[place].name or name if place in phones else name for place, name in enumerate(names, 1))
    return named if len(set(named)) == len(named) else names


def others_sit_down(before: Situation | None, now: Situation) -> bool:
    """Whether a match is over, or given up, and the next one, if there is one, has seats that it had not."""
    old = None if before is None else before.match
    if old is None or (now.match is not None and now.match.header is old.header):
        return False
    return now.match is None or (not set(now.match.header.seats) <= set(old.header.seats) and bool(old.record()))
