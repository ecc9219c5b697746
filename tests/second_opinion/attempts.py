"""Moves of every kind with any arguments, mostly those that lie near: few are legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.second_opinion.lines import Keys

SPECIALS = ("fifth_row", "take_seven", "insert", "replace", "move", "block", "negate")
SPECIAL_KEYS = {"replace": ("with",), "move": ("card", "row"), "block": ("row",), "negate": ("card",)}
COLOURS = ("red", "yellow", "green", "blue")
MOVES = {
    "take_six": ("draft", "deal", "reveal", "special", "place", "exchange"),
    "no_thanks": ("deal", "turn_up", "pass", "take", "tiger"),
    "qwixx_cards": ("setup", "draw", "call", "play"),
}
IN_PHASE = {
    "deal": ("deal", "exchange"),
    "reveal": ("reveal", "exchange"),
    "place": ("place", "special", "special", "special", "exchange"),
    "decide": ("pass", "take", "tiger"),
}
"""The moves of a phase, where there are others than one that is called like it."""

HIGHEST = {"take_six": 104, "no_thanks": 35, "qwixx_cards": 12}


class Known(NamedTuple):
    """What is known of a match: the state as the record shows it, the moves in force with their lines."""

    game: str
    seats: Sequence[str]
    state: Keys
    in_force: Sequence[tuple[int, Keys]]
    lines: int
    """How many lines the record has."""


class Attempts:
    def __init__(self, random: Random, known: Known) -> None:
        self._random = random
        self._known = known
        self._state = known.state
        self._last: Keys = known.in_force[-1][1] if known.in_force else {}

    def move(self) -> Keys:
        """Mostly one that fits the phase."""
        phase, moves = self._state["phase"], MOVES[self._known.game]
        if self._random.random() < 0.75:
            moves = tuple(move for move in IN_PHASE.get(phase, (phase,)) if move in moves) or moves
        move = self._random.choice(moves)
        makers: dict[str, Callable[[], Keys]] = {
            "deal": self._deal,
            "reveal": lambda: {"cards": {seat: self.card() for seat in self._known.seats}},
            "special": self._special,
            "place": self._place,
            "exchange": self._exchange,
            "turn_up": lambda: {"card": self.card()},
            "pass": lambda: {"seat": self.seat()},
            "take": lambda: {"seat": self.seat()},
            "setup": lambda: {"display": self._cards(4), "top": self.card()},
            "draw": self._draw,
            "call": self._call,
            "play": self._play,
        }
        keys = makers[move]() if move in makers else {"seat": self.seat(), "card": self.card()}
        return {"move": move, **keys}

    def seat(self) -> str:
        """Mostly the seat whose turn it is."""
        queue = [committed["seat"] for committed in self._state.get("queue", ())]
        turn = [self._state.get("to_decide"), self._state.get("active"), *queue[:1]]
        seats = [seat for seat in turn if isinstance(seat, str)]
        return str(self._random.choice(seats if seats and self._random.random() < 0.85 else self._known.seats))

    def card(self) -> int:
        """A number that lies somewhere, or any."""
        near = [number for _, move in self._known.in_force[-6:] for number in numbers_in(move)]
        near += numbers_in(self._state.get("rows", ())) * 2
        if near and self._random.random() < 0.7:
            return self._random.choice(near)
        return self._any_card()

    def _any_card(self) -> int:
        return self._random.randint(0, HIGHEST[self._known.game] + 1)

    def _cards(self, count: int) -> list[int]:
        return [self.card() for _ in range(count)]

    def _deal(self) -> Keys:
        if self._known.game == "no_thanks":
            tigers = {seat: self.card() for seat in self._known.seats}
            return self._random.choice(({}, {"starter": self.seat()}, {"tigers": tigers}))
        rows = self._cards(4) if self._random.random() < 0.2 else self._random.sample(range(1, 105), 4)
        return {"rows": rows, **self._random.choice(({}, {"specials": self._specials()}))}

    def _specials(self) -> dict[str, list[str]]:
        """Hands of the right size, which may lack a card that is known to be there, or hold a fifth of a kind."""
        deck = self._random.choice((self._random.sample(SPECIALS * 4, 28), self._random.choices(SPECIALS, k=28)))
        kept = self._state.get("special_count", {})
        return {seat: [deck.pop() for _ in range(kept.get(seat, 0) + 3) if deck] for seat in self._known.seats}

    def _special(self) -> Keys:
        special = self._random.choice(SPECIALS)
        values = {"row": self._row(), "card": self.card(), "with": self._any_card()}
        keys = {key: values[key] for key in SPECIAL_KEYS.get(special, ())}
        return {"seat": self.seat(), "special": special, **keys}

    def _row(self) -> int:
        return self._random.choice((1, 2, 3, 4, 4, 5, 0, 6))

    def _place(self) -> Keys:
        inserting = self._last.get("special") == "insert" or self._random.random() < 0.1
        return {"seat": self.seat(), "row": self._row(), **({"before": self.card()} if inserting else {})}

    def _exchange(self) -> Keys:
        draw = self._random.choice(({}, {"draw": self._random.choice(SPECIALS)}))
        return {"seat": self._last.get("seat", self.seat()), "discard": self._random.choice(SPECIALS), **draw}

    def _draw(self) -> Keys:
        """Often with one number again and again, until it is one too many."""
        display = list(self._state.get("display", ()))
        self._random.shuffle(display)
        count = self._random.choice((1, 1, 2, 3))
        numbers, stays = display[:count], display[count:]
        fresh = self._cards(count) if self._random.random() < 0.5 else [(display or [self.card()])[-1]] * count
        refill = [self._state.get("top"), *fresh][:count]
        return {"seat": self.seat(), "numbers": numbers, "display": [*stays, *refill], "top": fresh[-1]}

    def _call(self) -> Keys:
        number = self._state.get("top") if self._random.random() < 0.9 else self.card()
        seats = [seat for seat in self._known.seats if self._random.random() < 0.6]
        return {"number": number, "marks": {seat: self._random.choice(COLOURS) for seat in seats}}

    def _play(self) -> Keys:
        """Often cards that lie close together, so that a cross too far to the right is only just too far."""
        count, colour = self._random.choice((1, 2, 2, 3)), self._random.choice(COLOURS)
        lowest = self._random.randint(2, 8)
        close = self._random.sample(range(lowest, lowest + 5), count)
        cards = self._random.choice((self._cards(count), close, close))
        marks = self._random.sample(cards, self._random.randint(0, len(cards)))
        marks.sort(reverse=colour in ("green", "blue"))
        jokers = self._random.choice(({}, {"jokers": cards[:1]}, {"jokers": self._cards(1)}))
        return {"seat": self.seat(), "colour": colour, "cards": cards, "marks": marks, **jokers}


def numbers_in(value: Any) -> list[int]:
    """The numbers inside a value of JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for item in value for number in numbers_in(item)]
    return [value] if type(value) is int else []
