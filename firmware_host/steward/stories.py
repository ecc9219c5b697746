"""What may have happened: sequences of legal placements, and the rows as they would lie after each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.take_six.moves import Deal, Place, Special
from engine.take_six.placing import FIVE_ROWS, laid
from engine.take_six.rows import Row
from firmware_host.steward.findings import Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import seat_zone
from firmware_host.steward.rows import Lies

MOST = 4000
"""So many stories are thought of at most; a table has a handful."""

DETOUR = 0
"""A special card makes the rows more like those that are seen, or little less: of thousands of ways a few are left."""

ROW_ZONES = tuple(f"row/{row}" for row in range(1, FIVE_ROWS + 1))
ROWS = ROW_ZONES[:4]
"""Where the rows are opened."""


@dataclass(frozen=True)
class Story:
    """Moves that may have been made, the match after them, and how the rows then lie in which zones."""

    moves: tuple[Move, ...]
    match: Match
    rows: tuple[Row, ...]
    zones: tuple[str, ...]

    @property
    def specials(self) -> tuple[Special, ...]:
        """The special cards that were played in it."""
        return tuple(move for move in self.moves if isinstance(move, Special))

    @property
    def over(self) -> bool:
        """Whether every card is placed."""
        return bool(self.match.state.phase != "place")


def this_round(match: Match) -> list[Match]:
    """The match after each move since the rows were opened, the first one first."""
    return list(takewhile(lambda after: not isinstance(after.move, Deal), match.in_force()))[::-1]


def zones_of(match: Match) -> tuple[str, ...]:
    """Where each row of the rules lies by the moves of this round, also when nobody watched all of them."""
    zones = ROWS
    for after in this_round(match):
        if isinstance(after.move, (Place, Special)) and after.state.rows:
            zones = _zones(zones, len(after.state.rows), after.move.row)
    return zones


def stories(match: Match, table: Table, fresh: Sequence[Lying] = (), lies: Lies | None = None) -> Iterator[Story]:
    """Every way on from here that what is seen may bear out, the shorter ones first.

    `fresh` are special cards in sight that must have been played for something.
    """
    lies = lies or Lies(table)
    told = [Story((), match, match.state.rows, zones_of(match))]
    for count, story in enumerate(told):
        yield story
        if count >= MOST:
            return
        if not story.over:
            told += _on_from(story, table, fresh, lies)


def _on_from(story: Story, table: Table, fresh: Sequence[Lying], lies: Lies) -> Iterator[Story]:
    """The story after one more card was placed, and after a special card was played for it."""
    yield from _placed(story)
    if story.match.state.specials is None:
        return
    unlike = lies.count(story.rows, story.zones)
    for special in _specials(story, table, fresh):
        try:
            after = story.match.play(special)
        except IllegalMove:
            continue
        zones = _zones(story.zones, len(after.state.rows), special.row)
        played = Story((*story.moves, special), after, after.state.rows, zones)
        # Which card a `negate` means shows only when the row is taken; all else shows at once.
        for way in _placed(played) if special.special == "negate" else (played,):
            if lies.count(way.rows, way.zones) <= unlike + DETOUR:
                yield way


def _placed(story: Story) -> Iterator[Story]:
    for placed in story.match.state.choices:
        move = Place(placed.seat, placed.row, placed.before)
        rows, _ = laid(story.rows, placed)
        yield Story((*story.moves, move), story.match.play(move), rows, _zones(story.zones, len(rows), placed.row))


def _zones(before: tuple[str, ...], rows: int, row: int | None) -> tuple[str, ...]:
    """The zones of so many rows: a fifth one takes the free zone; where there is one less, it was that `row`."""
    if rows > len(before):
        return (*before, next(zone for zone in reversed(ROW_ZONES) if zone not in before))
    if rows < len(before):
        assert row is not None
        return (*before[: row - 1], *before[row:])
    return before


def _specials(story: Story, table: Table, fresh: Sequence[Lying]) -> Iterator[Special]:
    """The special cards that may have been played for the next card: those in sight, each for one card only."""
    match = story.match
    state = match.state
    if state.specials is None or state.specials.pending is not None or not state.queue:
        return
    own = seat_zone(match, state.queue[0].seat)
    kinds = {card.name for card in fresh if card.zone == own or not card.zone.startswith("seat/")}
    left = Counter(card.name for card in fresh) - Counter[str | None](move.special for move in story.specials)
    kinds &= left.keys()
    if not kinds:
        return
    names = {card.name for card in table.everywhere()}
    aside = _aside(table.cards(own)) & _numbers(match)
    for move in match.header.rules.candidates(match.header.terms, state):
        if not isinstance(move, Special) or move.special not in kinds:
            continue
        if move.with_ is not None and str(move.with_) not in names:
            continue
        if move.special == "negate" and aside and str(move.card) not in aside:
            continue
        yield move


def _aside(cards: Sequence[Lying]) -> set[str]:
    """What the cards with a seat are, and what those may be that can't be read."""
    maybe = {name for card in cards if card.name is None and card.face == "up" for name, _ in card.maybe}
    return {card.name for card in cards if card.name is not None} | maybe


def _numbers(match: Match) -> set[str]:
    """The numbers that lie in rows, one of which a `negate` sets aside."""
    return {str(card) for row in match.state.rows for card in row.cards}
