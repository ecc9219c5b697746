"""A table of the Qwixx card game, and who sits at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random
from typing import NamedTuple, Protocol

from engine.game import Move
from engine.match import Match
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.pile import DISPLAY, FULL_HAND
from engine.qwixx_cards.rules import FIRST_HAND
from engine.qwixx_cards.sheet import MOST_PLAYED, MOST_SKIPPED, ROWS, Sheet
from engine.qwixx_cards.state import State
from engine.qwixx_cards.terms import COLOURS, NUMBERS, Terms


class Card(NamedTuple):
    """A card with its front; a joker has the colour `joker`."""

    colour: str
    number: int


class Player(Protocol):
    def draw(self, display: list[Card], count: int) -> list[Card]: ...

    def mark(self, sheet: Sheet, number: int) -> str | None: ...

    def play(self, sheet: Sheet, plays: list[Play], marked: bool) -> Play: ...


class Table:
    """Shuffles, refills the display, and asks each seat in its turn."""

    def __init__(self, terms: Terms, random: Random, styles: Mapping[str, str], open_hands: bool) -> None:
        self._terms = terms
        self._random = random
        makers: dict[str, type[AnyMove | Sensible]] = {"any": AnyMove, "sensible": Sensible}
        self._players: dict[str, Player] = {seat: makers[style](random) for seat, style in styles.items()}
        self.hands: dict[str, list[Card]] = {}
        self._display: list[Card] = []
        self._pile: list[Card] = []
        self._discards: list[Card] = []

    def next_move(self, match: Match) -> Move | None:
        state: State = match.state
        if state.phase == "over":
            return None
        if state.phase == "setup":
            return self._setup()
        if state.phase == "draw":
            return self._draw(state)
        if state.phase == "call":
            return self._call(state)
        return self._play(state)

    def _setup(self) -> Setup:
        colours = (*COLOURS, "joker") if self._terms.jokers else COLOURS
        self._pile = [Card(colour, number) for colour in colours for number in NUMBERS]
        self._random.shuffle(self._pile)
        self.hands = {seat: [self._pile.pop() for _ in range(FIRST_HAND)] for seat in self._terms.seats}
        self._display = [self._pile.pop() for _ in range(DISPLAY)]
        return Setup(tuple(card.number for card in self._display), self._pile[-1].number)

    def _draw(self, state: State) -> Draw:
        hand = self.hands[state.active]
        drawn = self._players[state.active].draw(self._display, FULL_HAND - len(hand))
        for card in drawn:
            self._display.remove(card)
        hand += drawn
        for _ in drawn:
            self._display.append(self._pile.pop())
            if not self._pile:
                self._pile, self._discards = self._discards, []
                self._random.shuffle(self._pile)
        numbers = tuple(card.number for card in drawn)
        return Draw(state.active, numbers, tuple(card.number for card in self._display), self._pile[-1].number)

    def _call(self, state: State) -> Call:
        number = self._pile[-1].number
        marks = {seat: self._players[seat].mark(state.sheets[at], number) for seat, at in self._terms.index.items()}
        return Call(number, {seat: colour for seat, colour in marks.items() if colour is not None})

    def _play(self, state: State) -> Play:
        seat = state.active
        sheet, hand = state.sheets[self._terms.index[seat]], self.hands[seat]
        play = self._players[seat].play(sheet, list(self._plays(seat, sheet)), state.marked)
        for number in play.jokers or ():
            self._discard(hand, Card("joker", number))
        for number in _without(play.cards, play.jokers or ()):
            self._discard(hand, Card(play.colour, number))
        return play

    def _discard(self, hand: list[Card], card: Card) -> None:
        hand.remove(card)
        self._discards.append(card)

    def _plays(self, seat: str, sheet: Sheet) -> Iterator[Play]:
        """Every play that the hand allows."""
        for colour in COLOURS:
            cards = [card for card in self.hands[seat] if card.colour in (colour, "joker")]
            for count in range(1, MOST_PLAYED + 1):
                for chosen in combinations(cards, count):
                    numbers = tuple(card.number for card in chosen)
                    jokers = tuple(card.number for card in chosen if card.colour == "joker")
                    for marks in _markings(sheet, colour, numbers):
                        yield Play(seat, colour, numbers, marks, jokers if self._terms.jokers else None)


class AnyMove:
    """Plays any legal move."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, display: list[Card], count: int) -> list[Card]:
        return self._random.sample(display, count)

    def mark(self, sheet: Sheet, number: int) -> str | None:
        return self._random.choice([None, *_open_rows(sheet, number)])

    def play(self, sheet: Sheet, plays: list[Play], marked: bool) -> Play:
        return self._random.choice(plays)


class Sensible:
    """Skips as few numbers as it can, and rather skips some than fails a turn."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def draw(self, display: list[Card], count: int) -> list[Card]:
        return self._random.sample(display, count)

    def mark(self, sheet: Sheet, number: int) -> str | None:
        rows = _open_rows(sheet, number)
        best = min(rows, key=lambda colour: _skipped(sheet, colour, number), default=None)
        return best if best is not None and _skipped(sheet, best, number) <= 1 else None

    def play(self, sheet: Sheet, plays: list[Play], marked: bool) -> Play:
        def worth(play: Play) -> tuple[float, int]:
            if not play.marks:
                return (0.0 if marked else -5.0), -len(play.cards)
            return len(play.marks) * 2 - 1.5 * _skipped(sheet, play.colour, play.marks[0]), -len(play.cards)

        return max(plays, key=worth)


def _open_rows(sheet: Sheet, number: int) -> list[str]:
    return [colour for colour in COLOURS if sheet.refusal(colour, number) is None]


def _skipped(sheet: Sheet, colour: str, number: int) -> int:
    """How many numbers are lost by crossing this one next."""
    row, crossed = ROWS[colour], sheet.row(colour)
    return row.index(number) - (row.index(crossed[-1]) + 1 if crossed else 0)


def _markings(sheet: Sheet, colour: str, numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every legal choice of crosses for cards of these numbers, none at all included."""
    row = ROWS[colour]
    in_order = [number for number in row if number in numbers]
    for size in range(len(in_order) + 1):
        for marks in combinations(in_order, size):
            if marks and row.index(marks[-1]) - row.index(marks[0]) + 1 - size > MOST_SKIPPED:
                continue
            if _can_cross(sheet, colour, marks):
                yield marks


def _can_cross(sheet: Sheet, colour: str, marks: tuple[int, ...]) -> bool:
    for number in marks:
        if sheet.refusal(colour, number) is not None:
            return False
        sheet = sheet.crossing(colour, number)
    return True


def _without(numbers: tuple[int, ...], others: tuple[int, ...]) -> list[int]:
    left = list(numbers)
    for number in others:
        left.remove(number)
    return left
