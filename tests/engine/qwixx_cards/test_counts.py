"""All legal moves on a given table, against every move there is, judged by a few plain lines.

The plain lines know the rules but nothing of the engine: a row is a string of numbers from
left to right, a hand is what was seen going into it and so many cards that could be anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, combinations_with_replacement, pairwise, product
from math import comb

import pytest

from engine import Match
from engine.qwixx_cards.events import MayMark
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.state import Hand, Played
from tests.engine.qwixx_cards.tables import (
    SEATS,
    at_call,
    at_draw,
    at_play,
    one_row,
    opened,
    sheet,
    with_sheets,
    with_state,
)

ROWS = {
    "red": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "yellow": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "green": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    "blue": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
Numbers = tuple[int, ...]
Crossed = dict[str, Numbers]


def fits(colour: str, crossed: Numbers, marks: Numbers) -> bool:
    """Whether the marks prolong what is crossed, from left to right, the last number after five others."""
    places = [ROWS[colour].index(number) for number in (*crossed, *marks)]
    new = places[len(crossed) :]
    if any(later <= earlier for earlier, later in pairwise(places)):
        return False
    return not (10 in new and len(places) < 6)


def skipped(colour: str, marks: Numbers) -> int:
    """How many numbers of the row lie between the first and the last mark, uncrossed by this play."""
    places = [ROWS[colour].index(number) for number in marks]
    return sum(1 for place in range(min(places), max(places)) if place not in places) if places else 0


def subsets(items: Numbers) -> Iterator[Numbers]:
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


# Calls


def plain_calls(number: int, sheets: list[Crossed]) -> set[tuple[str | None, ...]]:
    return {
        colours
        for colours in product((None, *ROWS), repeat=len(sheets))
        if all(
            colour is None or fits(colour, crossed.get(colour, ()), (number,))
            for colour, crossed in zip(colours, sheets, strict=True)
        )
    }


def legal_calls(match: Match) -> list[tuple[str | None, ...]]:
    calls = [move for move in match.legal_moves if isinstance(move, Call)]
    assert all(call.number == match.state.top for call in calls)
    return [tuple(call.marks.get(seat) for seat in match.header.seats) for call in calls]


CALL_TABLES: list[list[Crossed]] = [
    [{}, {}],
    [{"red": (5, 7), "green": (6,)}, {"yellow": (2, 3, 4, 5, 6), "blue": (12, 11, 10, 9, 8, 3)}],
    [
        {"red": (2, 3, 4, 5, 6, 12), "blue": (12, 11, 10, 9)},
        {"green": (9, 8, 7, 6, 5, 4)},
        {"red": (2, 3, 4, 5, 6), "yellow": (8, 9, 10, 11), "green": (12, 10, 8, 6, 4), "blue": (3,)},
    ],
]


@pytest.mark.parametrize("number", range(2, 13))
@pytest.mark.parametrize("sheets", CALL_TABLES)
def test_every_legal_call(sheets: list[Crossed], number: int) -> None:
    given = {seat: sheet(0, **crossed) for seat, crossed in zip(SEATS, sheets, strict=False)}
    found = legal_calls(with_sheets(at_call(number, seats=len(sheets)), **given))
    plain = plain_calls(number, sheets)
    assert len(found) == len(plain)
    assert set(found) == plain


def test_five_seats_with_empty_sheets_can_call_in_3125_ways() -> None:
    assert len(legal_calls(at_call(7, seats=5))) == 5**5


def test_on_empty_sheets_a_2_is_crossed_where_it_comes_first_only() -> None:
    assert len(legal_calls(at_call(2, seats=5))) == 3**5


# Plays


@dataclass(frozen=True)
class Table:
    """Ana's sheet and hand, `unseen` cards of which could be anything, and where other numbers lie."""

    crossed: Crossed
    hand: Numbers = (11,)
    unseen: int = 4
    discards: tuple[tuple[str, int], ...] = ()
    elsewhere: Numbers = field(default=(3, 4, 6, 8, 9))
    jokers: bool = False

    def match(self) -> Match:
        match = at_play(variant="joker" if self.jokers else "base", ana=sheet(0, **self.crossed))
        *display, top = self.elsewhere
        return with_state(
            match,
            display=tuple(display),
            top=top,
            hands=(Hand(len(self.hand) + self.unseen, self.hand), Hand(4)),
            discards=tuple(Played(colour, number) for colour, number in self.discards),
        )


Found = tuple[str, Numbers, Numbers, Numbers]


def plain_plays(table: Table) -> Iterator[Found]:
    """Colour, plain cards, jokers and marks of every play."""
    for colour in ROWS:
        for count in (1, 2, 3):
            for cards in combinations_with_replacement(range(2, 13), count):
                for jokers in set(subsets(cards)) if table.jokers else {()}:
                    if can_be_played(table, colour, cards, jokers):
                        plain = tuple((Counter(cards) - Counter(jokers)).elements())
                        yield from ((colour, plain, jokers, marks) for marks in markings(table, colour, cards))


def can_be_played(table: Table, colour: str, cards: Numbers, jokers: Numbers) -> bool:
    """Whether these can be four cards of one colour, jokers among them, that the hand still holds."""
    faces = [(colour, number) for number in (Counter(cards) - Counter(jokers)).elements()]
    faces += [("joker", number) for number in jokers]
    if len(set(faces)) < len(faces) or set(faces) & set(table.discards):
        return False
    unseen = Counter(cards) - Counter(table.hand)
    if sum(unseen.values()) > table.unseen:
        return False
    lying = [*table.hand, *table.elsewhere, *(number for _, number in table.discards), *unseen.elements()]
    return all(lying.count(number) <= 4 + table.jokers for number in set(lying))


