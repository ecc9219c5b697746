"""Take Six, plainly: the rows, the hands as far as they are known, and what taking a row does."""

from __future__ import annotations

from collections import Counter

from tests.second_opinion.lines import (
    Game,
    Keys,
    NoMatch,
    Refused,
    is_number,
    need_options,
    need_seat_count,
    read_variant,
)

VARIANTS = ("base", "pro", "anniversary")
LIMITS = ("reach", "exceed", "rounds")


def heads(card: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


class Row:
    def __init__(self, card: int) -> None:
        self.cards = [card]
        self.seven = False
        self.blocked = False

    @property
    def capacity(self) -> int:
        return 6 if self.seven else 5

    @property
    def full(self) -> bool:
        return len(self.cards) >= self.capacity


class TakeSixTable(Game):
    def __init__(self, seats: list[str], options: Keys) -> None:
        super().__init__(seats, options)
        need_options(options, "variant", "known_deck", "draft", "limit")
        self.read_options(options)
        self.highest = 10 * len(seats) + 4 if self.known_deck else 104
        self.hand_cards = 12 if self.anniversary else 10
        self.round = 1
        self.turn = 1
        self.score = self.per_seat(lambda seat: 0)
        # Special cards: those in a hand that have a name, how many others are there, and those elsewhere.
        self.specials_known: dict[str, Counter[str]] = self.per_seat(lambda seat: Counter())
        self.specials_unknown = self.per_seat(lambda seat: 0)
        self.special_deck = 28
        self.discards: Counter[str] = Counter()
        self.may_exchange: str | None = None
        self.open_round()

    def read_options(self, options: Keys) -> None:
        variant = read_variant(options, VARIANTS)
        self.anniversary = variant == "anniversary"
        if self.anniversary and len(options) > 1:
            raise NoMatch("the anniversary variant has no options")
        self.known_deck = options.get("known_deck", variant == "pro")
        self.draft = options.get("draft", variant == "pro")
        if type(self.known_deck) is not bool or type(self.draft) is not bool:
            raise NoMatch("known_deck and draft are true or false")
        limit = {"rounds": 2} if self.anniversary else options.get("limit", {"reach": 66})
        if type(limit) is not dict or len(limit) != 1:
            raise NoMatch("limit must have one key")
        ((self.limit, self.limit_number),) = limit.items()
        if self.limit not in LIMITS or not is_number(self.limit_number) or self.limit_number < 1:
            raise NoMatch("no such limit")
        small = variant == "pro" or self.known_deck or self.draft
        need_seat_count(self.seats, 2, 8 if self.anniversary else 6 if small else 10)

    def open_round(self) -> None:
        self.phase = "draft" if self.draft else "deal"
        self.rows: list[Row] = []
        self.queue: list[tuple[str, int]] = []
        self.pile = self.per_seat(lambda seat: 0)
        self.fifth_lies = False  # a fifth_row special beside the fifth row
        self.pending: str | None = None  # the special played for the coming placement
        self.negated: int | None = None
        self.shown: set[int] = set()  # numbers seen on the table this round
        self.hands: dict[str, set[int]] | None = None  # where they were given or drafted
        self.returned: dict[str, set[int]] = self.per_seat(lambda seat: set())  # known by `replace` in hidden hands
        self.hand_size = self.per_seat(lambda seat: self.hand_cards)
        self.drafted: dict[str, list[int]] = self.per_seat(lambda seat: [])

    def state(self, secret: bool) -> Keys:
        rows = [{"cards": list(row.cards), "capacity": row.capacity, "blocked": row.blocked} for row in self.rows]
        state = {
            "phase": self.phase,
            "round": self.round,
            "turn": self.turn,
            "rows": rows,
            "queue": [{"seat": seat, "card": card} for seat, card in self.queue],
            "pile": dict(self.pile),
            "score": dict(self.score),
            "winners": list(self.winners),
        }
        return {**state, "special_count": self.per_seat(self.special_count)} if self.anniversary else state

    def special_count(self, seat: str) -> int:
        return self.specials_known[seat].total() + self.specials_unknown[seat]

    # Hands

    def need_in_deck(self, card: int) -> None:
        if not 1 <= card <= self.highest:
            raise Refused("card", f"{card} is not a card of this match")

    def need_unshown(self, seat: str, card: int) -> None:
        """Refuse a card that can't come out of this hand, as it lies or lay on the table."""
        self.need_in_deck(card)
        in_hand = card in self.returned[seat] or (self.hands is not None and card in self.hands[seat])
        if card in self.shown and not in_hand:
            raise Refused("card", f"{card} has been seen this round")

    def need_in_hand(self, seat: str, card: int) -> None:
        returned = self.returned[seat]
        if self.hands is not None:
            if card not in self.hands[seat]:
                raise Refused("hand", f"{card} is not in the hand of {seat}")
        elif card not in returned and len(returned) >= self.hand_size[seat]:
            raise Refused("hand", f"every card of {seat} is known, and {card} is none of them")

    def leave_hand(self, seat: str, card: int) -> None:
        if self.hands is not None:
            self.hands[seat].discard(card)
        self.returned[seat].discard(card)
        self.hand_size[seat] -= 1
        self.shown.add(card)

    def back_to_hand(self, seat: str, card: int) -> None:
        if self.hands is not None:
            self.hands[seat].add(card)
        else:
            self.returned[seat].add(card)
        self.hand_size[seat] += 1

    # Rows

    def row_at(self, number: int) -> Row:
        if not 1 <= number <= len(self.rows):
            raise Refused("row", f"there is no row {number}")
        return self.rows[number - 1]

    def fate(self, card: int) -> tuple[str, list[Row]]:
        """What the rules do with a card: it starts a row, is appended, takes the row or, being low, any of several."""
        for row in self.rows:
            if not row.cards:
                return "start", [row]
        unblocked = [row for row in self.rows if not row.blocked]
        fitting = [row for row in unblocked if row.cards[-1] < card]
        if not fitting:
            return "low", unblocked
        nearest = max(fitting, key=lambda row: row.cards[-1])
        return ("take" if nearest.full else "append"), [nearest]

    def squeeze(self, seat: str, row: Row) -> None:
        """A row into which one card too many was put is taken, but for its last card; with five rows all of it."""
        gone = len(self.rows) == 5
        kept = [] if gone else row.cards[-1:]
        self.pile[seat] += sum(heads(card) for card in row.cards if card not in kept)
        row.cards = kept
        self.after_taking(seat, row, gone)

    def after_taking(self, seat: str, row: Row, gone: bool) -> None:
        if row.seven:
            row.seven = False
            self.discards["take_seven"] += 1
        for other in self.rows:
            if other.blocked:
                other.blocked = False
                self.discards["block"] += 1
        if gone:
            self.rows.remove(row)
            self.fifth_lies = False
            self.discards["fifth_row"] += 1
        if self.anniversary:
            self.may_exchange = seat
