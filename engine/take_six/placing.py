"""Where the next card may go, what it takes, and how the rows lie afterwards."""

from __future__ import annotations

from bisect import bisect

from engine.take_six.cards import heads
from engine.take_six.events import Placed
from engine.take_six.rows import ROW, Committed, Row
from engine.take_six.state import Specials

FIVE_ROWS = 5
Ends = tuple[int | None, ...]


def placements(rows: tuple[Row, ...], committed: Committed, specials: Specials | None) -> tuple[Placed, ...]:
    """Every legal placement of a card, each with its rule and its cost.

    Mostly there is one; a low card has one for each row that may be taken. There is none
    where the special card that was played for it can't be used.
    """
    if specials is None or specials.pending is None:
        return _by_the_rules(rows, committed)
    if specials.pending == "fifth_row":
        return (Placed(committed.seat, committed.card, FIVE_ROWS, "fifth_row", _ends(rows)),)
    if specials.pending == "insert":
        return _insertions(rows, committed)
    if specials.pending == "move" and () in [row.cards for row in rows]:
        return (_into_emptied_row(rows, committed),)
    found = _by_the_rules(rows, committed)
    if specials.pending == "take_seven":
        return _as_sixth(found[0], rows)
    if specials.negated is not None:
        return _negating(specials.negated, found, rows)
    return found


def _ends(rows: tuple[Row, ...]) -> Ends:
    """The last card of each row, None where nothing may be laid behind it."""
    return tuple([None if blocked or not cards else cards[-1] for cards, _, blocked in rows])


def _by_the_rules(rows: tuple[Row, ...], committed: Committed) -> tuple[Placed, ...]:
    card, seat = committed
    ends = _ends(rows)
    below = [end for end in ends if end is not None and end < card]
    if not below:
        return _low(rows, committed, ends)
    index = ends.index(max(below))
    row = rows[index]
    if len(row.cards) < row.capacity:
        rule = "ascending" if len(below) == 1 else "smallest_difference"
        return (Placed(seat, card, index + 1, rule, ends),)
    taken = _with_own_card(row.cards, card, rows)
    return (Placed(seat, card, index + 1, "full_row", ends, taken, heads(taken)),)


def _low(rows: tuple[Row, ...], committed: Committed, ends: Ends) -> tuple[Placed, ...]:
    card, seat = committed
    choices = []
    for number, row in enumerate(rows, 1):
        if not row.blocked:
            taken = _with_own_card(row.cards, card, rows)
            choices.append(Placed(seat, card, number, "low_card", ends, taken, heads(taken)))
    return tuple(choices)


def _with_own_card(cards: tuple[int, ...], card: int, rows: tuple[Row, ...]) -> tuple[int, ...]:
    """While five rows lie, whoever takes one takes the card just played along."""
    return (*cards, card) if len(rows) == FIVE_ROWS else cards


def _insertions(rows: tuple[Row, ...], committed: Committed) -> tuple[Placed, ...]:
    card, seat = committed
    ends = _ends(rows)
    choices = []
    for number, row in enumerate(rows, 1):
        if row.blocked or row.cards[-1] < card:
            continue
        at = bisect(row.cards, card)
        taken = crowded_out((*row.cards[:at], card, *row.cards[at:]), row.capacity, rows)
        choices.append(Placed(seat, card, number, "insert", ends, taken, heads(taken), before=row.cards[at]))
    return tuple(choices)


def crowded_out(cards: tuple[int, ...], capacity: int, rows: tuple[Row, ...]) -> tuple[int, ...]:
    """What a seat takes after a card was put into the middle of a row that now reads `cards`."""
    if len(cards) <= capacity:
        return ()
    return cards if len(rows) == FIVE_ROWS else cards[:-1]


def _into_emptied_row(rows: tuple[Row, ...], committed: Committed) -> Placed:
    number = next(number for number, row in enumerate(rows, 1) if not row.cards)
    return Placed(committed.seat, committed.card, number, "emptied_row", _ends(rows))


def _as_sixth(usual: Placed, rows: tuple[Row, ...]) -> tuple[Placed, ...]:
    if usual.rule == "low_card" or rows[usual.row - 1].capacity > ROW:
        return ()
    return (Placed(usual.seat, usual.card, usual.row, "take_seven", usual.ends),)


def _negating(negated: int, found: tuple[Placed, ...], rows: tuple[Row, ...]) -> tuple[Placed, ...]:
    return tuple(
        placed._replace(negated=negated) for placed in found if placed.taken and negated in rows[placed.row - 1].cards
    )


def laid(rows: tuple[Row, ...], placed: Placed) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """The rows after a placement, and the special cards that left them."""
    index = placed.row - 1
    if placed.rule == "fifth_row":
        return (*rows, Row((placed.card,))), ()
    cards, capacity, _ = rows[index]
    if placed.taken:
        return taken_away(rows, index, cards[-1] if placed.rule == "insert" else placed.card)
    if placed.rule == "take_seven":
        capacity = ROW + 1
    at = bisect(cards, placed.card) if placed.rule == "insert" else len(cards)
    row = Row((*cards[:at], placed.card, *cards[at:]), capacity)
    return (*rows[:index], row, *rows[index + 1 :]), ()


def taken_away(rows: tuple[Row, ...], index: int, start: int) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """The rows after one was taken, and the special cards that left the table with it.

    It starts anew with `start`, or is gone where five lay, and every block lifts.
    """
    left = ["block"] * sum([row.blocked for row in rows])
    if rows[index].capacity > ROW:
        left.append("take_seven")
    after = [Row(row.cards, row.capacity) if row.blocked else row for row in rows]
    if len(rows) == FIVE_ROWS:
        left.append("fifth_row")
        del after[index]
    else:
        after[index] = Row((start,))
    return tuple(after), tuple(left)
