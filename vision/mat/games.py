"""What lies where: for each game its zones, seats clockwise from the bottom left.

A layout takes the part of the mat that may be printed on and gives an `Arrangement`, or `None`
where there is too little room. Markers lie in strips along the upper and the lower edge; what
stands between the strips is `inner`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vision.mat.model import CARD, Box, Mark, Point, Slot, Zone

GAP = 3.0
"""Between the cards of a zone."""

PAD = 2.5
"""From a card to the edge of its zone."""

APART = 3.0
"""Between zones."""

STRIP = 40.0
"""A marker with its white border, measured from the edge of the mat."""

NUMBER = 12.0
"""The width of a column of row numbers; the room for a seat's number."""

ROW_GAPS = (8.0, 14.0)
SCALE_ROOM = 12.0
"""What must stay free below rows that reach into the strips, for the scale."""


@dataclass(frozen=True)
class Room:
    """The part of the mat that may be printed on, and the size of the whole mat."""

    printable: Box
    size: Point

    @property
    def inner(self) -> Box:
        """Between the strips of markers."""
        return Box(self.printable.x, STRIP, self.printable.width, self.size[1] - 2 * STRIP)


@dataclass(frozen=True)
class Arrangement:
    """Zones and numbers; `lanes` are the parts of the long edges that are free for markers, from left to right."""

    zones: tuple[Zone, ...]
    marks: tuple[Mark, ...]
    lanes: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Layout:
    """A game's layout: how many seats, which of its variants have a fifth row, and how it is arranged."""

    least: int
    most: int
    arrange: Callable[[int, Room, bool], Arrangement | None]
    five_rows: tuple[str, ...] = ()


# Take Six


@dataclass(frozen=True)
class _Block:
    """What one seat of Take Six has: its zones as boxes in a block for the left side; on the right it is mirrored."""

    size: Point
    seat: Box
    pickup: Box
    number: Point


def _across(count: int) -> float:
    return count * CARD[0] + (count - 1) * GAP + 2 * PAD


_SEAT = Box(0, 0, _across(2), CARD[1] + 2 * PAD)
_PILE = Box(0, 0, CARD[0] + 2 * PAD, CARD[1] + 2 * PAD)

# One row: the number, the taken cards, the committed card next to the rows of the table.
_WIDE = _Block(
    size=(NUMBER - 1 + _PILE.width + APART + _SEAT.width, _SEAT.height),
    seat=Box(NUMBER - 1 + _PILE.width + APART, 0, _SEAT.width, _SEAT.height),
    pickup=Box(NUMBER - 1, 0, _PILE.width, _PILE.height),
    number=(NUMBER / 2 - 1, _SEAT.height / 2),
)
# Two storeys: the taken cards lie sideways below.
_TALL = _Block(
    size=(_SEAT.width, _SEAT.height + APART + _PILE.width),
    seat=_SEAT,
    pickup=Box(_SEAT.width - _PILE.height, _SEAT.height + APART, _PILE.height, _PILE.width),
    number=((_SEAT.width - _PILE.height) / 2, _SEAT.height + APART + _PILE.width / 2),
)


def take_six(seats: int, room: Room, five_rows: bool) -> Arrangement | None:
    """Rows in the middle, seats at both sides. A row has room for the card that takes it wherever the paper has."""
    rows, most = (5, 7) if five_rows else (4, 6)
    for slots in (most, most - 1):
        for block in (_WIDE, _TALL):
            arrangement = _take_six(seats, room, rows, slots, block)
            if arrangement is not None:
                return arrangement
    return None


