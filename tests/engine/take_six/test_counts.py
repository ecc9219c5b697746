"""Every line of play is counted twice: by the engine, and by second rules that share nothing with it.

The second rules lay cards as a hand does. A row is what lies in it, from left to right, special
cards among the numbers; what is allowed is found by trying every row, every gap and every card.
Exchanges are left out, since what they draw is chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple, TypeVar

import pytest

from engine import Match
from engine.take_six.moves import Deal, Draft, Exchange, Place
from tests.engine.take_six.tables import SEATS, base, opened, party, played, reveal, with_specials

KINDS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")


Row = tuple[int | str, ...]


class Table(NamedTuple):
    """Seats are numbers. `beside` is the special card beside the next number card, `named` the card of a negate."""

    rows: tuple[Row, ...]
    hands: tuple[tuple[int, ...], ...]
    specials: tuple[tuple[str, ...], ...]
    pile: tuple[int, ...]
    queue: tuple[tuple[int, int], ...] = ()
    beside: str = ""
    named: int = 0


def numbers(row: Row) -> list[int]:
    return [card for card in row if isinstance(card, int)]


def markers(row: Row) -> list[str]:
    return [card for card in row if isinstance(card, str)]


def room(row: Row) -> int:
    return 6 if "seven" in row else 5


def bulls(cards: list[int]) -> int:
    total = 0
    for card in cards:
        digits = str(card)
        if len(digits) == 2 and digits[0] == digits[1]:
            total += 7 if card == 55 else 5
        else:
            total += {"0": 3, "5": 2}.get(digits[-1], 1)
    return total


def next_tables(table: Table) -> Iterator[Table]:
    """The tables that one move can make of this one, one for each move."""
    if table.queue:
        yield from tables_after_placing(table)
        if not table.beside:
            yield from tables_after_special(table)
        return
    for cards in product(*table.hands):
        hands = tuple(
            [tuple([other for other in hand if other != card]) for hand, card in zip(table.hands, cards, strict=True)]
        )
        yield table._replace(hands=hands, queue=tuple(sorted((card, seat) for seat, card in enumerate(cards))))


def tables_after_placing(table: Table) -> Iterator[Table]:
    card = table.queue[0][0]
    if table.beside == "fifth_row":
        yield finished(table._replace(rows=(*table.rows, (card,))))
    elif table.beside == "insert":
        yield from tables_after_inserting(table)
    elif table.beside == "move" and [] in [numbers(row) for row in table.rows]:
        yield finished(put(table, [numbers(row) for row in table.rows].index([]), [card]))
    else:
        yield from tables_by_the_rules(table)


def tables_by_the_rules(table: Table) -> Iterator[Table]:
    card = table.queue[0][0]
    free = [at for at, row in enumerate(table.rows) if "block" not in row]
    gaps = {card - numbers(table.rows[at])[-1]: at for at in free if numbers(table.rows[at])[-1] < card}
    if not gaps:
        if table.beside != "take_seven":
            for at in free:
                yield from taking(table, at)
        return
    at = gaps[min(gaps)]
    row = table.rows[at]
    if table.beside == "take_seven":
        if "seven" not in row:
            yield finished(put(table, at, [*numbers(row), card], "seven"))
    elif len(numbers(row)) == room(row):
        yield from taking(table, at)
    elif table.beside != "negate":
        yield finished(put(table, at, [*numbers(row), card]))


def taking(table: Table, at: int) -> Iterator[Table]:
    card = table.queue[0][0]
    row = numbers(table.rows[at])
    if table.beside == "negate" and table.named not in row:
        return
    cost = bulls([*row, card] if len(table.rows) == 5 else row)
    yield finished(picked_up(table, at, card, cost))


def tables_after_inserting(table: Table) -> Iterator[Table]:
    card = table.queue[0][0]
    for at, row in enumerate(table.rows):
        for gap in range(len(numbers(row))):
            longer = [*numbers(row)[:gap], card, *numbers(row)[gap:]]
            if "block" not in row and longer == sorted(longer):
                yield finished(put_or_picked_up(table, at, longer))


def put_or_picked_up(table: Table, at: int, longer: list[int]) -> Table:
    if len(longer) <= room(table.rows[at]):
        return put(table, at, longer)
    return picked_up(table, at, longer[-1], bulls(longer if len(table.rows) == 5 else longer[:-1]))


def put(table: Table, at: int, cards: list[int], *marker: str) -> Table:
    row: Row = (*cards, *markers(table.rows[at]), *marker)
    return table._replace(rows=(*table.rows[:at], row, *table.rows[at + 1 :]))


def picked_up(table: Table, at: int, start: int, cost: int) -> Table:
    seat = table.queue[0][1]
    pile = list(table.pile)
    pile[seat] += cost
    if table.beside == "negate":
        pile[seat] = max(0, pile[seat] - 2 * bulls([table.named]))
    unblocked = [tuple([card for card in row if card != "block"]) for row in table.rows]
    unblocked[at : at + 1] = [] if len(table.rows) == 5 else [(start,)]
    return table._replace(rows=tuple(unblocked), pile=tuple(pile))


def finished(table: Table) -> Table:
    return table._replace(queue=table.queue[1:], beside="", named=0)


def tables_after_special(table: Table) -> Iterator[Table]:
    """A special card that leaves its number card nowhere to go can't be played."""
    seat = table.queue[0][1]
    for kind in set(table.specials[seat]):
        held = list(table.specials)
        kept = list(held[seat])
        kept.remove(kind)
        held[seat] = tuple(kept)
        for after in effects(table._replace(specials=tuple(held), beside=kind)):
            if any(True for _ in tables_after_placing(after)):
                yield after


