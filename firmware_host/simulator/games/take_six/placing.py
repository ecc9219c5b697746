"""Placing cards: one after the other by the lights, before them, or several at once."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from engine.match import Match
from engine.take_six.events import Placed
from engine.take_six.moves import Place
from firmware_host.simulator.clockwork import Script, Until
from firmware_host.simulator.games.take_six.lying import Lies, after_placing, arranged
from firmware_host.simulator.games.take_six.wrong import Wrong, disordered, perhaps_wrong, settle
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.sitting import Sitting
from firmware_host.steward.inputs import Choose
from hardware.cues import Kind
from hardware.presses import Press

LAY_FIRST = 0.25
"""So many lay their card behind a full row before they take it."""

MOST_AT_ONCE = 3


def place(sitting: Sitting, move: Place) -> Script:
    coming = [sitting.match.play(move)]
    if sitting.sometimes(sitting.habits.together):
        coming += _following(sitting, coming[0])
    if len(coming) > 1:
        yield from _together(sitting, coming)
        return
    placed = placed_in(coming[0])
    yield from _wait(sitting, placed)
    wrong = perhaps_wrong(sitting, placed)
    if wrong is None:
        yield from _lay(sitting, placed)
        sitting.match = coming[0]
    else:
        yield from _wrongly(sitting, coming[0], wrong)


def placed_in(match: Match) -> Placed:
    """The placement that led to a match."""
    return next(event for event in match.events if isinstance(event, Placed))


def _following(sitting: Sitting, match: Match) -> list[Match]:
    """The placements that come next, as far as no special card and no choice is among them."""
    following: list[Match] = []
    while match.state.phase == "place" and len(following) < MOST_AT_ONCE - 1:
        move = sitting.players.next_move(match)
        if not isinstance(move, Place) or len(match.state.choices) > 1:
            sitting.coming.append(move)
            break
        match = match.play(move)
        following.append(match)
    return following


def _wait(sitting: Sitting, placed: Placed) -> Script:
    """Until the light says where the card goes; some do not wait for it."""
    if placed.rule == "low_card":
        yield from sitting.wait_for(Kind.CHOOSE, sitting.now, card=str(placed.card))
        _tell_choice(sitting, placed)
    elif not sitting.habits.follow or sitting.sometimes(sitting.habits.hasty):
        yield sitting.gestures.between(sitting.pace.breath)
    else:
        yield from sitting.wait_for(Kind.PLACE, sitting.now, card=str(placed.card))


def _tell_choice(sitting: Sitting, placed: Placed) -> None:
    """Some press a button for the row that they choose, or say it on a screen; the others just take it."""
    sitting.chosen = placed.row
    way = sitting.random.random()
    if way < sitting.habits.button:
        sitting.say(Press(f"row/{placed.row}", at=sitting.now))
    elif way < sitting.habits.button + sitting.habits.on_screen:
        sitting.say(Choose(placed.seat, placed.row))


def _lay(sitting: Sitting, placed: Placed, stay: bool = False) -> Script:
    """The card goes to its row, and a row that must be taken is taken."""
    number, lies = sitting.number(placed.seat), Lies.now(sitting)
    if placed.rule == "full_row" and sitting.sometimes(LAY_FIRST):
        behind = after_placing(lies, placed._replace(taken=()), number)
        yield from sitting.gestures.reach(number, arranged(sitting, behind), stay)
        yield sitting.gestures.between(sitting.pace.touch)
    right = after_placing(lies, placed, number)
    yield from sitting.gestures.reach(number, arranged(sitting, right), stay)
    sitting.own = right.rows


def _together(sitting: Sitting, coming: Sequence[Match]) -> Script:
    """Several hands are over the rows at once, and only when all are gone one sees what they did."""
    placements = [placed_in(match) for match in coming]
    yield sitting.gestures.between(sitting.pace.breath)
    wrong = disordered(sitting, placements)
    for placed in placements:
        row = slot_of(sitting.scene.mat, "row/2", 1 + placed.row % 3)
        yield from sitting.gestures.hover(sitting.number(placed.seat), row.centre)
    if wrong is None:
        for placed, match in zip(placements[:-1], coming[:-1], strict=True):
            yield from _lay(sitting, placed, stay=True)
            sitting.match = match
        wrong = yield from _last(sitting, placements[-1])
    else:
        for placed in wrong.done:
            yield from _lay(sitting, placed, stay=True)
    for placed in placements:
        yield from sitting.gestures.leave(sitting.number(placed.seat))
    if wrong is None:
        sitting.match = coming[-1]
    else:
        yield from settle(sitting, coming[-1], wrong)


def _last(sitting: Sitting, placed: Placed) -> Generator[int | Until, bool, Wrong | None]:
    """The last one of several may err as everybody does who places alone."""
    wrong = perhaps_wrong(sitting, placed)
    if wrong is None:
        yield from _lay(sitting, placed, stay=True)
    else:
        yield from sitting.gestures.reach(sitting.number(placed.seat), arranged(sitting, wrong.target), stay=True)
    return wrong


def _wrongly(sitting: Sitting, legal: Match, wrong: Wrong) -> Script:
    placed = wrong.done[0]
    yield from sitting.gestures.reach(sitting.number(placed.seat), arranged(sitting, wrong.target))
    yield from settle(sitting, legal, wrong)