def _take_six(seats: int, room: Room, rows: int, slots: int, block: _Block) -> Arrangement | None:
    column = _half((room.printable.width - _across(slots)) / 2 - NUMBER)
    gap = _row_gap(rows, room)
    sides = _sides(seats)
    if column < block.size[0] or gap is None or not _stand(sides[0], block.size[1], room.inner.height):
        return None
    height = rows * CARD[1] + (rows - 1) * gap + 2 * PAD
    middle = Box(
        _half(room.size[0] / 2 - _across(slots) / 2), _half(room.size[1] / 2 - height / 2), _across(slots), height
    )
    row_zones = [_row_zone(number, middle, gap, slots) for number in range(1, rows + 1)]
    marks = [
        Mark("row", zone.name.partition("/")[2], (x, zone.slots[0].centre[1]))
        for zone in row_zones
        for x in (middle.x - NUMBER / 2, middle.right + NUMBER / 2)
    ]
    seat_zones: list[Zone] = []
    for seat, corner, mirrored in _around(sides, block.size, room, column):
        zones, mark = _seat_of_take_six(seat, corner, block, mirrored)
        seat_zones += zones
        marks.append(mark)
    ordered = sorted(seat_zones, key=lambda zone: (zone.kind != "seat", int(zone.name.partition("/")[2])))
    lanes = _lanes(room, middle, NUMBER)
    return Arrangement((*row_zones, *ordered), tuple(marks), lanes)


def _row_gap(rows: int, room: Room) -> float | None:
    """The distance between rows: between the strips of markers if they fit there, else nearly from edge to edge."""
    cards = rows * CARD[1] + 2 * PAD
    between = (room.inner.height - 2 * APART - cards) / (rows - 1)
    if between >= ROW_GAPS[0]:
        return min(_half(between), ROW_GAPS[1])
    edge_to_edge = (room.printable.height - 2 * SCALE_ROOM - cards) / (rows - 1)
    return ROW_GAPS[0] if edge_to_edge >= ROW_GAPS[0] else None


def _row_zone(number: int, middle: Box, gap: float, slots: int) -> Zone:
    y = middle.y + (number - 1) * (CARD[1] + gap)
    return _zone(f"row/{number}", Box(middle.x, y, middle.width, CARD[1] + 2 * PAD), slots)


def _seat_of_take_six(seat: int, corner: Point, block: _Block, mirrored: bool) -> tuple[list[Zone], Mark]:
    committed, taken = (_moved(box, corner, block.size[0], mirrored) for box in (block.seat, block.pickup))
    number = _moved(Box(*block.number, 0, 0), corner, block.size[0], mirrored)
    places = _places(committed, 2)
    # The card itself lies nearer to the rows, the special card at its outer side.
    card, special = places if mirrored else places[::-1]
    pile = Slot(taken.centre, 0 if taken.height > taken.width else 90, "pile")
    zones = [
        Zone(f"seat/{seat}", committed.corners, (Slot(card), Slot(special, use="special"))),
        Zone(f"pickup/{seat}", taken.corners, (pile,)),
    ]
    return zones, Mark("seat", str(seat), (number.x, number.y))


def _moved(box: Box, corner: Point, width: float, mirrored: bool) -> Box:
    x = width - box.right if mirrored else box.x
    return Box(corner[0] + x, corner[1] + box.y, box.width, box.height)


# No Thanks!

_CHIPS = 50.0
_DECK = (_PILE.width, _PILE.height)
_ACTIVE = (_across(1) + GAP + _CHIPS, _PILE.height)
_MOST_CARDS = (4, 2)
"""A seat's cards lie side by side and above each other, so many at most; more of them overlap."""

_LEAST_CARDS = 2


@dataclass(frozen=True)
class _Middle:
    """Where deck and active card lie in the middle, and whether a seat sits above them."""

    size: Point
    deck: Point
    active: Point
    seat_above: bool


def _middles(seats: int) -> Iterator[_Middle]:
    wide = (_DECK[0] + 2 * APART + _ACTIVE[0], _DECK[1])
    if seats % 2:
        yield _Middle(wide, (0, 0), (_DECK[0] + 2 * APART, 0), seat_above=True)
    yield _Middle(wide, (0, 0), (_DECK[0] + 2 * APART, 0), seat_above=False)
    high = (_ACTIVE[0], _DECK[1] + 2 * APART + _ACTIVE[1])
    yield _Middle(high, ((_ACTIVE[0] - _DECK[0]) / 2, 0), (0, _DECK[1] + 2 * APART), seat_above=False)


