"""How people answer what the table asks: with the truth, as far as they can see it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.no_thanks.moves import Take
from engine.qwixx_cards.moves import Draw
from engine.take_six.moves import Draft, Reveal, Special
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.games.take_six.drafting import DRAFT
from firmware_host.simulator.sitting import Sitting
from firmware_host.steward.effects import Question
from firmware_host.steward.inputs import Answer

Played = TypeVar("Played", Draft, Draw)


def answers(sitting: Sitting) -> None:
    """Somebody sets about answering each question that is new."""
    for number, question in sitting.ears.questions.items():
        if number not in sitting.answered:
            sitting.answered.add(number)
            sitting.clockwork.start(_answer(sitting, question))


def _answer(sitting: Sitting, question: Question) -> Script:
    yield sitting.gestures.between(sitting.pace.react) + sitting.gestures.between(sitting.pace.breath)
    if sitting.slips.open is not None and question.reason in ("chips", "who_took"):
        return  # that gives them the idea to put it right
    if question.number in sitting.ears.questions:
        sitting.say(Answer(question.number, truest(sitting, question)))


def truest(sitting: Sitting, question: Question) -> str:
    """The choice that is true; the first one where people can't tell.

    A choice that is the name of a card is true if that card lies open in the zone, or before the seat, that the
    question is about, and else anywhere on the table; one that is a row, if it is the row that was chosen.
    """
    if question.reason in ("chips", "who_took"):
        return _of_taking(sitting, question)
    if question.reason == "came_again":
        return _of_drawing(sitting, question)
    if question.reason == "which_way":
        return _of_specials(sitting, question)
    places = _places(sitting, question)
    if sitting.match.header.game == "qwixx_cards":
        # Others draw meanwhile. On its photograph anybody sees what the card was: what it looks most like.
        return _first(question.choices, ())
    there, anywhere = (
        _open_cards(sitting, zones) for zones in (places, [zone for zone in sitting.scene.zones if zone != DRAFT])
    )
    for lying in (there, _drafted(sitting, question), anywhere):
        true = [choice for choice in question.choices if choice in lying]
        if len(true) == 1:
            return true[0]
    if not question.choices and (pick := _last(sitting, Draft, places)):
        return str(pick.card)
    if question.reason == "unread" and len(named := _open_cards(sitting, places)) == 1:
        return named[0]  # though nobody offers it
    rows = (str(sitting.chosen), f"row/{sitting.chosen}")
    return _first([choice for choice in question.choices if choice in rows], question.choices)


def _open_cards(sitting: Sitting, zones: Iterable[str]) -> list[str]:
    return [lying.card.name for zone in zones for lying in sitting.scene.at(zone) if lying.face_up]


def _drafted(sitting: Sitting, question: Question) -> list[str]:
    """The cards that the seat in question has drafted, which everybody saw."""
    state, places = sitting.match.state, _places(sitting, question)
    hands = getattr(state, "hands", ()) if sitting.match.header.game == "take_six" else ()
    return [str(card) for seat, hand in enumerate(hands, 1) if f"seat/{seat}" in places for card in hand]


def _last(sitting: Sitting, kind: type[Played], places: Iterable[str]) -> Played | None:
    """The last move of that kind by the seat in question."""
    moves = (after.move for after in sitting.match.in_force())
    own = (move for move in moves if isinstance(move, kind) and f"seat/{sitting.number(move.seat)}" in places)
    return next(own, None)


def _of_specials(sitting: Sitting, question: Question) -> str:
    """The special cards as they were played in this turn, of those told in the choices the most."""
    played = set()
    for after in sitting.match.in_force():
        if isinstance(after.move, Reveal):
            break
        if isinstance(after.move, Special):
            told = (after.move.seat, after.move.special, after.move.card, after.move.row, after.move.with_)
            played.add(" ".join(str(word) for word in told if word is not None))
    true = [choice for choice in question.choices if choice == "-" or played.issuperset(choice.split(", "))]
    return max(true, key=lambda choice: choice.count(",") + (choice != "-"), default=question.choices[0])


def _of_drawing(sitting: Sitting, question: Question) -> str:
    """The numbers that the seat drew last."""
    drawn = _last(sitting, Draw, _places(sitting, question))
    return _first([] if drawn is None else [" ".join(map(str, sorted(drawn.numbers)))], question.choices)


def _of_taking(sitting: Sitting, question: Question) -> str:
    """Who took the card, or how many chips were on it: everybody was there."""
    matches = sitting.match.in_force()
    for after in matches:
        before = after.before
        if isinstance(after.move, Take) and before and str(before.state.active) == str(question.facts["card"]):
            true = after.move.seat if question.reason == "who_took" else str(before.state.on_card)
            return _first([choice for choice in question.choices if choice == true], question.choices)
    return _first((), question.choices)


def _places(sitting: Sitting, question: Question) -> list[str]:
    zone = question.facts.get("zone")
    seat = question.facts.get("seat")
    named = [zone] if isinstance(zone, str) else []
    if isinstance(seat, str) and seat in sitting.seats:
        named.append(f"seat/{sitting.number(seat)}")
    return named


def _first(preferred: Iterable[str], otherwise: Iterable[str]) -> str:
    return next(iter((*preferred, *otherwise)), "")
