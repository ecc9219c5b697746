"""The table of No Thanks! between two moves."""

from __future__ import annotations

from dataclasses import dataclass

from engine.no_thanks.terms import Terms


@dataclass(frozen=True)
class State:
    """A match between two moves; `cards`, `chips`, `tigers` and `score` go by seat.

    `chips` are secret until the round is scored. `seen` are the cards that were seen this
    round. `tigers` are the hidden cards that are still in a hand: a number where a
    simulation gave it, UNKNOWN where it did not, None where it was played or there is none.
    """

    phase: str
    round: int
    active: int | None
    on_card: int
    to_decide: str | None
    left: int
    cards: tuple[tuple[int, ...], ...]
    chips: tuple[int, ...]
    tigers: tuple[int | None, ...]
    score: tuple[int, ...]
    winners: tuple[str, ...]
    seen: frozenset[int]
    starter: str


UNKNOWN = 0
"""A tiger that nobody but its seat has seen."""


def opening(terms: Terms) -> State:
    seats = len(terms.seats)
    return State(
        phase="deal",
        round=1,
        active=None,
        on_card=0,
        to_decide=None,
        left=0,
        cards=((),) * seats,
        chips=(0,) * seats,
        tigers=(None,) * seats,
        score=(0,) * seats,
        winners=(),
        seen=frozenset(),
        starter=terms.seats[0],
    )


def to_decide(state: State) -> str:
    """The seat whose turn it is, while a card is turned up or decided about."""
    assert state.to_decide is not None
    return state.to_decide


def active_card(state: State) -> int:
    """The card that the seats decide about, in phase `decide`."""
    assert state.active is not None
    return state.active


def seat_after(terms: Terms, seat: str) -> str:
    """The neighbour on the left, whose turn comes next."""
    return terms.seats[(terms.index[seat] + 1) % len(terms.seats)]


def points(cards: tuple[int, ...], chips: int) -> int:
    """What cards in ascending order and chips count: each run its lowest card, each chip one less.

    >>> points((8, 13, 14, 15, 17), 13), points((8, 13, 14, 15, 16, 17), 13)
    (25, 8)
    """
    return sum([card for card in cards if card - 1 not in cards]) - chips


def as_record(terms: Terms, state: State, secret: bool = False) -> dict[str, object]:
    """The state as `drover replay` prints it, chips in hand only with `secret`."""
    seats = terms.seats
    record: dict[str, object] = {
        "phase": state.phase,
        "round": state.round,
        "active": state.active,
        "on_card": state.on_card,
        "to_decide": state.to_decide,
        "left": state.left,
        "cards": dict(zip(seats, state.cards, strict=True)),
        "score": dict(zip(seats, state.score, strict=True)),
        "winners": state.winners,
    }
    if secret:
        record["chips"] = dict(zip(seats, state.chips, strict=True))
    return record
