"""What a refusal says: its rule, which sentence of it, and the numbers and names that decided.

The sentences that players read are made from these facts, so every refusal stands here once.
"""

from __future__ import annotations

import pytest

from engine import IllegalMove, Match
from engine.game import Move
from engine.take_six.moves import Deal, Draft, Exchange, Place, Reveal, Special
from tests.engine.take_six.tables import base, opened, party, reveal, settle, with_specials

ROWS = (12, 37, 43, 58)
FOUR = ((12,), (37,), (43,), (58,))
FULL = (3, 5, 11, 13, 17)
TEN = {"ana": tuple(range(61, 71)), "bia": tuple(range(71, 81))}
HAND = ("block", "move", "insert")

PRO = opened(variant="pro")
BASE = opened().play(Deal(ROWS, hands=TEN))
PARTY = party(*FOUR)
LOW = reveal(PARTY, ana=1, bia=90)
MIDDLE = reveal(PARTY, ana=45, bia=90)
HIGH = reveal(PARTY, ana=70, bia=90)
FULL_ROW = reveal(party(FULL, (24, 30), (43,), (58,)), ana=20, bia=90)
FIVE = reveal(party(FULL, (24,), (43,), (58,), (70,)), ana=20, bia=90)
BLOCKED = reveal(party(*FOUR, blocked=(1, 3)), ana=14, bia=90)
TAKER = LOW.play(Place("ana", 1))
KNOWN = with_specials(FULL_ROW, known=(HAND, ()))
NONE_LEFT = with_specials(FULL_ROW, count=(0, 3))
FOUR_BLOCKS = with_specials(FULL_ROW, discards=("block",) * 4)
INSERTING = LOW.play(Special("ana", "insert"))
NEGATING = LOW.play(Special("ana", "negate", card=37))
SECOND_DEAL = with_specials(settle(reveal(party(*FOUR, turn=12), ana=13, bia=38)), count=(1, 0), known=(("block",), ()))