def markings(table: Table, colour: str, cards: Numbers) -> Iterator[Numbers]:
    for marks in subsets(tuple(number for number in ROWS[colour] if number in cards)):
        if fits(colour, table.crossed.get(colour, ()), marks) and skipped(colour, marks) <= 1:
            yield marks


def legal_plays(match: Match) -> list[Found]:
    plays = [move for move in match.legal_moves if isinstance(move, Play)]
    return [
        (play.colour, tuple((Counter(play.cards) - Counter(play.jokers)).elements()), play.jokers or (), play.marks)
        for play in plays
    ]


PLAY_TABLES = {
    "empty sheet": Table({}),
    "some rows begun": Table({"red": (5, 7), "yellow": (2, 3, 4), "green": (12, 11, 10, 9, 8), "blue": (4,)}),
    "a closed row": Table({"red": (2, 3, 4, 5, 6, 12), "yellow": (6, 7, 8, 9, 10, 11), "blue": (12, 9, 6, 4)}),
    "cards gone": Table({"red": (4,)}, discards=(("red", 7), ("blue", 2), ("green", 7), ("yellow", 7))),
    "a number all in sight": Table({}, elsewhere=(7, 7, 7, 8, 7)),
    "a hand half known": Table({"blue": (10,)}, hand=(5, 6, 6, 9), unseen=1),
    "a hand all known": Table({"green": (11, 10, 9, 8, 5)}, hand=(2, 3, 3, 4, 12), unseen=0),
    "jokers and a hand half known": Table({"red": (3,)}, hand=(5, 6, 6, 9), unseen=1, jokers=True),
    "jokers and a hand all known": Table(
        {"green": (11, 10, 9, 8, 5)},
        hand=(2, 3, 3, 4, 4),
        unseen=0,
        discards=(("joker", 3), ("red", 4), ("green", 2)),
        jokers=True,
    ),
}


@pytest.mark.parametrize("table", PLAY_TABLES.values(), ids=PLAY_TABLES)
def test_every_legal_play(table: Table) -> None:
    found = legal_plays(table.match())
    plain = list(plain_plays(table))
    assert len(found) == len(plain)
    assert set(found) == set(plain)


def test_a_known_hand_of_five_numbers_is_played_in_25_ways_in_each_colour() -> None:
    no_room: Crossed = {"red": (11,), "yellow": (11,), "green": (3,), "blue": (3,)}
    found = legal_plays(Table(no_room, hand=(2, 4, 6, 8, 10), unseen=0, elsewhere=(3, 5, 7, 9, 11)).match())
    assert len(found) == 4 * (5 + 10 + 10)


# Setting up and drawing


def legal_draws(match: Match) -> list[tuple[Numbers, Numbers, int]]:
    return [(move.numbers, move.display, move.top) for move in match.legal_moves if isinstance(move, Draw)]


def plain_draws(
    display: Numbers, top: int, known: Numbers, count: int, copies: int
) -> set[tuple[Numbers, Numbers, int]]:
    """What may be drawn and lie there afterwards, while the pile is high."""
    found = set()
    for places in combinations(range(4), count):
        drawn = tuple(display[place] for place in places)
        stay = [number for place, number in enumerate(display) if place not in places]
        for *fresh, after in product(range(2, 13), repeat=count):
            lying = [*known, *drawn, *stay, top, *fresh, after]
            if all(lying.count(number) <= copies for number in lying):
                found.add((drawn, tuple(sorted([*stay, top, *fresh])), after))
    return found


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize(("variant", "copies"), [("base", 4), ("joker", 5)])
@pytest.mark.parametrize(("display", "top"), [((3, 6, 8, 11), 4), ((5, 5, 7, 7), 7), ((2, 9, 9, 9), 2)])
def test_every_legal_draw(display: Numbers, top: int, variant: str, copies: int, count: int) -> None:
    known = (7, 9, 12)[: 5 - count]
    match = with_state(at_draw(setup=Setup(display, top), variant=variant), hands=(Hand(5 - count, known), Hand(4)))
    found = legal_draws(match)
    plain = plain_draws(display, top, known, count, copies)
    assert len(found) == len(plain)
    assert set(found) == plain


@pytest.mark.parametrize(("variant", "impossible"), [("base", 11), ("joker", 0)])
def test_every_setup_is_legal_unless_it_shows_a_number_five_times(variant: str, impossible: int) -> None:
    displays = comb(11 + 4 - 1, 4)
    assert opened(variant=variant).legal_moves.count() == displays * 11 - impossible


@pytest.mark.parametrize(
    "crossed", [(), (2,), (2, 3, 4), (2, 3, 9), (2, 3, 4, 5), (2, 3, 4, 10), (2, 3, 4, 5, 6), (2, 3, 4, 11)]
)
@pytest.mark.parametrize("colour", ["red", "green"])
def test_advice_names_the_numbers_that_some_play_can_cross(colour: str, crossed: Numbers) -> None:
    row = ROWS[colour]
    crossed = tuple(sorted((row[number - 2] for number in crossed), key=row.index))
    match = at_play(ana=one_row(colour, crossed))
    plays = chain.from_iterable(combinations(row, count) for count in (1, 2, 3))
    crossable = {n for marks in plays if fits(colour, crossed, marks) and skipped(colour, marks) <= 1 for n in marks}
    wanted = tuple(number for number in row if number in crossable)
    in_row = [choice for choice in match.advice().choices if isinstance(choice, MayMark) and choice.colour == colour]
    assert in_row == ([MayMark("ana", colour, wanted)] if wanted else [])
