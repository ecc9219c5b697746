"""The cues that every game has: nobody plays, paused, a question, an objection, a fault."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match import Match
from firmware_host.steward.effects import Objection, Question
from firmware_host.steward.findings import NO_CARD
from firmware_host.steward.places import number_of, seat_numbers
from firmware_host.steward.settings import Settings
from firmware_host.words import Said, Words
from hardware import cues
from hardware.cues import Cue


@dataclass(frozen=True)
class Told:
    """Makes cues with words for this match."""

    settings: Settings
    match: Match | None

    def idle(self) -> Cue:
        return cues.idle(text=(self.settings.words.say("cue.idle"),))

    def paused(self) -> Cue:
        return cues.wait((), (self.settings.words.say("cue.paused"),))

    def fault(self, part: str, why: str = "") -> Cue:
        return cues.fault((tell_trouble(self.settings.words, part, why),))

    def question(self, question: Question) -> Cue:
        words = self.settings.words
        maybe = Said(" / ".join(tell_choice(words, question, choice) for choice in question.choices[:4]) or "?")
        of_any = question.reason == "unread" and question.choices in ((), (NO_CARD,))
        key = "question_any.unread" if of_any else f"question.{question.reason}"
        text = (", ".join(question.seats), words.say(key, **{**question.facts, "maybe": maybe}))
        rows = () if not question.choices else range(1, min(len(question.choices), 4) + 1)
        return cues.ask(self._numbers(question.seats), rows, "".join(question.seats[:1]), text=text)

    def objection(self, objection: Objection) -> Cue:
        text = tuple(part for part in (objection.seat, tell_objection(self.settings, objection)) if part)
        seats = self._numbers((objection.seat,)) if objection.seat else ()
        lies, belongs = _row(objection.lies), _row(objection.belongs)
        return cues.wrong(
            objection.rule,
            lies if lies != belongs else 0,
            belongs,
            objection.seat,
            objection.card,
            seats[0] if seats else 0,
            text,
        )

    def _numbers(self, seats: tuple[str, ...]) -> tuple[int, ...]:
        return () if self.match is None else seat_numbers(self.match, seats)


def tell_choice(words: Words, question: Question, choice: str) -> str:
    """A choice as it is read: the name of a card, or special cards with what they were played on."""
    if question.reason == "unread":
        return words.card(choice)
    return " ".join(words.card(part) for part in choice.split(" "))


def tell_trouble(words: Words, part: str, why: str = "") -> str:
    """What is wrong with a part of the table, and what to do."""
    keys = (f"cue.fault_{part}", "cue.fault" if part == "camera" else f"notice.{part}")
    key = next((one for one in keys if one in words), None)
    return part if key is None else words.say(key, why=why)


def tell_objection(settings: Settings, objection: Objection) -> str:
    """What lies wrong and why, in a sentence."""
    words = settings.words
    facts = {"seat": objection.seat, "card": objection.card, **objection.facts}
    own = f"objection.{objection.rule}"
    return words.say_of(own if own in words else f"refused.{objection.rule}", facts.__getitem__)


def _row(zone: str) -> int:
    return number_of(zone) if zone.startswith("row/") else 0