def effects(table: Table) -> Iterator[Table]:
    if table.beside == "replace":
        yield from replacements(table)
    elif table.beside == "move":
        yield from shifts(table)
    elif table.beside == "block":
        if sum(row.count("block") for row in table.rows) < 2:
            yield from [
                put(table, at, numbers(row), "block") for at, row in enumerate(table.rows) if "block" not in row
            ]
    elif table.beside == "negate":
        yield from [table._replace(named=card) for row in table.rows for card in numbers(row)]
    elif table.beside != "fifth_row" or len(table.rows) < 5:
        yield table


def replacements(table: Table) -> Iterator[Table]:
    (card, seat), *others = table.queue
    for other in table.hands[seat]:
        hands = list(table.hands)
        hands[seat] = tuple([held for held in hands[seat] if held != other] + [card])
        yield table._replace(hands=tuple(hands), queue=((other, seat), *others))


def shifts(table: Table) -> Iterator[Table]:
    free = [at for at, row in enumerate(table.rows) if "block" not in row]
    for source, target in product(free, free):
        for card in numbers(table.rows[source]) if source != target else []:
            lifted = put(table, source, [other for other in numbers(table.rows[source]) if other != card])
            yield put_or_picked_up(lifted, target, sorted([*numbers(table.rows[target]), card]))


Lines = tuple[list[int], Counter[object]]
"""How many lines of play there are after each move, and what the tables look like where lines end."""

Node = TypeVar("Node", Match, Table)


def counted(start: Node, moves: int, after: Callable[[Node], Iterator[Node]], look: Callable[[Node], object]) -> Lines:
    lengths, ends, now = [], Counter[object](), [start]
    for _ in range(moves):
        found = [list(after(node)) for node in now]
        ends.update(look(node) for node, following in zip(now, found, strict=True) if not following)
        now = [node for following in found for node in following]
        lengths.append(len(now))
    ends.update(map(look, now))
    return lengths, ends


def lines(twice: tuple[Match, Table], moves: int) -> Lines:
    """The lines that the engine finds."""
    return counted(twice[0], moves, next_matches, look_of_match)


def lines_again(twice: tuple[Match, Table], moves: int) -> Lines:
    """The lines that the second rules find."""
    return counted(twice[1], moves, next_tables, look_of_table)


def next_matches(match: Match) -> Iterator[Match]:
    for move in match.legal_moves:
        if not isinstance(move, Exchange):
            yield match.play(move)


