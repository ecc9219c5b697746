"""A deck learned at the camera, card by card: laid on the mat, looked at, named where it is not surely read, kept."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from firmware_host.decks import deck_file, load_deck
from firmware_host.errors import UserError
from firmware_host.web.setup_toml import replace_file
from firmware_host.words import Words
from vision.deck import BACK, Deck
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.frame import Frame, Picture
from vision.learn import Doubt, learn_many, learn_single, shown_in

MOST_DOUBTS = 60
Json = dict[str, object]


@dataclass(frozen=True, eq=False)
class Learned:
    """How far it has come: the deck, what is to be named, what the last picture taught."""

    file: Path
    deck: Deck
    doubts: dict[int, Doubt] = field(default_factory=dict)
    newest: tuple[str, ...] = ()
    numbers: int = 0
    saved: bool = True


class Learning:
    """One deck at a time. All of it takes moments and is asked for from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._learned: Learned | None = None

    def begin(self, name: str, game: str, words: Words) -> None:
        """A new deck, or one that is known and gets better."""
        with self._lock:
            file = deck_file(name, words)
            deck = load_deck(file, name, words) if file.exists() else Deck(name, game, {})
            if deck.game != game:
                raise UserError(words.say("deck.other_game", deck=name, game=deck.game))
            self._learned = Learned(file, deck)

    def take(self, frame: Frame, card: str | None, words: Words) -> None:
        """Learn what lies there: that card alone, or all that are surely read."""
        with self._lock:
            learned = self._begun(words)
            eyes = Eyes(learned.deck.game, learned.deck)
            try:
                deck, found = _taught(learned.deck, frame.picture, card, eyes)
            except VisionError as error:
                cards = error.facts.get("cards", 0)
                raise UserError(words.say("screen.setup.deck.one_card", cards=cards)) from None
            newest = tuple(name for name in deck.cards if deck.cards[name] is not learned.deck.cards.get(name))
            numbered = dict(enumerate(found, learned.numbers + 1))
            doubts = dict([*learned.doubts.items(), *numbered.items()][-MOST_DOUBTS:])
            numbers = learned.numbers + len(found)
            self._learned = Learned(learned.file, deck, doubts, newest, numbers, learned.saved and not newest)

    def name(self, doubt: int, card: str | None, words: Words) -> None:
        """That card is this one; None: it is not to be learned."""
        with self._lock:
            learned = self._begun(words)
            doubts = dict(learned.doubts)
            shown = doubts.pop(doubt, None)
            if shown is None:
                return
            deck = learned.deck if card is None else learned.deck.with_card(card, shown.sample)
            newest = () if card is None else (card,)
            saved = learned.saved and card is None
            self._learned = Learned(learned.file, deck, doubts, newest, learned.numbers, saved)

    def save(self, words: Words) -> None:
        with self._lock:
            learned = self._begun(words)
            if not learned.deck.cards:
                raise UserError(words.say("screen.setup.deck.nothing"))
            try:
                learned.file.parent.mkdir(parents=True, exist_ok=True)
                replace_file(learned.file, learned.deck.as_bytes())
            except OSError as error:
                why = error.strerror or str(error)
                raise UserError(words.say("screen.setup.not_written", why=why)) from None
            self._learned = Learned(learned.file, learned.deck, learned.doubts, (), learned.numbers)

    def end(self) -> None:
        with self._lock:
            self._learned = None

    def _begun(self, words: Words) -> Learned:
        if self._learned is None:
            raise UserError(words.say("screen.setup.deck.begin_first"))
        return self._learned

    def sample(self, name: str) -> bytes | None:
        """A card as the deck has it, or, by its number, one that is to be named; as a JPEG."""
        learned = self._learned
        if learned is None:
            return None
        picture: Picture | None = learned.deck.cards.get(name)
        if name.isdecimal() and name.startswith("0"):
            doubt = learned.doubts.get(int(name))
            picture = None if doubt is None else doubt.sample
        if picture is None:
            return None
        return bytes(cv2.imencode(".jpg", picture)[1].tobytes())

    def as_json(self, words: Words) -> Json | None:
        learned = self._learned
        if learned is None:
            return None
        deck = learned.deck
        missing = [name for name in deck.missing if name != BACK]
        return {
            "name": deck.name,
            "game": deck.game,
            "known": [{"card": name, "label": label(name, words)} for name in deck.cards],
            "missing": [{"card": name, "label": label(name, words)} for name in missing],
            "back": BACK in deck.cards,
            "newest": [label(name, words) for name in learned.newest],
            "doubts": [
                {"number": number, "maybe": [{"card": name, "label": label(name, words)} for name in doubt.maybe[:3]]}
                for number, doubt in learned.doubts.items()
            ],
            "saved": learned.saved,
        }


def _taught(deck: Deck, picture: Picture, card: str | None, eyes: Eyes) -> tuple[Deck, list[Doubt]]:
    if card is not None:
        return learn_single(deck, card, picture, eyes), []
    return learn_many(deck, shown_in(picture, eyes), eyes)


def label(name: str, words: Words) -> str:
    return words.say("screen.setup.deck.back") if name == BACK else words.card(name)
