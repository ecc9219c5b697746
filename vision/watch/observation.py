"""What watching says, what it needs from the eyes, and how patient it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.backs import Backs
from vision.frame import Picture
from vision.sighting import Quad, Reading, Sighting


class Eyes(Protocol):
    """What finds and reads the cards of a game in one picture, knowing nothing of those before it."""

    game: str

    def look(
        self,
        picture: Picture,
        known: Sequence[Sighting] = (),
        places: Sequence[Quad] = (),
        backs: Backs | None = None,
    ) -> list[Reading]:
        """All cards of the picture. Those that lie as in `known` come back with their reading, and are not read.
        In `places` something lies that may be a card, although it does not look like one. `backs` learns what those
        on this table look like."""

    def conclude(self, readings: Sequence[Reading], impossible: Collection[str] = ()) -> list[Sighting]:
        """What all readings together say: one sighting for each of them, in their order."""


@dataclass(frozen=True, eq=False)
class Observation:
    """What lies on the table at the moment of a frame.

    `sightings` are the cards that can be seen, partly at least; `hidden` are cards that lay where a
    hand is now, and nobody knows whether they still do. `hidden_zones` are the zones that a hand
    or a thing covers some of, `hand_zones` those of them where it is a hand, `moving_zones` those in
    which something moved a moment ago, or has moved and was not looked at since.

    `steady` says that all of this may be relied upon, but for what is hidden: nothing on the table
    has moved for a while, all that changed was read, and no further look is due. `moved` is true
    from the moment in which camera or mat turn out to have been moved until all was read again.
    """

    taken: int
    number: int
    sightings: tuple[Sighting, ...] = ()
    hidden: tuple[Sighting, ...] = ()
    hidden_zones: frozenset[str] = frozenset()
    hand_zones: frozenset[str] = frozenset()
    moving_zones: frozenset[str] = frozenset()
    steady: bool = False
    moved: bool = False

    def in_zone(self, zone: str) -> tuple[Sighting, ...]:
        """The cards that can be seen in a zone."""
        return tuple(sighting for sighting in self.sightings if sighting.zone == zone)

    @property
    def unsure(self) -> tuple[Sighting, ...]:
        """Cards of which not even the looks that were taken made a name."""
        return tuple(one for one in self.sightings if one.card is None and one.face != "down")

    def says_the_same_as(self, other: Observation) -> bool:
        """Whether only the time differs."""
        mine = (self.steady, self.moved, self.hidden_zones, self.hand_zones, self.moving_zones)
        theirs = (other.steady, other.moved, other.hidden_zones, other.hand_zones, other.moving_zones)
        return mine == theirs and _same(self.sightings, other.sightings) and _same(self.hidden, other.hidden)


def _same(some: tuple[Sighting, ...], others: tuple[Sighting, ...]) -> bool:
    return len(some) == len(others) and all(one is other for one, other in zip(some, others, strict=True))


@dataclass(frozen=True)
class Pace:
    """How patient watching is. Times are in milliseconds of the frames' own clock."""

    settle: int = 400
    """So long must a place lie still before it is read."""
    between: int = 80
    """Looks are no closer together than this."""
    while_moving: int = 300
    """The same while something else moves: a hand leaves a trail of places that came to rest."""
    least_looks: int = 2
    """A name counts as settled once it has held for so many looks."""
    most_looks: int = 5
    """After so many looks in a row, a card that is still not sure is reported as it is."""
    later_looks: tuple[int, ...] = (1_000, 2_000, 4_000)
    """The pauses before the few more looks that such a card gets. After those it must be touched first."""
    gap: int = 1_500
    """Where no frame came for longer, nobody saw what happened: stillness counts anew."""
    thing_stays: int = 3_000
    """A thing that is no card and lies still for so long belongs to the table."""
    hand_stays: int = 20_000
    """The same of what reaches in from outside. A hand is never so still for so long; a cable is."""