def look_of_match(match: Match) -> object:
    state = match.state
    heads = tuple([new + old for new, old in zip(state.pile, state.score, strict=True)])
    return tuple(state.rows), heads, tuple([committed.card for committed in state.queue])


def look_of_table(table: Table) -> object:
    over = not table.queue and not any(table.hands)
    lying = tuple([(tuple(numbers(row)), room(row), "block" in row) for row in table.rows])
    return () if over else lying, table.pile, tuple([card for card, _ in table.queue])


Cards = tuple[tuple[int, ...], ...]
Names = tuple[tuple[str, ...], ...]


def base_twice(rows: Cards, hands: Cards) -> tuple[Match, Table]:
    """The end of a base game's only round, for the engine and for the second rules."""
    match = base(*rows, limit={"rounds": 1}, turn=11 - len(hands[0]), hands=tuple(map(frozenset, hands)))
    return match, Table(rows, hands, ((), ()), (0, 0))


def party_twice(
    rows: Cards, hands: Cards, specials: Names, blocked: tuple[int, ...] = (), seven: int = 0
) -> tuple[Match, Table]:
    """The end of the last round of the anniversary variant, for the engine and for the second rules."""
    match = party(
        *rows,
        blocked=blocked,
        sevens=(seven,),
        round=2,
        turn=13 - len(hands[0]),
        hands=tuple(map(frozenset, hands)),
    )
    match = with_specials(match, known=specials, count=tuple(map(len, specials)))
    lying: list[Row] = [
        (*row, *["seven"] * (at == seven), *["block"] * (at in blocked)) for at, row in enumerate(rows, 1)
    ]
    return match, Table(tuple(lying), hands, specials, (0, 0))


def random_twice(seed: int) -> tuple[Match, Table]:
    """Crowded rows and every special card about; both seats have two number cards and three specials left."""
    random = Random(seed)
    deck = random.sample(range(1, 105), 40)
    sizes = [random.choice((1, 2, 4, 5, 5)) for _ in range(random.choice((4, 4, 5)))]
    seven = random.choice((0, *range(1, len(sizes) + 1)))
    if seven:
        sizes[seven - 1] = random.choice((4, 5, 6))
    blocked = tuple(random.sample(range(1, len(sizes) + 1), random.choice((0, 0, 1, 2))))
    rows = tuple([tuple(sorted(deck.pop() for _ in range(size))) for size in sizes])
    hands = tuple([tuple(sorted(deck.pop() for _ in range(2))) for _ in range(2)])
    specials = tuple([tuple(random.sample(KINDS, 3)) for _ in range(2)])
    return party_twice(rows, hands, specials, blocked, seven)


CROWDED = ((12, 14, 15, 21, 26), (3, 9), (43, 44), (58, 61, 68, 83))


def test_where_the_rules_leave_no_choice_only_the_reveals_make_lines() -> None:
    twice = base_twice(((10,), (20,), (30,), (40,)), ((11, 21), (31, 41)))

    lengths, ends = lines(twice, 6)

    assert lengths == [4, 4, 4, 4, 4, 4]
    assert ends == {((), (0, 0), ()): 4}
    assert (lengths, ends) == lines_again(twice, 6)


def test_a_low_card_makes_a_line_for_every_row() -> None:
    twice = base_twice(((10,), (20,), (30,), (40,)), ((1, 50), (2, 60)))

    lengths, ends = lines(twice, 6)

    # The lowest card is low unless 50 and 60 meet: 3 * 4 + 1 lines. In the second turn
    # only 1 is low, and only where the first began with 50: 4 * 4 + 4 + 4 + 4 lines.
    assert lengths == [4, 13, 13, 13, 28, 28]
    assert (lengths, ends) == lines_again(twice, 6)


def test_three_turns_on_crowded_rows_end_in_the_same_scores_as_often() -> None:
    twice = base_twice(CROWDED, ((1, 30, 84), (2, 27, 90)))

    lengths, ends = lines(twice, 9)

    assert lengths[0] == 9
    assert len(ends) > 10
    assert (lengths, ends) == lines_again(twice, 9)


