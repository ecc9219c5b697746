"""The moves of Take Six, as the record has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.shapes import MoveShape, Shape, ShapeByWord, by_seat, list_of, number, one_of, text
from engine.take_six.cards import SPECIALS


@dataclass(frozen=True)
class Draft:
    """A seat picks one of the open cards into its hand."""

    seat: str
    card: int


@dataclass(frozen=True)
class Deal:
    """Four cards open the rows. Hands and specials are known only where a simulation gives them."""

    rows: tuple[int, ...]
    hands: Mapping[str, tuple[int, ...]] | None = None
    specials: Mapping[str, tuple[str, ...]] | None = None


@dataclass(frozen=True)
class Reveal:
    """Every seat turns up the card that it committed."""

    cards: Mapping[str, int]


@dataclass(frozen=True)
class Special:
    """A special card, played before the number card of the same seat is placed."""

    seat: str
    special: str
    row: int | None = None
    card: int | None = None
    with_: int | None = None


@dataclass(frozen=True)
class Place:
    """The lowest card still to place goes to a row; after an `insert`, in front of the card `before`."""

    seat: str
    row: int
    before: int | None = None


@dataclass(frozen=True)
class Exchange:
    """The seat that just took a row swaps one special card for the top one of the deck."""

    seat: str
    discard: str
    draw: str | None = None


def _special(kind: str, *keys: str) -> MoveShape:
    return MoveShape(Special, {"seat": text, "special": one_of(kind), **dict.fromkeys(keys, number)})


_special_name = one_of(*SPECIALS)

MOVES: Mapping[str, Shape] = {
    "draft": MoveShape(Draft, {"seat": text, "card": number}),
    "deal": MoveShape(
        Deal,
        {"rows": list_of(number, 4, 4)},
        {"hands": by_seat(list_of(number)), "specials": by_seat(list_of(_special_name))},
    ),
    "reveal": MoveShape(Reveal, {"cards": by_seat(number)}),
    "special": ShapeByWord(
        "special",
        {
            "fifth_row": _special("fifth_row"),
            "take_seven": _special("take_seven"),
            "insert": _special("insert"),
            "replace": _special("replace", "with"),
            "move": _special("move", "card", "row"),
            "block": _special("block", "row"),
            "negate": _special("negate", "card"),
        },
    ),
    "place": MoveShape(Place, {"seat": text, "row": number}, {"before": number}),
    "exchange": MoveShape(Exchange, {"seat": text, "discard": _special_name}, {"draw": _special_name}),
}