@pytest.mark.parametrize(
    ("match", "move", "refusal"),
    [
        # Not now, not you.
        (opened(), Draft("ana", 1), "phase: not_now (move='draft', phase='deal')"),
        (PRO, Deal(ROWS), "phase: not_now (move='deal', phase='draft')"),
        (LOW, Reveal({"ana": 1, "bia": 2}), "phase: not_now (move='reveal', phase='place')"),
        (BASE, Place("ana", 1), "phase: not_now (move='place', phase='reveal')"),
        (PARTY, Special("ana", "insert"), "phase: not_now (move='special', phase='reveal')"),
        (reveal(base(*FOUR), ana=14, bia=90), Special("ana", "insert"), "phase: special_without_anniversary"),
        (LOW, Exchange("ana", "block"), "phase: nobody_may_exchange"),
        (LOW, Place("bia", 1), "seat: not_your_turn (seat='bia', wanted='ana')"),
        (LOW, Place("eva", 1), "seat: unknown_seat (seat='eva')"),
        (BASE, Reveal({"ana": 61}), "seat: seat_missing (seat='bia')"),
        # Cards and hands.
        (PRO, Draft("ana", 25), "card: not_in_deck (card=25, lowest=1, highest=24)"),
        (PRO.play(Draft("ana", 7)), Draft("bia", 7), "card: drafted_before (card=7)"),
        (opened(), Deal((12, 37, 43, 0)), "card: not_in_deck (card=0, lowest=1, highest=104)"),
        (opened(), Deal((12, 37, 43, 37)), "card: seen_before (card=37)"),
        (opened(), Deal(ROWS, {**TEN, "bia": (1, 2)}), "hand: hand_size (seat='bia', count=2, right=10)"),
        (BASE, Reveal({"ana": 61, "bia": 61}), "card: revealed_twice (card=61)"),
        (BASE, Reveal({"ana": 61, "bia": 43}), "card: seen_before (card=43)"),
        (BASE, Reveal({"ana": 61, "bia": 62}), "hand: not_in_hand (seat='bia', card=62)"),
        # Rows.
        (LOW, Place("ana", 5), "row: no_such_row (row=5, rows=4)"),
        (BLOCKED, Place("ana", 1), "row: row_blocked (row=1)"),
        (
            MIDDLE,
            Place("ana", 2),
            "row: row_smallest_difference (card=45, row=2, rows=(3,), right=3, nearest=43, blocked=())",
        ),
        (
            reveal(party(*FOUR, blocked=(3,)), ana=45, bia=90),
            Place("ana", 4),
            "row: row_smallest_difference (card=45, row=4, rows=(2,), right=2, nearest=37, blocked=(3,))",
        ),
        (LOW, Place("ana", 1, before=12), "malformed: before_without_insert"),
        (INSERTING, Place("ana", 1), "malformed: before_missing"),
        (INSERTING, Place("ana", 1, before=37), "row: insert_not_in_row (before=37, card=1, row=1)"),
        (NEGATING, Place("ana", 1), "row: row_negate (negated=37, card=1, row=1)"),
        # Special cards.
        (INSERTING, Special("ana", "block", row=1), "special: special_twice (seat='ana')"),
        (FIVE, Special("ana", "fifth_row"), "special: five_rows"),
        (LOW, Special("ana", "take_seven"), "special: no_place_take_seven (card=1)"),
        (HIGH, Special("ana", "insert"), "special: no_place_insert (card=70)"),
        (HIGH, Special("ana", "replace", with_=43), "card: seen_before (card=43)"),
        (HIGH, Special("ana", "move", card=60, row=1), "special: move_not_in_rows (card=60)"),
        (HIGH, Special("ana", "move", card=58, row=6), "row: no_such_row (row=6, rows=4)"),
        (HIGH, Special("ana", "move", card=58, row=4), "row: move_same_row (card=58, row=4)"),
        (BLOCKED, Special("ana", "move", card=43, row=2), "row: row_blocked (row=3)"),
        (BLOCKED, Special("ana", "block", row=2), "special: two_blocks (most=2)"),
        (
            reveal(party(*FOUR, blocked=(3,)), ana=45, bia=90),
            Special("ana", "block", row=3),
            "row: blocked_already (row=3)",
        ),
        (HIGH, Special("ana", "negate", card=58), "special: no_place_negate (card=70)"),
        (FULL_ROW, Special("ana", "negate", card=30), "special: negate_not_in_row (card=30, rows=(1,))"),
        (NONE_LEFT, Special("ana", "insert"), "hand: no_specials (seat='ana')"),
        (KNOWN, Special("ana", "negate", card=11), "hand: special_not_in_hand (seat='ana', special='negate')"),
        (FOUR_BLOCKS, Special("ana", "block", row=1), "special: all_in_sight (special='block', copies=4)"),
        (
            opened(variant="anniversary"),
            Deal(ROWS, specials={"ana": HAND, "bia": HAND[1:]}),
            "special: special_hand_size (seat='bia', count=2, right=3)",
        ),
        (
            opened(variant="anniversary"),
            Deal(ROWS, specials={"ana": ("move", "move", "move"), "bia": ("move", "move", "block")}),
            "special: fifth_copy (special='move', copies=4)",
        ),
        (
            SECOND_DEAL,
            Deal(ROWS, specials={"ana": ("move", "insert", "insert", "move"), "bia": HAND}),
            "special: special_kept (seat='ana', special='block')",
        ),
    ],
)
def test_a_refusal_says_which_rule_and_what_decided(match: Match, move: Move, refusal: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.play(move)

    assert str(caught.value) == refusal


def test_a_refused_move_leaves_the_match_as_it_was() -> None:
    before = TAKER.state

    with pytest.raises(IllegalMove):
        TAKER.play(Special("bia", "negate", card=58))

    assert TAKER.state is before
    assert Exchange("ana", "block") in TAKER.legal_moves