@pytest.mark.parametrize(
    ("kind", "lengths"),
    [
        ("fifth_row", [4, 6, 8, 8]),
        ("take_seven", [4, 6, 8, 8]),
        ("insert", [4, 6, 9, 10]),
        ("replace", [4, 6, 8, 8]),
        ("move", [4, 82, 136, 136]),
        ("block", [4, 12, 20, 20]),
        ("negate", [4, 9, 9, 9]),
    ],
)
def test_one_special_card_in_one_hand_opens_these_lines(kind: str, lengths: list[int]) -> None:
    # Ana holds the special card and goes first in two of the four pairs of reveals. With a
    # block, say, she then has 1 placement and 4 rows to block: 2 * (1 + 4) + 2 = 12 lines.
    twice = party_twice(CROWDED, ((30, 46), (27, 90)), ((kind,), ()))

    assert lines(twice, 4)[0] == lengths
    assert lines(twice, 4) == lines_again(twice, 4)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_special_card_in_both_hands_to_the_end_of_the_match(kind: str) -> None:
    twice = party_twice(CROWDED, ((30,), (27,)), ((kind,), (kind,)))

    assert lines(twice, 5) == lines_again(twice, 5)


@pytest.mark.parametrize(
    ("rows", "blocked", "seven"),
    [
        (CROWDED, (), 0),
        (CROWDED, (1,), 0),
        (CROWDED, (2, 4), 0),
        (CROWDED, (4,), 1),
        ((*CROWDED, (22,)), (), 0),
        ((*CROWDED, (22, 23, 24, 28, 29)), (2,), 4),
    ],
)
def test_block_fifth_row_and_insert_to_the_end_of_the_match(rows: Cards, blocked: tuple[int, ...], seven: int) -> None:
    twice = party_twice(rows, ((30, 46), (27, 90)), (("block", "insert"), ("fifth_row",)), blocked, seven)

    assert lines(twice, 9) == lines_again(twice, 9)


def test_every_special_card_in_one_hand() -> None:
    rows = ((12, 14, 15, 21, 26), (43, 44, 47, 50, 52), (58, 61), (70,))
    twice = party_twice(rows, ((30,), (53,)), (KINDS, ("insert", "block", "move", "negate")))

    assert lines(twice, 5) == lines_again(twice, 5)


@pytest.mark.parametrize("seed", range(40))
def test_a_turn_on_random_rows_with_random_special_cards(seed: int) -> None:
    twice = random_twice(seed)

    assert lines(twice, 3) == lines_again(twice, 3)


def test_an_unknown_hand_may_reveal_any_card_not_seen() -> None:
    match = opened(known_deck=True).play(Deal((3, 9, 14, 20)))

    # 24 cards are in play and four of them lie: 20 for the first seat, 19 for the second.
    assert match.legal_moves.count() == 20 * 19


def test_an_unknown_hand_may_play_any_special_card_that_fits() -> None:
    match = reveal(party((12,), (37,), (43,), (58,)), ana=14, bia=44)

    # One placement, and the fifth row; `take_seven`; `insert`, in front of 37, 43 or 58; a
    # block on one of 4 rows; `move`, any of 4 cards to 3 rows; `replace` by one of the 98
    # cards that neither lie nor were shown. Nothing is taken, so nothing can be negated.
    assert match.legal_moves.count() == 1 + 1 + 1 + 1 + 4 + 4 * 3 + 98


def test_whoever_takes_a_row_may_exchange_any_special_card_for_any_other() -> None:
    match = reveal(party((12,), (37,), (43,), (58,)), ana=3, bia=44).play(Place("ana", 2))

    exchanges = [move for move in match.legal_moves if isinstance(move, Exchange)]

    # Seven kinds to discard; what is drawn is one of seven kinds, or stays a secret.
    assert len(exchanges) == 7 * 8


def test_the_last_four_cards_of_a_draft_open_the_rows_in_any_order() -> None:
    match = opened(variant="pro")
    picks = [Draft(SEATS[card % 2], card + 1) for card in range(20)]

    assert match.legal_moves.count() == 24
    assert match.play(picks[0]).legal_moves.count() == 23
    assert played(match, *picks).legal_moves.count() == 4 * 3 * 2 * 1
