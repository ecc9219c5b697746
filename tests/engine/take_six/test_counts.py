"""Every line of play is counted twice: by the engine, and by second rules that share nothing with it.

The second rules lay cards as a hand does. A row is what lies in it, from left to right, special
cards among the numbers; what is allowed is found by trying every row, every gap and every card.
Exchanges are left out, since what they draw is chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from engine import Match
from engine.take_six.moves import Deal, Draft, Exchange, Special
from tests.engine.take_six.tables import SEATS, base, opened, party, played, reveal, with_specials

KINDS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")


class Table(NamedTuple):
    """Seats are numbers. `beside` is the special card beside the next number card, `named` the card of a negate."""

    rows: tuple[tuple[int | str, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    specials: tuple[tuple[str, ...], ...]
    pile: tuple[int, ...]
    queue: tuple[tuple[int, int], ...] = ()
    beside: str = ""
    named: int = 0


def numbers(row: tuple[int | str, ...]) -> list[int]:
    return [card for card in row if isinstance(card, int)]


def markers(row: tuple[int | str, ...]) -> list[str]:
    return [card for card in row if isinstance(card, str)]


def room(row: tuple[int | str, ...]) -> int:
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
    row = (*cards, *markers(table.rows[at]), *marker)
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
            yield from [put(table, at, numbers(row), "block") for at, row in enumerate(table.rows) if "block" not in row]
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
"""How many lines of play there are of each length, and what the tables at the end of them look like."""


def lines_of(table: Table, moves: int) -> Lines:
    lengths, now = [], [table]
    for _ in range(moves):
        now = [after for before in now for after in next_tables(before)]
        lengths.append(len(now))
    ends: Counter[object] = Counter()
    for end in now:
        over = not end.queue and not any(end.hands)
        lying = [(tuple(numbers(row)), room(row), "block" in row) for row in end.rows]
        ends[() if over else tuple(lying), end.pile, () if over else tuple([card for card, _ in end.queue])] += 1
    return lengths, ends


def engine_lines_of(match: Match, moves: int) -> Lines:
    lengths, now = [], [match]
    for _ in range(moves):
        now = [
            before.play(move) for before in now for move in before.legal_moves if not isinstance(move, Exchange)
        ]
        lengths.append(len(now))
    ends: Counter[object] = Counter()
    for end in now:
        state = end.state
        heads = tuple([new + old for new, old in zip(state.pile, state.score, strict=True)])
        ends[tuple(state.rows), heads, tuple([committed.card for committed in state.queue])] += 1
    return lengths, ends


Cards = tuple[tuple[int, ...], ...]
Names = tuple[tuple[str, ...], ...]


def base_twice(rows: Cards, hands: Cards) -> tuple[Match, Table]:
    """The end of a base game's only round, for the engine and for the second rules."""
    match = base(*rows, limit={"rounds": 1}, turn=11 - len(hands[0]), hands=tuple(map(frozenset, hands)))
    return match, Table(rows, hands, ((), ()), (0, 0))


def party_twice(
    rows: Cards, hands: Cards, specials: Names, blocked: tuple[int, ...] = (), seven: int = 0
) -> tuple[Match, Table]:
    """The end of a round of the anniversary variant, for the engine and for the second rules."""
    match = party(
        *rows,
        blocked=blocked,
        sevens=(seven,),
        turn=13 - len(hands[0]),
        hands=tuple(map(frozenset, hands)),
    )
    match = with_specials(match, known=specials, count=tuple(map(len, specials)))
    lying = [
        (*row, *["seven"] * (at == seven), *["block"] * (at in blocked))
        for at, row in enumerate(rows, 1)
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