def no_thanks(seats: int, room: Room, _five_rows: bool) -> Arrangement | None:
    """Deck and active card in the middle, around them as much room as there is for the cards that seats take."""
    tried = [_no_thanks(seats, room, middle) for middle in _middles(seats)]
    fitting = [arrangement for arrangement in tried if arrangement is not None]
    return max(fitting, key=_fewest_cards, default=None)


def _fewest_cards(arrangement: Arrangement) -> int:
    return min(len(zone.slots) for zone in arrangement.zones if zone.kind == "seat")


def _no_thanks(seats: int, room: Room, middle: _Middle) -> Arrangement | None:
    above = int(middle.seat_above)
    left, right = _sides(seats - above)
    storey = middle.size[1] + above * (_PILE.height + 4 * APART)
    column = _half((room.printable.width - middle.size[0]) / 2 - 3 * APART)
    height = (room.inner.height - (left - 1) * APART) / left
    if storey > room.inner.height or height < _PILE.height or column < _across(_LEAST_CARDS) + NUMBER:
        return None
    block = _seat_size(column, height)
    zones, marks = _middle_of_no_thanks(room, middle, left + 1, storey)
    for number, corner, mirrored in _around((left, right), block, room, column):
        seat = number + above if number > left else number
        zone, mark = _seat_of_no_thanks(seat, Box(*corner, *block), mirrored)
        zones.append(zone)
        marks.append(mark)
    zones.sort(key=lambda zone: zone.name)
    lanes = _lanes(room, room.inner, 0)
    arrangement = Arrangement(tuple(zones), tuple(marks), lanes)
    return arrangement if _fewest_cards(arrangement) >= _LEAST_CARDS else None


def _middle_of_no_thanks(room: Room, middle: _Middle, seat: int, storey: float) -> tuple[list[Zone], list[Mark]]:
    x = _half(room.size[0] / 2 - middle.size[0] / 2)
    top = _half(room.size[1] / 2 - storey / 2)
    y = top + storey - middle.size[1]
    deck = Box(x + middle.deck[0], y + middle.deck[1], *_DECK)
    active = Box(x + middle.active[0], y + middle.active[1], *_ACTIVE)
    card = Slot((active.x + PAD + CARD[0] / 2, active.centre[1]))
    chips = Slot((active.right - PAD - _CHIPS / 2, active.centre[1]), use="chips")
    zones = [Zone("active", active.corners, (card, chips)), Zone("deck", deck.corners, (Slot(deck.centre, 0, "pile"),))]
    if not middle.seat_above:
        return zones, []
    zone, mark = _seat_of_no_thanks(seat, Box(x, top, middle.size[0], _PILE.height), mirrored=False)
    return [*zones, zone], [mark]


def _seat_size(width: float, height: float) -> Point:
    most = (_across(_MOST_CARDS[0]) + NUMBER, _MOST_CARDS[1] * CARD[1] + GAP + 2 * PAD)
    return (min(width, most[0]), _half(min(height, most[1])))


