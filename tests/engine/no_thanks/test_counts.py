"""Every way in which a round can still end, counted twice.

Once through the legal moves of a match, and once by a few plain lines that know the rules
but nothing of the engine. Both must reach the same final scores equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from engine import Match
from engine.no_thanks.moves import Deal, Take, TurnUp
from tests.engine.no_thanks.tables import all_chips_on, dealt, opened, taking_each

Scores = tuple[int, ...]


def ends(match: Match) -> Counter[Scores]:
    """How often each final score is reached by playing every legal move."""
    if match.state.phase == "over":
        return Counter([match.state.score])
    found: Counter[Scores] = Counter()
    for move in match.legal_moves:
        found += ends(match.play(move))
    return found


@dataclass(frozen=True)
class Plain:
    """A round near its end. `tigers` has the seats that can still play one, and what it is, or 0."""

    turn: int
    active: int
    on_card: int
    left: int
    unseen: frozenset[int]
    chips: tuple[int, ...]
    cards: tuple[frozenset[int], ...]
    tigers: tuple[tuple[int, int], ...] = ()


def plain_ends(at: Plain) -> Counter[Scores]:
    if at.active == 0 and at.left == 0:
        return Counter([tuple(map(plain_points, at.cards, at.chips))])
    found: Counter[Scores] = Counter()
    for after in plain_steps(at):
        found += plain_ends(after)
    return found


def plain_steps(at: Plain) -> Iterator[Plain]:
    if at.active == 0:
        for card in at.unseen - {tiger for _, tiger in at.tigers}:
            yield replace(at, active=card, left=at.left - 1, unseen=at.unseen - {card})
        return
    if at.chips[at.turn] > 0:
        poorer = add(at.chips, at.turn, -1)
        yield replace(at, turn=(at.turn + 1) % len(at.chips), on_card=at.on_card + 1, chips=poorer)
    yield replace(
        at,
        active=0,
        on_card=0,
        chips=add(at.chips, at.turn, at.on_card),
        cards=with_card(at.cards, at.turn, at.active),
    )
    for seat, tiger in at.tigers:
        if seat == at.turn:
            others = tuple(entry for entry in at.tigers if entry[0] != seat)
            for card in {tiger} if tiger else at.unseen:
                laid = with_card(at.cards, seat, card)
                yield replace(at, unseen=at.unseen - {card}, cards=laid, tigers=others)


def plain_points(cards: frozenset[int], chips: int) -> int:
    points, previous = -chips, 0
    for card in sorted(cards):
        points += card if card > previous + 1 else 0
        previous = card
    return points


def add(numbers: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    return tuple(number + more if place == at else number for place, number in enumerate(numbers))


def with_card(cards: tuple[frozenset[int], ...], at: int, card: int) -> tuple[frozenset[int], ...]:
    return tuple(held | {card} if place == at else held for place, held in enumerate(cards))


def near_the_end(match: Match, left: int) -> tuple[Match, frozenset[int]]:
    """Ana has taken all cards but the last `left`, and all chips; and the cards not seen yet."""
    cards = [move.card for move in match.legal_moves if isinstance(move, TurnUp)][: 24 - left]
    match = all_chips_on(match, cards[0]).play(Take("ana"))
    return taking_each(match, cards[1:]), frozenset(cards)


@pytest.mark.parametrize("seats", [3, 4, 7])
def test_the_last_two_cards_of_a_round(seats: int) -> None:
    match, seen = near_the_end(dealt(seats, rounds=1), left=2)
    plain = Plain(
        turn=0,
        active=0,
        on_card=0,
        left=2,
        unseen=frozenset(range(3, 36)) - seen,
        chips=({3: 33, 4: 44, 7: 49}[seats], *[0] * (seats - 1)),
        cards=(seen, *[frozenset[int]()] * (seats - 1)),
    )
    assert ends(match) == plain_ends(plain)


def test_the_last_three_cards_of_a_round_with_few_chips_in_each_hand() -> None:
    match, seen = near_the_end(dealt(rounds=1), left=3)
    few = (1, 0, 2)
    plain = Plain(
        turn=0,
        active=0,
        on_card=0,
        left=3,
        unseen=frozenset(range(3, 36)) - seen,
        chips=few,
        cards=(seen, frozenset(), frozenset()),
    )
    found = ends(Match(match.header, replace(match.state, chips=few)))
    assert found == plain_ends(plain)
    assert found.total() == 12 * (12 * 11 * 10)


@pytest.mark.parametrize("gaps", [[10, 20, 30], [10, 19, 28]])
def test_the_last_two_cards_of_a_tactical_round(gaps: list[int]) -> None:
    match, seen = near_the_end(dealt(variant="tactical", gaps=gaps, rounds=1), left=2)
    plain = Plain(
        turn=0,
        active=0,
        on_card=0,
        left=2,
        unseen=frozenset(range(3, 36)) - seen - set(gaps),
        chips=(30, 0, 0),
        cards=(seen, frozenset(), frozenset()),
    )
    assert ends(match) == plain_ends(plain)


def test_the_last_card_of_a_round_with_unknown_tigers() -> None:
    match, seen = near_the_end(dealt(variant="hidden_tiger", rounds=1), left=1)
    plain = Plain(
        turn=0,
        active=0,
        on_card=0,
        left=1,
        unseen=frozenset(range(3, 36)) - seen,
        chips=(33, 0, 0),
        cards=(seen, frozenset(), frozenset()),
        tigers=((0, 0), (1, 0), (2, 0)),
    )
    assert ends(match) == plain_ends(plain)


@pytest.mark.parametrize("variant", ["hidden_tiger", "tactical_tiger"])
def test_the_last_two_cards_of_a_round_with_known_tigers(variant: str) -> None:
    tigers = Deal(tigers={"ana": 33, "bia": 34, "caio": 35})
    match, seen = near_the_end(opened(variant=variant, rounds=1).play(tigers), left=2)
    gaps = {10, 20, 30} if variant == "tactical_tiger" else set()
    plain = Plain(
        turn=0,
        active=0,
        on_card=0,
        left=2,
        unseen=frozenset(range(3, 36)) - seen - gaps,
        chips=(33 if variant == "hidden_tiger" else 30, 0, 0),
        cards=(seen, frozenset(), frozenset()),
        tigers=((0, 33), (1, 34), (2, 35)),
    )
    assert ends(match) == plain_ends(plain)


@pytest.mark.parametrize(
    ("match", "count"),
    [
        (opened(), 1 + 3),
        (opened(7), 1 + 7),
        (dealt(), 33),
        (dealt(variant="tactical"), 30),
        (dealt().play(TurnUp(20)), 2),
        (dealt(variant="hidden_tiger").play(TurnUp(20)), 2 + 32),
        (dealt(variant="tactical_tiger").play(TurnUp(11)), 2 + 29),
    ],
    ids=["deal", "deal of seven", "turn up", "turn up tactical", "decide", "tiger", "tactical tiger"],
)
def test_how_many_moves_are_legal_at_the_start(match: Match, count: int) -> None:
    assert match.legal_moves.count() == count
