"""Tables to test on: matches of Take Six that stand where a test begins, and short questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from engine import IllegalMove, Match
from engine.game import Move
from engine.take_six.events import Placed
from engine.take_six.moves import Deal, Place, Reveal
from engine.take_six.rows import Row
from engine.take_six.state import Specials
from engine.values import changed

SEATS = ("ana", "bia", "caio", "duda", "eva", "fabio", "gil", "hugo")


def opened(seats: int = 2, **options: object) -> Match:
    """A match before its first move."""
    return Match.open("take_six", SEATS[:seats], **options)


def base(*rows: tuple[int, ...], seats: int = 2, limit: object = None, **fields: object) -> Match:
    """A base game about to reveal, its rows lying as given; `fields` are further fields of the state."""
    match = opened(seats) if limit is None else opened(seats, limit=limit)
    return _lying(match.play(Deal(tuple([row[0] for row in rows[:4]]))), rows, (), (), fields)


def party(
    *rows: tuple[int, ...],
    seats: int = 2,
    blocked: Iterable[int] = (),
    sevens: Iterable[int] = (),
    specials: Mapping[str, tuple[str, ...]] | None = None,
    **fields: object,
) -> Match:
    """An anniversary match about to reveal, as `base`; `blocked` and `sevens` say which rows hold these specials.

    Every seat has three special cards; nobody knows which, unless `specials` says so.
    """
    match = opened(seats, variant="anniversary")
    dealt = match.play(Deal(tuple([row[0] for row in rows[:4]]), specials=specials))
    return _lying(dealt, rows, tuple(blocked), tuple(sevens), fields)


def _lying(
    match: Match,
    rows: tuple[tuple[int, ...], ...],
    blocked: tuple[int, ...],
    sevens: tuple[int, ...],
    fields: dict[str, object],
) -> Match:
    """Rows as long as these take turns to come about; here they lie at once."""
    state = match.state
    if state.specials is not None:
        on_table = len(blocked) + len(sevens) + (len(rows) == 5)
        state = changed(state, specials=changed(state.specials, deck=state.specials.deck - on_table))
    laid = [Row(row, 6 if at in sevens else 5, at in blocked) for at, row in enumerate(rows, 1)]
    seen = frozenset(card for row in rows for card in row)
    return Match(match.header, changed(state, rows=tuple(laid), seen=seen, **fields))


def with_specials(match: Match, **fields: object) -> Match:
    """The same table with the special cards elsewhere: `deck`, `discards`, `count` or `known` changed."""
    return Match(match.header, changed(match.state, specials=changed(specials(match), **fields)))


def reveal(match: Match, **cards: int) -> Match:
    return match.play(Reveal(cards))


def played(match: Match, *moves: Move) -> Match:
    for move in moves:
        match = match.play(move)
    return match


def settle(match: Match) -> Match:
    """Every card still to place goes to the first row that it may go to."""
    while match.state.phase == "place":
        first = match.advice().choices[0]
        assert isinstance(first, Placed)
        match = match.play(Place(first.seat, first.row))
    return match


def rows(match: Match) -> list[tuple[int, ...]]:
    """The number cards of each row."""
    return [row.cards for row in match.state.rows]


def choices(match: Match) -> list[Placed]:
    """Where the next card may go, as the advice has it."""
    return [choice for choice in match.advice().choices if isinstance(choice, Placed)]


def placed(match: Match) -> Placed:
    """The placement that the last move was."""
    (event,) = [event for event in match.events if isinstance(event, Placed)]
    return event


def piles(match: Match) -> dict[str, int]:
    return dict(zip(match.header.seats, match.state.pile, strict=True))


def scores(match: Match) -> dict[str, int]:
    return dict(zip(match.header.seats, match.state.score, strict=True))


def specials(match: Match) -> Specials:
    found = match.state.specials
    assert isinstance(found, Specials)
    return found


def refusal(match: Match, move: Move) -> tuple[str, str]:
    """The rule that refuses a move, and which sentence of it."""
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    return caught.value.rule, caught.value.reason
