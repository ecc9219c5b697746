"""The table of Take Six between two moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.take_six.events import Placed
from engine.take_six.rows import Committed, Row
from engine.take_six.terms import Terms


@dataclass(frozen=True)
class Specials:
    """Where the special cards are, `anniversary` only; tuples go by seat.

    `known` are cards known to be in a hand that holds `count` of them. `returned` are the
    number cards that a `replace` brought back into a hand. `pending` was played
    for the coming placement, with the card that a `negate` named in `negated`. `taker` is
    the seat that has just taken a row and may exchange.
    """

    count: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    returned: tuple[frozenset[int], ...]
    deck: int
    discards: tuple[str, ...] = ()
    pending: str | None = None
    negated: int | None = None
    taker: str | None = None


@dataclass(frozen=True)
class State:
    """A match between two moves; `pile`, `score` and `hands` go by seat.

    `queue` are the cards still to place, the one that is next first, and `choices` its legal
    placements, worked out once for the advice and the move that follows it. `seen`
    are the numbers that were seen this round. `hands` are the cards that a seat began the
    round with, where a draft or a simulation tells them: those not seen are still in it.
    """

    phase: str
    round: int
    turn: int
    rows: tuple[Row, ...]
    queue: tuple[Committed, ...]
    pile: tuple[int, ...]
    score: tuple[int, ...]
    winners: tuple[str, ...]
    seen: frozenset[int]
    hands: tuple[frozenset[int], ...]
    specials: Specials | None
    choices: tuple[Placed, ...] = field(default=(), repr=False, compare=False)


def opening(terms: Terms) -> State:
    seats = len(terms.seats)
    nothing, unknown = (0,) * seats, (frozenset[int](),) * seats
    return State(
        phase="draft" if terms.draft else "deal",
        round=1,
        turn=1,
        rows=(),
        queue=(),
        pile=nothing,
        score=nothing,
        winners=(),
        seen=frozenset(),
        hands=unknown,
        specials=Specials(nothing, ((),) * seats, unknown, deck=28) if terms.anniversary else None,
    )


def as_record(terms: Terms, state: State, secret: bool = False) -> dict[str, object]:
    """The state as `drover replay` prints it. Hands are not in it, so there is no secret."""
    seats = terms.seats
    record: dict[str, object] = {
        "phase": state.phase,
        "round": state.round,
        "turn": state.turn,
        "rows": [row._asdict() for row in state.rows],
        "queue": [committed._asdict() for committed in state.queue],
        "pile": dict(zip(seats, state.pile, strict=True)),
        "score": dict(zip(seats, state.score, strict=True)),
        "winners": state.winners,
    }
    if state.specials is not None:
        record["special_count"] = dict(zip(seats, state.specials.count, strict=True))
    return record