def _seat_of_no_thanks(seat: int, box: Box, mirrored: bool) -> tuple[Zone, Mark]:
    """The seat's number stands at its outer side, the slots fill the rest."""
    columns = int((box.width - NUMBER - 2 * PAD + GAP) // (CARD[0] + GAP))
    rows = int((box.height - 2 * PAD + GAP) // (CARD[1] + GAP))
    rest = Box(box.x + (0 if mirrored else NUMBER), box.y, box.width - NUMBER, box.height)
    height = rows * CARD[1] + (rows - 1) * GAP + 2 * PAD
    tops = [rest.centre[1] - height / 2 + row * (CARD[1] + GAP) for row in range(rows)]
    lines = [_places(Box(rest.x, top, rest.width, _PILE.height), columns) for top in tops]
    slots = tuple(Slot(place) for line in lines for place in line)
    number = box.right - NUMBER / 2 if mirrored else box.x + NUMBER / 2
    return Zone(f"seat/{seat}", box.corners, slots), Mark("seat", str(seat), (number, box.centre[1]))


# Qwixx

_QWIXX_GAP = 10.0


def qwixx_cards(_seats: int, room: Room, _five_rows: bool) -> Arrangement | None:
    """The display with its pile, and below it the cards played with the discards. Hands and sheets lie off the mat."""
    wide, line = _across(4), _PILE.height
    whole = (wide + _QWIXX_GAP + _PILE.width, 2 * line + _QWIXX_GAP)
    if whole[0] > room.printable.width or whole[1] > room.inner.height:
        return None
    x, y = _half(room.size[0] / 2 - whole[0] / 2), _half(room.size[1] / 2 - whole[1] / 2)
    right, below = x + wide + _QWIXX_GAP, y + line + _QWIXX_GAP
    zones = (
        _zone("display", Box(x, y, wide, line), 4),
        _zone("pile", Box(right, y, _PILE.width, line), 1, "pile"),
        _zone("play", Box(x, below, wide, line), 3),
        _zone("discards", Box(right, below, _PILE.width, line), 1, "pile"),
    )
    return Arrangement(zones, (), _lanes(room, room.inner, 0))


# What they share


def _zone(name: str, box: Box, slots: int, use: str = "card") -> Zone:
    return Zone(name, box.corners, tuple(Slot(place, 0, use) for place in _places(box, slots)))


def _places(box: Box, count: int) -> list[Point]:
    """The middles of cards that lie side by side in the middle of a box."""
    first = box.centre[0] - (count - 1) * (CARD[0] + GAP) / 2
    return [(first + index * (CARD[0] + GAP), box.centre[1]) for index in range(count)]


def _sides(seats: int) -> tuple[int, int]:
    """How many seats sit at the left and at the right."""
    return (seats + 1) // 2, seats // 2


def _stand(count: int, height: float, room: float) -> bool:
    return count * height + (count - 1) * APART <= room


def _around(sides: tuple[int, int], block: Point, room: Room, column: float) -> Iterator[tuple[int, Point, bool]]:
    """Seats clockwise: up the left side, down the right. Each with its block's corner and whether it is mirrored."""
    left, right = sides
    x = room.printable.x + _half((column - block[0]) / 2)
    for index, y in enumerate(_storeys(left, block[1], room)):
        yield left - index, (x, y), False
    x = room.printable.right - _half((column - block[0]) / 2) - block[0]
    for index, y in enumerate(_storeys(right, block[1], room)):
        yield left + index + 1, (x, y), True


def _storeys(count: int, height: float, room: Room) -> list[float]:
    """The upper edges of blocks above each other, with equal room between them and at both ends."""
    free = (room.inner.height - count * height) / (count + 1)
    between = max(free, APART)
    first = room.size[1] / 2 - (count * height + (count - 1) * between) / 2
    return [_half(first + index * (height + between)) for index in range(count)]


def _lanes(room: Room, middle: Box, beside: float) -> tuple[tuple[float, float], ...]:
    """Where markers may lie along the edges: all the way, or on both sides of what reaches into the strips."""
    left, right = 0.0, room.size[0]
    if room.inner.y <= middle.y and middle.bottom <= room.inner.bottom:
        return ((left, right),)
    return ((left, middle.x - beside), (middle.right + beside, right))


def _half(length: float) -> float:
    """Half millimetres are fine enough."""
    return int(length * 2) / 2


LAYOUTS = {
    "take_six": Layout(2, 10, take_six, five_rows=("anniversary",)),
    "no_thanks": Layout(3, 7, no_thanks),
    "qwixx_cards": Layout(2, 5, qwixx_cards),
}
"""The layouts there are; a new game is one more."""
