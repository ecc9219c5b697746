"""Mistakes while cards are placed: what lies on the table then, and what becomes of it.

When somebody objects or asks, the seat brings the table to what the rules want, and the truth is the legal move.
When nobody does, what lies on the table is the truth: its rows are the rows, and what lies in a pile was taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.match import Match
from engine.take_six.cards import SPECIALS
from engine.take_six.events import Placed
from engine.take_six.moves import Place
from engine.take_six.placing import laid, placements
from engine.take_six.rows import Committed, Row
from engine.take_six.specials import placed as after_specials
from engine.take_six.state import Specials, State
from engine.values import changed
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.games.take_six.lying import FIVE_ROWS, Lies, after_placing, arranged, pile_heads, row_of
from firmware_host.simulator.mistakes import Mistake
from firmware_host.simulator.sitting import Sitting


@dataclass
class Wrong:
    """A mistake: what is done in place of the right thing, what lies then, and what should lie.

    `done` are placements in the order in which they are made, `piles` the heads that lay in the piles before.
    """

    mistake: Mistake
    done: Sequence[Placed]
    before: Lies
    target: Lies
    right: Lies
    piles: Sequence[int]


def perhaps_wrong(sitting: Sitting, placed: Placed) -> Wrong | None:
    """Whether the seat makes a mistake with this placement."""
    state: State = sitting.match.state
    special = state.specials is not None and state.specials.pending is not None
    if special or placed.rule == "low_card" or sitting.coming:
        return None  # what was decided in advance must stay possible
    taking = placed.taken and len(state.rows) < FIVE_ROWS
    if taking and sitting.slips.slips("forgotten"):
        return _forgotten(sitting, placed)
    others = [row for row in range(1, len(state.rows) + 1) if row != placed.row and row not in placed.blocked]
    if taking and others and sitting.slips.slips("wrong_take"):
        return _wrong_take(sitting, placed, sitting.random.choice(others))
    free = [row for row in others if len(state.rows[row - 1].cards) < state.rows[row - 1].capacity]
    if free and sitting.slips.slips("wrong_row"):
        done = placed._replace(row=sitting.random.choice(free), taken=())
        return _wrong(sitting, "wrong_row", placed, done, {"row": done.row, "right": placed.row})
    return None


def _forgotten(sitting: Sitting, placed: Placed) -> Wrong:
    """All that should be taken stays, or its first card or two."""
    left = sitting.random.choice((1, 2, len(placed.taken)))
    done = placed._replace(taken=placed.taken[left:])
    return _wrong(sitting, "forgotten", placed, done, {"row": placed.row, "left": placed.taken[:left]})


def _wrong_take(sitting: Sitting, placed: Placed, row: int) -> Wrong:
    state: State = sitting.match.state
    done = placed._replace(row=row, taken=state.rows[row - 1].cards)
    return _wrong(sitting, "wrong_take", placed, done, {"row": row, "right": placed.row})


def _wrong(sitting: Sitting, kind: str, placed: Placed, done: Placed, facts: dict[str, object]) -> Wrong:
    lies, number = Lies.now(sitting), sitting.number(placed.seat)
    mistake = Mistake(kind, sitting.now, placed.seat, str(placed.card), True, facts)
    piles = pile_heads(sitting.scene, len(sitting.seats))
    target, right = after_placing(lies, done, number), after_placing(lies, placed, number)
    return Wrong(mistake, (done,), lies, target, right, piles)


def disordered(sitting: Sitting, placements_: Sequence[Placed]) -> Wrong | None:
    """Whether those who place at once do it in another order, each as the rows lie when its turn comes.

    What lies then may be what the right order leads to as well, or what it would have led to with another choice
    of a row for a low card. Then nobody can see a mistake; the second is none, and is not made.
    """
    if sitting.match.state.specials is not None or sitting.coming or not sitting.slips.slips("disorder"):
        return None
    order = sitting.random.sample(range(len(placements_)), len(placements_))
    if order == sorted(order):
        order.reverse()
    before: State = sitting.match.state
    done = _done_in(before.rows, [placements_[at] for at in order])
    right, wrong = _outcome(before.rows, placements_), _outcome(before.rows, done)
    in_order = [Committed(placed.card, placed.seat) for placed in placements_]
    if wrong != right and wrong in _outcomes(before.rows, in_order):
        return None
    lies = target = fine = Lies.now(sitting)
    for placed, instead in zip(placements_, done, strict=True):
        fine = after_placing(fine, placed, sitting.number(placed.seat))
        target = after_placing(target, instead, sitting.number(instead.seat))
    facts: dict[str, object] = {"order": tuple(placed.card for placed in done)}
    mistake = Mistake("disorder", sitting.now, facts=facts, changes=wrong != right)
    return Wrong(mistake, done, lies, target, fine, pile_heads(sitting.scene, len(sitting.seats)))


def _done_in(rows: tuple[Row, ...], order: Sequence[Placed]) -> list[Placed]:
    """The same cards in another order; a row that a seat has chosen for its low card it still takes if it may."""
    done = []
    for meant in order:
        choices = placements(rows, Committed(meant.card, meant.seat), None)
        placed = min(choices, key=lambda choice: (choice.row != meant.row, choice.heads))
        rows, _ = laid(rows, placed)
        done.append(placed)
    return done


Outcome = tuple[tuple[Row, ...], frozenset[tuple[str, int]]]
"""The rows after some placements, and who took which cards."""


def _outcome(rows: tuple[Row, ...], done: Sequence[Placed]) -> Outcome:
    for placed in done:
        rows, _ = laid(rows, placed)
    return rows, frozenset((placed.seat, card) for placed in done for card in placed.taken)


def _outcomes(rows: tuple[Row, ...], queue: Sequence[Committed], done: Sequence[Placed] = ()) -> Iterator[Outcome]:
    """Everything that the rules allow with these cards, whatever rows are chosen for low ones."""
    if not queue:
        yield _outcome(rows, done)
        return
    now = _outcome(rows, done)[0]
    for placed in placements(now, queue[0], None):
        yield from _outcomes(rows, queue[1:], (*done, placed))


def settle(sitting: Sitting, legal: Match, wrong: Wrong) -> Script:
    """After the hands are gone: somebody notices, or the mistake stands."""
    mistake = sitting.slips.note(wrong.mistake)
    mistake.at = sitting.now
    if not mistake.changes:
        sitting.match = legal
        mistake.end("past", sitting.now)
        return
    yield from sitting.notice(mistake)
    if sitting.obliges(mistake):
        number = sitting.number(wrong.done[0].seat)
        yield from sitting.gestures.reach(number, arranged(sitting, wrong.right))
        sitting.match, sitting.own = legal, wrong.right.rows
        mistake.end("put right", sitting.now)
        return
    _stand(sitting, legal, wrong)
    mistake.end("stands", sitting.now)


def _stand(sitting: Sitting, legal: Match, wrong: Wrong) -> None:
    """The truth is what lies on the table, however the rules have it."""
    before: State = sitting.match.state
    move = Place(wrong.done[-1].seat, wrong.done[-1].row)
    pile = _piles(sitting, before, wrong.piles)
    if legal.state.rows:
        rows = tuple([row_of(sitting.scene.names(zone)) for zone in wrong.target.rows])
        specials = before.specials and _specials(before.specials, wrong)
        state = changed(legal.state, rows=rows, pile=tuple(pile), specials=specials)
        if state.queue:
            state = changed(state, choices=placements(state.rows, state.queue[0], state.specials))
        sitting.stands(legal, move, state)
        return
    # The round was scored with this placement: what counts of the table are its piles.
    last, placing = legal.before, legal.move
    assert last is not None  # the placement was one of its moves
    assert isinstance(placing, Place)
    pile[sitting.number(placing.seat) - 1] -= next(event.heads for event in legal.events if isinstance(event, Placed))
    scored = _with(last, changed(last.state, pile=tuple(pile))).play(placing)
    sitting.stands(scored, move, scored.state)


def _piles(sitting: Sitting, before: State, heads: Sequence[int]) -> list[int]:
    """What every seat's pile counts with the cards that lie in it by now."""
    now = pile_heads(sitting.scene, len(heads))
    return [max(0, old + new - then) for old, then, new in zip(before.pile, heads, now, strict=True)]


def _specials(before: Specials, wrong: Wrong) -> Specials:
    """The special cards after those left the rows that really did."""
    lying = [
        Counter(name for zone in lies.rows for name in lies.at[zone] if name in SPECIALS)
        for lies in (wrong.before, wrong.target)
    ]
    return after_specials(before, wrong.done[-1], tuple((lying[0] - lying[1]).elements()))


def _with(match: Match, state: Any) -> Match:
    return Match(match.header, state, match.before, match.move, match.events, match.line, match.written)
