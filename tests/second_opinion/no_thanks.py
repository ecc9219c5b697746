"""No Thanks!, plainly."""

from __future__ import annotations

from typing import ClassVar

from tests.second_opinion.lines import (
    Game,
    Keys,
    NoMatch,
    Refused,
    each_is,
    is_number,
    is_numbers,
    is_text,
    need_options,
    need_seat_count,
    need_shape,
    read_variant,
)

VARIANTS = ("base", "hidden_tiger", "tactical", "tactical_tiger")
GAPS = ([10, 20, 30], [10, 19, 28])
DECK = range(3, 36)
TURNED_UP = 24


class NoThanks(Game):
    MOVES: ClassVar[tuple[str, ...]] = ("deal", "turn_up", "pass", "take", "tiger")

    def __init__(self, seats: list[str], options: Keys) -> None:
        super().__init__(seats, options)
        need_options(options, "variant", "rounds", "gaps")
        variant = read_variant(options, VARIANTS)
        tactical = variant.startswith("tactical")
        self.has_tigers = variant.endswith("tiger")
        self.rounds = options.get("rounds", 4)
        if not is_number(self.rounds) or self.rounds < 1:
            raise NoMatch("rounds must be a number, at least 1")
        self.gaps = _read_gaps(options, tactical)
        need_seat_count(seats, 3, 5 if tactical else 7)
        self.first_chips = 10 if tactical else {6: 9, 7: 7}.get(len(seats), 11)
        self.round = 1
        self.last_starter = -1
        self.score = self.per_seat(lambda seat: 0)
        self.open_round()

    def open_round(self) -> None:
        self.phase = "deal"
        self.active: int | None = None
        self.to_decide: str | None = None
        self.on_card = 0
        self.left = 0
        self.cards: dict[str, list[int]] = self.per_seat(lambda seat: [])
        self.chips = self.per_seat(lambda seat: 0)
        self.tigers: dict[str, int] = {}  # those that are known and not played
        self.tiger_played: set[str] = set()
        self.seen: set[int] = set()

    def state(self, secret: bool) -> Keys:
        state = {
            "phase": self.phase,
            "round": self.round,
            "active": self.active,
            "on_card": self.on_card,
            "to_decide": self.to_decide,
            "left": self.left,
            "cards": self.per_seat(lambda seat: sorted(self.cards[seat])),
            "score": dict(self.score),
            "winners": list(self.winners),
        }
        return {**state, "chips": dict(self.chips)} if secret else state

    def need_new_card(self, card: int) -> None:
        if card not in DECK:
            raise Refused("card", f"{card} is not in the deck")
        if card in self.gaps:
            raise Refused("card", f"{card} was removed openly")
        if card in self.seen:
            raise Refused("card", f"{card} has been seen this round")

    def do_deal(self, move: Keys) -> None:
        tigers = {"tigers": each_is(is_number)} if self.has_tigers else {}
        need_shape(move, {}, {"starter": is_text, **tigers})
        self.need_phase("deal")
        if "starter" in move:
            self.need_known_seat(move["starter"])
        if "tigers" in move:
            self.deal_tigers(move["tigers"])
        if "starter" in move:
            self.last_starter = self.seats.index(move["starter"])
        else:
            self.last_starter = (self.last_starter + 1) % len(self.seats)
        self.to_decide = self.seats[self.last_starter]
        self.chips = self.per_seat(lambda seat: self.first_chips)
        self.left = TURNED_UP
        self.phase = "turn_up"

    def deal_tigers(self, tigers: dict[str, int]) -> None:
        self.need_every_seat(tigers)
        for card in tigers.values():
            self.need_new_card(card)
        if len(set(tigers.values())) < len(self.seats):
            raise Refused("card", "two seats have the same tiger")
        self.tigers = dict(tigers)

    def do_turn_up(self, move: Keys) -> None:
        need_shape(move, {"card": is_number})
        self.need_phase("turn_up")
        card = move["card"]
        self.need_new_card(card)
        if card in self.tigers.values():
            raise Refused("card", f"{card} is a tiger in a hand")
        self.seen.add(card)
        self.active = card
        self.left -= 1
        self.phase = "decide"

    def do_pass(self, move: Keys) -> None:
        need_shape(move, {"seat": is_text})
        self.need_phase("decide")
        seat = move["seat"]
        self.need_turn(seat, self.to_decide)
        if self.chips[seat] < 1:
            raise Refused("chips", f"{seat} has no chip left")
        self.chips[seat] -= 1
        self.on_card += 1
        self.to_decide = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def do_take(self, move: Keys) -> None:
        need_shape(move, {"seat": is_text})
        self.need_phase("decide")
        seat = move["seat"]
        self.need_turn(seat, self.to_decide)
        assert self.active is not None
        self.cards[seat].append(self.active)
        self.chips[seat] += self.on_card
        self.active, self.on_card = None, 0
        self.phase = "turn_up"
        if self.left == 0:
            self.score_round()

    def score_round(self) -> None:
        for seat in self.seats:
            cards = self.cards[seat]
            self.score[seat] += sum(card for card in cards if card - 1 not in cards) - self.chips[seat]
        self.open_round()
        if self.round < self.rounds:
            self.round += 1
            return
        self.phase = "over"
        lowest = min(self.score.values())
        self.winners = [seat for seat in self.seats if self.score[seat] == lowest]

    def do_tiger(self, move: Keys) -> None:
        need_shape(move, {"seat": is_text, "card": is_number})
        if not self.has_tigers:
            raise Refused("phase", "there are no tigers in this variant")
        self.need_phase("decide")
        seat, card = move["seat"], move["card"]
        self.need_turn(seat, self.to_decide)
        self.need_new_card(card)
        if seat in self.tiger_played:
            raise Refused("hand", f"{seat} has played its tiger")
        if self.tigers.get(seat, card) != card:
            raise Refused("hand", f"{card} is not the tiger of {seat}")
        self.tigers.pop(seat, None)
        self.tiger_played.add(seat)
        self.seen.add(card)
        self.cards[seat].append(card)


def _read_gaps(options: Keys, tactical: bool) -> list[int]:
    if not tactical:
        if "gaps" in options:
            raise NoMatch("gaps only in a tactical variant")
        return []
    gaps: list[int] = options.get("gaps", GAPS[0])
    if not is_numbers(gaps) or gaps not in GAPS:
        raise NoMatch("gaps must be one of the two lists")
    return gaps
