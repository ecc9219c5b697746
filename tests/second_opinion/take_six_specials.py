"""Take Six, plainly: the special cards of the anniversary variant."""

from __future__ import annotations

from collections import Counter

from tests.second_opinion.lines import Check, Keys, Refused, is_number, is_text, need_shape, one_of
from tests.second_opinion.take_six_table import Row, TakeSixTable

SPECIALS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")
COPIES = 4
FURTHER_KEYS: dict[str, dict[str, Check]] = {
    "block": {"row": is_number},
    "move": {"card": is_number, "row": is_number},
    "replace": {"with": is_number},
    "negate": {"card": is_number},
}

is_special = one_of(SPECIALS)


class TakeSixSpecials(TakeSixTable):
    def deal_specials(self, given: dict[str, list[str]] | None) -> None:
        self.special_deck += self.discards.total()
        self.discards.clear()
        each = min(3, self.special_deck // len(self.seats))
        self.special_deck -= each * len(self.seats)
        for seat in self.seats:
            self.specials_unknown[seat] += each
        if given is not None:
            self.name_specials(given)

    def name_specials(self, given: dict[str, list[str]]) -> None:
        for seat in self.seats:
            if len(given[seat]) != self.special_count(seat):
                raise Refused("special", f"{seat} must hold {self.special_count(seat)} specials")
            if self.specials_known[seat] - Counter(given[seat]):
                raise Refused("special", f"a special that {seat} kept is not listed")
        count = Counter(kind for hand in given.values() for kind in hand)
        if any(copies > COPIES for copies in count.values()):
            raise Refused("special", "there are four copies of each special")
        self.specials_known = self.per_seat(lambda seat: Counter(given[seat]))
        self.specials_unknown = self.per_seat(lambda seat: 0)

    def in_sight(self, kind: str, but_not_of: str | None = None) -> int:
        """How many copies are known to be on the table, in the discards or in (other) hands."""
        count = self.discards[kind]
        count += sum(hand[kind] for seat, hand in self.specials_known.items() if seat != but_not_of)
        if kind == "block":
            count += sum(row.blocked for row in self.rows)
        elif kind == "take_seven":
            count += sum(row.seven for row in self.rows)
        elif kind == "fifth_row":
            count += int(self.fifth_lies)
        # Played, but neither in a row nor discarded yet.
        return count + int(self.pending == kind and kind in ("fifth_row", "take_seven", "insert", "negate"))

    def spend(self, seat: str, kind: str) -> None:
        """A special leaves the hand."""
        if self.specials_known[seat][kind]:
            self.specials_known[seat][kind] -= 1
            return
        if not self.specials_unknown[seat]:
            raise Refused("hand", f"{seat} has no {kind}")
        if self.in_sight(kind, seat) >= COPIES:
            raise Refused("special", f"all four copies of {kind} lie elsewhere")
        self.specials_unknown[seat] -= 1

    def do_special(self, move: Keys) -> None:
        kind = move.get("special")
        if not is_special(kind):
            raise Refused("malformed", "there is no such special")
        assert isinstance(kind, str)
        need_shape(move, {"seat": is_text, "special": is_special, **FURTHER_KEYS.get(kind, {})})
        if not self.anniversary:
            raise Refused("phase", "there are no specials in this variant")
        self.need_phase("place")
        seat, card = self.queue[0]
        self.need_turn(move["seat"], seat)
        if self.pending:
            raise Refused("special", "one special only for each placement")
        self.spend(seat, kind)
        self.may_exchange = None
        getattr(self, f"special_{kind}")(move, seat, card)
        self.pending = kind

    def special_fifth_row(self, move: Keys, seat: str, card: int) -> None:
        if len(self.rows) >= 5:
            raise Refused("special", "five rows lie already")

    def special_take_seven(self, move: Keys, seat: str, card: int) -> None:
        what, rows = self.fate(card)
        if what == "low":
            raise Refused("special", "a low card cannot use take_seven")
        if rows[0].seven:
            raise Refused("special", "a take_seven lies in that row already")

    def special_insert(self, move: Keys, seat: str, card: int) -> None:
        if not any(self.insertable(row, before, card) for row in self.rows for before in row.cards):
            raise Refused("special", f"{card} can be inserted nowhere")

    def insertable(self, row: Row, before: int, card: int) -> bool:
        """Whether the row stays ascending with `card` in front of `before`."""
        if row.blocked or before not in row.cards:
            return False
        at = row.cards.index(before)
        return card < before and (at == 0 or row.cards[at - 1] < card)

    def special_replace(self, move: Keys, seat: str, card: int) -> None:
        other = move["with"]
        self.need_unshown(seat, other)  # the card itself counts as seen
        self.need_in_hand(seat, other)
        if self.hand_size[seat] < 1:
            raise Refused("hand", "there is no other card in the hand")
        self.leave_hand(seat, other)
        self.back_to_hand(seat, card)
        self.queue[0] = (seat, other)
        self.discards["replace"] += 1

    def special_block(self, move: Keys, seat: str, card: int) -> None:
        row = self.row_at(move["row"])
        if row.blocked:
            raise Refused("row", "that row is blocked already")
        if sum(row.blocked for row in self.rows) >= 2:
            raise Refused("special", "at most two blocks on the table")
        row.blocked = True

    def special_negate(self, move: Keys, seat: str, card: int) -> None:
        what, rows = self.fate(card)
        if what not in ("take", "low"):
            raise Refused("special", "no row will be taken")
        if not any(move["card"] in row.cards for row in rows):
            raise Refused("special", f"{move['card']} lies in no row that may be taken")
        self.negated = move["card"]

    def special_move(self, move: Keys, seat: str, card: int) -> None:
        moved, target = move["card"], self.row_at(move["row"])
        self.need_in_deck(moved)
        sources = [row for row in self.rows if moved in row.cards and not row.blocked]
        if not sources:
            raise Refused("special", f"{moved} lies in no row that gives a card")
        if target.blocked:
            raise Refused("row", "that row is blocked")
        if target in sources:
            raise Refused("row", "the card must move to another row")
        self.discards["move"] += 1
        was_full = target.full
        sources[0].cards.remove(moved)
        target.cards = sorted([*target.cards, moved])
        if was_full:
            self.squeeze(seat, target)

    def do_exchange(self, move: Keys) -> None:
        need_shape(move, {"seat": is_text, "discard": is_special}, {"draw": is_special})
        if not self.anniversary:
            raise Refused("phase", "there are no specials in this variant")
        seat = self.may_exchange
        if seat is None:
            raise Refused("phase", "only just after taking a row, once")
        self.need_turn(move["seat"], seat)
        self.spend(seat, move["discard"])
        self.discards[move["discard"]] += 1
        if self.special_deck == 0:
            self.special_deck = self.discards.total()
            self.discards.clear()
        self.special_deck -= 1
        self.draw_special(seat, move.get("draw"))
        self.may_exchange = None

    def draw_special(self, seat: str, kind: str | None) -> None:
        if kind is None:
            self.specials_unknown[seat] += 1
            return
        if self.in_sight(kind) >= COPIES:
            raise Refused("special", f"all four copies of {kind} lie elsewhere")
        self.specials_known[seat][kind] += 1
