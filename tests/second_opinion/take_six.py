"""Take Six, plainly: the draft, the deal, the reveal and the placing."""

from __future__ import annotations

from typing import ClassVar

from tests.second_opinion.lines import Keys, Refused, are_numbers, each_is, is_number, is_numbers, is_text, need_shape
from tests.second_opinion.take_six_specials import TakeSixSpecials, is_special
from tests.second_opinion.take_six_table import Row, heads


class TakeSix(TakeSixSpecials):
    MOVES: ClassVar[tuple[str, ...]] = ("draft", "deal", "reveal", "special", "place", "exchange")

    def do_draft(self, move: Keys) -> None:
        need_shape(move, {"seat": is_text, "card": is_number})
        self.need_phase("draft")
        drafted = [card for cards in self.drafted.values() for card in cards]
        self.need_turn(move["seat"], self.seats[(self.round - 1 + len(drafted)) % len(self.seats)])
        self.need_in_deck(move["card"])
        if move["card"] in drafted:
            raise Refused("card", f"{move['card']} has been picked already")
        self.drafted[move["seat"]].append(move["card"])
        if len(drafted) + 1 == len(self.seats) * self.hand_cards:
            self.phase = "deal"

    def do_deal(self, move: Keys) -> None:
        specials = {"specials": each_is(_are_specials)} if self.anniversary else {}
        need_shape(move, {"rows": are_numbers(4, 4)}, {"hands": each_is(is_numbers), **specials})
        self.need_phase("deal")
        for key in ("hands", "specials"):
            if key in move:
                self.need_every_seat(move[key])
        self.need_new_rows(move["rows"])
        if "hands" in move:
            self.need_hands(move["rows"], move["hands"])
            self.hands = self.per_seat(lambda seat: set(move["hands"][seat]))
        elif self.draft:
            self.hands = self.per_seat(lambda seat: set(self.drafted[seat]))
        if self.anniversary:
            self.deal_specials(move.get("specials"))
        self.rows = [Row(card) for card in move["rows"]]
        self.shown = set(move["rows"])
        self.may_exchange = None
        self.phase = "reveal"

    def need_new_rows(self, rows: list[int]) -> None:
        seen = {card for cards in self.drafted.values() for card in cards}
        for card in rows:
            self.need_in_deck(card)
            if card in seen:
                raise Refused("card", f"{card} has been seen already")
            seen.add(card)

    def need_hands(self, rows: list[int], hands: dict[str, list[int]]) -> None:
        dealt = set(rows)
        for seat in self.seats:
            for card in hands[seat]:
                self.need_in_deck(card)
                if card in dealt:
                    raise Refused("card", f"{card} is dealt twice")
                dealt.add(card)
        for seat in self.seats:
            if len(hands[seat]) != self.hand_cards:
                raise Refused("hand", f"a hand has {self.hand_cards} cards")
            if self.draft and set(hands[seat]) != set(self.drafted[seat]):
                raise Refused("hand", f"the hand of {seat} is not what was drafted")

    def do_reveal(self, move: Keys) -> None:
        need_shape(move, {"cards": each_is(is_number)})
        self.need_phase("reveal")
        cards = move["cards"]
        self.need_every_seat(cards)
        for seat in self.seats:
            self.need_unshown(seat, cards[seat])
        if len(set(cards.values())) < len(self.seats):
            raise Refused("card", "two seats show the same card")
        for seat in self.seats:
            self.need_in_hand(seat, cards[seat])
        for seat in self.seats:
            self.leave_hand(seat, cards[seat])
        self.queue = sorted(cards.items(), key=lambda committed: committed[1])
        self.may_exchange = None
        self.phase = "place"

    def do_place(self, move: Keys) -> None:
        before = {"before": is_number} if self.pending == "insert" else {}
        need_shape(move, {"seat": is_text, "row": is_number, **before})
        self.need_phase("place")
        seat, card = self.queue[0]
        self.need_turn(move["seat"], seat)
        self.may_exchange = None
        if self.pending == "fifth_row":
            self.open_fifth_row(move["row"], card)
        elif self.pending == "insert":
            self.insert(seat, self.row_at(move["row"]), move["before"], card)
        else:
            self.place_by_the_rules(seat, self.row_at(move["row"]), card)
        self.pending = self.negated = None
        self.queue.pop(0)
        if not self.queue:
            self.end_turn()

    def open_fifth_row(self, number: int, card: int) -> None:
        if number != 5:
            raise Refused("row", "the card opens the fifth row")
        self.rows.append(Row(card))
        self.fifth_lies = True

    def insert(self, seat: str, row: Row, before: int, card: int) -> None:
        if not self.insertable(row, before, card):
            raise Refused("row", "the row must stay ascending, and not at its end")
        was_full = row.full
        row.cards.insert(row.cards.index(before), card)
        self.discards["insert"] += 1
        if was_full:
            self.squeeze(seat, row)

    def place_by_the_rules(self, seat: str, row: Row, card: int) -> None:
        what, rows = self.fate(card)
        if row not in rows:
            raise Refused("row", f"the rules send {card} elsewhere")
        if self.pending == "negate" and self.negated not in row.cards:
            raise Refused("row", "the negate named a card of another row")
        if what == "start":
            row.cards = [card]
        elif self.pending == "take_seven":
            row.seven = True
            row.cards.append(card)
        elif what == "append":
            row.cards.append(card)
        else:
            self.take(seat, row, card)

    def take(self, seat: str, row: Row, card: int) -> None:
        five = len(self.rows) == 5
        pile = self.pile[seat] + sum(map(heads, row.cards)) + (heads(card) if five else 0)
        if self.negated is not None:
            pile = max(0, pile - 2 * heads(self.negated))  # the card set aside, and as many heads again
            self.discards["negate"] += 1
        self.pile[seat] = pile
        row.cards = [] if five else [card]
        self.after_taking(seat, row, gone=five)

    def end_turn(self) -> None:
        if self.turn < self.hand_cards:
            self.turn += 1
            self.phase = "reveal"
            return
        for seat in self.seats:
            self.score[seat] += self.pile[seat]
        self.discards["take_seven"] += sum(row.seven for row in self.rows)
        self.discards["block"] += sum(row.blocked for row in self.rows)
        self.discards["fifth_row"] += int(self.fifth_lies)
        self.open_round()
        if self.match_ends():
            self.phase = "over"
            self.winners = [seat for seat in self.seats if self.score[seat] == min(self.score.values())]
            self.may_exchange = None
        else:
            self.round += 1
            self.turn = 1

    def match_ends(self) -> bool:
        if self.limit == "rounds":
            return bool(self.round >= self.limit_number)
        most = max(self.score.values())
        return bool(most > self.limit_number if self.limit == "exceed" else most >= self.limit_number)


def _are_specials(value: object) -> bool:
    return type(value) is list and all(is_special(item) for item in value)
