"""The Qwixx card game, plainly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import ClassVar

from tests.second_opinion.lines import (
    Game,
    Keys,
    Refused,
    are_numbers,
    each_is,
    is_number,
    is_numbers,
    is_text,
    need_options,
    need_seat_count,
    need_shape,
    one_of,
    read_variant,
)

ROWS = {
    "red": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "yellow": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "green": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    "blue": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
"""The numbers of each row, left to right."""

is_colour = one_of(ROWS)


class QwixxCards(Game):
    MOVES: ClassVar[tuple[str, ...]] = ("setup", "draw", "call", "play")

    def __init__(self, seats: list[str], options: Keys) -> None:
        super().__init__(seats, options)
        need_options(options, "variant")
        self.has_jokers = read_variant(options, ("base", "joker")) == "joker"
        need_seat_count(seats, 2, 5)
        self.copies = 5 if self.has_jokers else 4
        self.phase = "setup"
        self.active = seats[0]
        self.active_marked = False
        self.display: list[int] = []
        self.top: int | None = None
        self.pile = 0  # how many cards, the top one included
        self.known: dict[str, Counter[int]] = self.per_seat(lambda seat: Counter())  # numbers drawn from the display
        self.unknown = self.per_seat(lambda seat: 0)  # how many other cards are in the hand
        self.discards: Counter[int] = Counter()
        self.played: set[tuple[str, int]] = set()  # colour and number of the discards
        self.crossed: dict[str, dict[str, list[int]]] = self.per_seat(lambda seat: {colour: [] for colour in ROWS})
        self.failed = self.per_seat(lambda seat: 0)

    def state(self, secret: bool) -> Keys:
        return {
            "phase": self.phase,
            "active": self.active,
            "display": sorted(self.display),
            "top": self.top,
            "hand_size": self.per_seat(self.hand_size),
            "sheets": self.per_seat(self.sheet),
            "score": self.per_seat(self.score),
            "winners": list(self.winners),
        }

    def hand_size(self, seat: str) -> int:
        return self.known[seat].total() + self.unknown[seat]

    def sheet(self, seat: str) -> Keys:
        rows = {colour: list(crossed) for colour, crossed in self.crossed[seat].items()}
        return {**rows, "locked": self.locked(seat), "failed": self.failed[seat]}

    def locked(self, seat: str) -> list[str]:
        return [colour for colour in ROWS if ROWS[colour][-1] in self.crossed[seat][colour]]

    def score(self, seat: str) -> int:
        score = -5 * self.failed[seat]
        for colour in ROWS:
            crosses = len(self.crossed[seat][colour]) + (colour in self.locked(seat))
            score += crosses * (crosses + 1) // 2
        return score

    # Numbers are counted: the backs show them all.

    def need_numbers(self, numbers: list[int]) -> None:
        for number in numbers:
            if not 2 <= number <= 12:
                raise Refused("card", f"{number} is not in the deck")

    def located(self) -> Counter[int]:
        count = Counter(self.display) + self.discards
        if self.top is not None:
            count[self.top] += 1
        for known in self.known.values():
            count += known
        return count

    def possible(self, count: Counter[int]) -> bool:
        return all(number <= self.copies for number in count.values())

    def need_possible(self, count: Counter[int]) -> None:
        if not self.possible(count):
            raise Refused("card", f"the deck holds each number only {self.copies} times")

    def do_setup(self, move: Keys) -> None:
        need_shape(move, {"display": are_numbers(4, 4), "top": is_number})
        self.need_phase("setup")
        self.need_numbers([*move["display"], move["top"]])
        self.display, self.top = list(move["display"]), move["top"]
        self.need_possible(self.located())
        self.unknown = self.per_seat(lambda seat: 4)
        self.pile = 11 * self.copies - 4 * len(self.seats) - 4
        self.phase = "draw"

    def do_draw(self, move: Keys) -> None:
        four = are_numbers(4, 4)
        need_shape(move, {"seat": is_text, "numbers": is_numbers, "display": four, "top": is_number})
        self.need_phase("draw")
        self.need_turn(move["seat"], self.active)
        self.need_numbers([*move["numbers"], *move["display"], move["top"]])
        drawn: Counter[int] = Counter(move["numbers"])
        if drawn - Counter(self.display):
            raise Refused("card", "these numbers do not lie in the display")
        if self.hand_size(self.active) + drawn.total() != 5:
            raise Refused("hand", "the hand is drawn up to five")
        fresh = self.fresh_numbers(drawn, move["display"])
        before = self.located()
        self.known[self.active] += drawn
        self.display, self.top = list(move["display"]), move["top"]
        self.refill(before, fresh)
        self.phase = "call"

    def fresh_numbers(self, drawn: Counter[int], display: list[int]) -> list[int]:
        """The numbers of the refill that nobody has seen before: all but the first, which is the former top."""
        assert self.top is not None
        stays = Counter(self.display) - drawn
        if stays - Counter(display):
            raise Refused("card", "the rest of the display stays")
        refill = Counter(display) - stays
        if refill[self.top] == 0:
            raise Refused("card", f"the first number of the refill is {self.top}")
        refill[self.top] -= 1
        return sorted(refill.elements())

    def refill(self, before: Counter[int], fresh: list[int]) -> None:
        """Count the pile down. Where it runs out, the first fresh numbers still came from the old one."""
        cards = len(fresh) + 1
        if self.pile > cards:
            self.pile -= cards
        else:
            firsts = combinations(fresh, self.pile - 1)
            if not any(self.possible(before + Counter(first)) for first in firsts):
                raise Refused("card", f"the deck holds each number only {self.copies} times")
            self.pile += self.discards.total() - cards
            self.discards.clear()
            self.played.clear()
        self.need_possible(self.located())

    def cross(self, seat: str, colour: str, number: int) -> None:
        row, crossed = ROWS[colour], self.crossed[seat][colour]
        if crossed and row.index(number) <= row.index(crossed[-1]):
            raise Refused("mark", f"{colour} {number} is not to the right of the last cross of {seat}")
        if number == row[-1] and len(crossed) < 5:
            raise Refused("mark", "the last number needs five crosses before it")
        crossed.append(number)

    def do_call(self, move: Keys) -> None:
        need_shape(move, {"number": is_number, "marks": each_is(is_colour)})
        self.need_phase("call")
        for seat in move["marks"]:
            self.need_known_seat(seat)
        if move["number"] != self.top:
            raise Refused("card", f"the number on top is {self.top}")
        for seat, colour in move["marks"].items():
            self.cross(seat, colour, move["number"])
        self.active_marked = self.active in move["marks"]
        if not self.ends():
            self.phase = "play"

    def do_play(self, move: Keys) -> None:
        jokers = {"jokers": is_numbers} if self.has_jokers else {}
        keys = {"seat": is_text, "colour": is_colour, "cards": are_numbers(1, 3), "marks": is_numbers}
        need_shape(move, keys, jokers)
        if Counter(move.get("jokers", [])) - Counter(move["cards"]):
            raise Refused("malformed", "jokers are some of the cards")
        self.need_phase("play")
        self.need_turn(move["seat"], self.active)
        self.need_numbers(move["cards"])
        self.need_not_played(move["colour"], move["cards"], move.get("jokers", []))
        self.leave_hand(move["cards"])
        self.cross_played(move["colour"], move["cards"], move["marks"])
        if not move["marks"] and not self.active_marked:
            self.failed[self.active] += 1
        self.active_marked = False
        if not self.ends():
            self.active = self.seats[(self.seats.index(self.active) + 1) % len(self.seats)]
            self.phase = "draw"

    def need_not_played(self, colour: str, cards: list[int], jokers: list[int]) -> None:
        fronts = [(colour, number) for number in (Counter(cards) - Counter(jokers)).elements()]
        for front in [*fronts, *(("joker", number) for number in jokers)]:
            if front in self.played:
                raise Refused("card", f"{front} has been played since the last shuffle")
            self.played.add(front)

    def leave_hand(self, cards: list[int]) -> None:
        """A number that is known to be in the hand is that card; others come out of the unknown part."""
        located, known = self.located(), self.known[self.active]
        unknown = 0
        for number in cards:
            if known[number]:
                known[number] -= 1
            else:
                located[number] += 1
                unknown += 1
        self.need_possible(located)
        if unknown > self.unknown[self.active]:
            raise Refused("hand", "every number of this hand is known, and these are none of them")
        self.unknown[self.active] -= unknown
        self.discards += Counter(cards)

    def cross_played(self, colour: str, cards: list[int], marks: list[int]) -> None:
        row = ROWS[colour]
        for number in marks:
            if number not in cards:
                raise Refused("mark", f"{number} is not among the cards played")
            self.cross(self.active, colour, number)
        if marks and row.index(marks[-1]) - row.index(marks[0]) + 1 - len(marks) > 1:
            raise Refused("mark", "at most one number may be skipped")

    def ends(self) -> bool:
        if not any(len(self.locked(seat)) >= 2 or self.failed[seat] >= 4 for seat in self.seats):
            return False
        self.phase = "over"
        scores = self.per_seat(self.score)
        self.winners = [seat for seat in self.seats if scores[seat] == max(scores.values())]
        return True
