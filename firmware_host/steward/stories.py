"""What may have happened: sequences of legal placements, and the rows as they would lie after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.take_six.cards import SPECIALS
from engine.take_six.events import Placed
from engine.take_six.moves import Place, Special
from engine.take_six.placing import FIVE_ROWS, laid
from engine.take_six.rows import Row
from firmware_host.steward.findings import Table

MOST = 4000
"""So many stories are thought of at most; a table has a handful."""

ROW_ZONES = tuple(f"row/{row}" for row in range(1, FIVE_ROWS + 1))


@dataclass(frozen=True)
class Story:
    """Moves that may have been made, the match after them, and how the rows then lie in which zones."""

    moves: tuple[Move, ...]
    match: Match
    rows: tuple[Row, ...]
    zones: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether every card is placed."""
        return bool(self.match.state.phase != "place")


def stories(match: Match, zones: tuple[str, ...], table: Table) -> Iterator[Story]:
    """Every way on from here that what is seen may bear out, the shorter ones first."""
    told = [Story((), match, match.state.rows, zones)]
    for count, story in enumerate(told):
        yield story
        if count >= MOST:
            return
        if not story.over:
            told += _on_from(story, table)


def _on_from(story: Story, table: Table) -> Iterator[Story]:
    """The story after one more card was placed, with and without a special card."""
    yield from _placed(story)
    for special in _specials(story.match, table):
        try:
            after = story.match.play(special)
        except IllegalMove:
            continue
        zones = _after_special(story, after)
        yield from _placed(Story((*story.moves, special), after, after.state.rows, zones))


def _placed(story: Story) -> Iterator[Story]:
    for placed in story.match.state.choices:
        move = Place(placed.seat, placed.row, placed.before)
        rows, _ = laid(story.rows, placed)
        yield Story((*story.moves, move), story.match.play(move), rows, _after(story, placed, rows))


def _after(story: Story, placed: Placed, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """The zones of the rows after a placement: a fifth row takes the free one, a row that is gone leaves its own."""
    zones = story.zones
    if len(rows) > len(story.rows):
        return (*zones, next(zone for zone in reversed(ROW_ZONES) if zone not in zones))
    if len(rows) < len(story.rows):
        return (*zones[: placed.row - 1], *zones[placed.row :])
    return zones


def _after_special(story: Story, after: Match) -> tuple[str, ...]:
    """The same after a `move` that took a row while five lay."""
    if len(after.state.rows) == len(story.rows):
        return story.zones
    move = after.move
    assert isinstance(move, Special)
    assert move.row is not None
    return (*story.zones[: move.row - 1], *story.zones[move.row :])


def _specials(match: Match, table: Table) -> Iterator[Special]:
    """The special cards that may have been played for the next card: only those that lie in sight."""
    state = match.state
    if state.specials is None or state.specials.pending is not None or not state.queue:
        return
    seat = state.queue[0].seat
    here = {card.name for card in table.cards(f"seat/{match.header.seats.index(seat) + 1}")}
    everywhere = {card.name for card in table.everywhere() if card.zone.startswith("row/") or card.zone == ""}
    kinds = [kind for kind in SPECIALS if kind in here or kind in everywhere]
    if not kinds:
        return
    names = {card.name for card in table.everywhere()}
    for move in match.header.rules.candidates(match.header.terms, state):
        if isinstance(move, Special) and move.special in kinds and (move.with_ is None or str(move.with_) in names):
            yield move
