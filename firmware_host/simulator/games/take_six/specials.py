"""Special cards of the anniversary variant at the table.

A special card is laid open beside the seat's number card before that is placed. What it does is done with the
hands: what a `negate` names is set aside at the seat's place when the row is taken, a `move` moves, a `replace`
exchanges the number card, a `block` goes to the end of its row. `take_seven` and `fifth_row` go to their row with
the number card. What is used up lies beside the seat's place until its next card is laid. Some say on a screen
what they play, before they do it. An exchange is seen by nobody: it is always entered.
"""

from __future__ import annotations

import json

from engine.record import write_entry
from engine.take_six.events import RowTakenByMove
from engine.take_six.moves import Exchange, Special
from firmware_host.simulator.arranging import Names
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.games.take_six.lying import Lies, after_move, arranged, without
from firmware_host.simulator.sitting import Sitting
from firmware_host.steward.inputs import Enter
from hardware.cues import Kind


def special(sitting: Sitting, move: Special) -> Script:
    """The card is laid beside the number card, and what it does at once is done."""
    legal = sitting.match.play(move)
    card = sitting.match.state.queue[0].card
    yield from sitting.wait_for(Kind.PLACE, sitting.now, card=str(card))
    if sitting.sometimes(sitting.habits.on_screen):
        yield from _entered(sitting, move)
    seat = sitting.number(move.seat)
    lies = Lies.now(sitting)
    own = (*lies.at[f"seat/{seat}"], move.special)
    yield from sitting.gestures.reach(seat, arranged(sitting, {f"seat/{seat}": own}))
    yield sitting.gestures.between(sitting.pace.breath)
    taken = next((event.taken for event in legal.events if isinstance(event, RowTakenByMove)), ())
    after = _done(lies.having(**{f"seat/{seat}": own}), move, taken, seat)
    if stops := arranged(sitting, after):
        yield from sitting.gestures.reach(seat, stops)
    sitting.own = after.rows
    sitting.match = legal


def _done(lies: Lies, move: Special, taken: tuple[int, ...], seat: int) -> Lies:
    """The table after what a special card does before its number card is placed."""
    zone = f"seat/{seat}"
    own = lies.at[zone]
    if move.special == "replace":
        return lies.having(**{zone: (str(move.with_), move.special)})
    if move.special == "move":
        return after_move(lies, move, taken, seat)
    if move.special == "block":
        row = lies.rows[(move.row or 1) - 1]
        names: dict[str, Names] = {zone: without(own, "block"), row: (*lies.at[row], "block")}
        return lies.having(**names)
    return lies


def exchange(sitting: Sitting, move: Exchange) -> Script:
    """The seat that took a row gives one special card away, and says so on a screen."""
    yield sitting.gestures.between(sitting.pace.look)
    sitting.say(Enter({"move": "exchange", "seat": move.seat, "discard": move.discard}))
    sitting.play(move)


def _entered(sitting: Sitting, move: Special) -> Script:
    sitting.say(Enter(json.loads(write_entry(sitting.match.header, move))))
    yield sitting.gestures.between(sitting.pace.react)
