"""A deck learned at the camera, card by card: laid on the mat, looked at, named where it is not surely read, kept."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import cv2

from firmware_host.decks import deck_file, load_deck
from firmware_host.errors import UserError
from firmware_host.web.setup_toml import replace_file
from firmware_host.words import Words
from vision.deck import BACK, Deck
from vision.errors import VisionError
from vision.frame import Frame, Picture
from vision.learn import Lesson

MOST_DOUBTS = 60
Json = dict[str, object]


@dataclass(frozen=True, eq=False)
class Learned:
    """How far it has come: the lesson, what the last step taught, and whether all of it is kept."""

    file: Path
    lesson: Lesson
    newest: tuple[str, ...] = ()
    saved: bool = True

    @property
    def deck(self) -> Deck:
        return self.lesson.deck

    def after(self, lesson: Lesson) -> Learned:
        cards, before = lesson.deck.cards, self.deck.cards
        newest = tuple(name for name, look in cards.items() if look is not before.get(name))
        return Learned(self.file, lesson, newest, self.saved and not newest and cards.keys() == before.keys())


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
            self._learned = Learned(file, Lesson.of(deck))

    def take(self, frame: Frame, card: str | None, words: Words) -> None:
        """Learn what lies there: that card alone, or all that are surely read."""
        with self._lock:
            learned = self._begun(words)
            lesson, picture = learned.lesson, frame.picture
            try:
                lesson = lesson.with_picture(picture) if card is None else lesson.with_card(card, picture)
            except VisionError as error:
                cards = error.facts.get("cards", 0)
                raise UserError(words.say("screen.setup.deck.one_card", cards=cards)) from None
            self._learned = learned.after(lesson)

    def name(self, doubt: int, card: str | None, words: Words) -> None:
        """That card is this one; None: it is not to be learned."""
        with self._lock:
            learned = self._begun(words)
            if doubt in learned.lesson.doubts:
                self._learned = learned.after(learned.lesson.with_name(doubt, card))

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
            self._learned = Learned(learned.file, learned.lesson)

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
            doubt = learned.lesson.doubts.get(int(name))
            picture = None if doubt is None else doubt.shown.sample
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
                for number, doubt in list(learned.lesson.doubts.items())[-MOST_DOUBTS:]
            ],
            "saved": learned.saved,
        }


def label(name: str, words: Words) -> str:
    return words.say("screen.setup.deck.back") if name == BACK else words.card(name)
