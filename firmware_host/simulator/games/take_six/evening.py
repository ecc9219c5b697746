"""A match of Take Six, move by move, as people play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.take_six.moves import Deal, Draft, Exchange, Place, Reveal, Special
from engine.take_six.state import State
from firmware_host.simulator.arranging import Names
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.games.take_six.committing import reveal
from firmware_host.simulator.games.take_six.drafting import draft, swept
from firmware_host.simulator.games.take_six.lying import arranged, first_rows, row_zones
from firmware_host.simulator.games.take_six.placing import place
from firmware_host.simulator.games.take_six.specials import exchange, special
from firmware_host.simulator.sitting import Sitting


def play(sitting: Sitting) -> Script:
    """The whole match. What the seat-fillers decide is done at the table, and is true once it is done."""
    while (move := sitting.next_move()) is not None:
        yield from _DO[type(move)](sitting, move)
        state: State = sitting.match.state
        if isinstance(move, Place) and not state.rows:
            yield from clear(sitting)
        yield from sitting.breathe()


def deal(sitting: Sitting, move: Deal) -> Script:
    """Somebody lays the first four cards, one below the other."""
    state: State = sitting.match.state
    dealer = (state.round - 1) % len(sitting.seats) + 1
    sitting.own = first_rows(sitting.scene)
    target = {zone: (str(card),) for zone, card in zip(sitting.own, move.rows, strict=True)}
    yield from sitting.gestures.reach(dealer, [*swept(sitting.scene), *arranged(sitting, target)])
    sitting.play(move)


def clear(sitting: Sitting) -> Script:
    """After a round all cards go off the table. One seat gathers the rows, everybody their own pile."""
    yield sitting.gestures.between(sitting.pace.think)
    rows: dict[str, Names] = dict.fromkeys(row_zones(sitting.scene), ())
    yield from sitting.gestures.reach(1, arranged(sitting, rows))
    for seat in range(1, len(sitting.seats) + 1):
        pile: dict[str, Names] = {f"pickup/{seat}": (), f"seat/{seat}": ()}
        if stops := arranged(sitting, pile):
            yield from sitting.gestures.reach(seat, stops)


_DO: Mapping[type, Callable[[Sitting, Any], Script]] = {
    Draft: draft,
    Deal: deal,
    Reveal: reveal,
    Special: special,
    Place: place,
    Exchange: exchange,
}
