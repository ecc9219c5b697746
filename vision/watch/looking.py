"""What one look at the large picture makes of the cards that are held."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backs import Backs
from vision.detect import overlap
from vision.frame import Frame
from vision.sighting import NAMED_FROM, Quad, Reading
from vision.watch.cards import (
    ALL,
    DOWN_FROM,
    SAME_PLACE,
    Held,
    Likeness,
    Tiles,
    around,
    inside,
    is_the_rest_of,
    matched,
    tile_quads,
)
from vision.watch.concluding import concluded, without_those_taken_away
from vision.watch.evidence import Evidence
from vision.watch.grid import Grid
from vision.watch.ground import Ground
from vision.watch.motion import Mask, Motion, changes, gain
from vision.watch.observation import Eyes, Pace

TOUCHED_FROM = 0.02
"""The share of a card that has to have moved for it to be checked."""

BESIDE = 0.015
MOST_CARDS = 0.8
"""The camera moved where so many of the cards lie by so much of a card's height beside their old places."""

UNDER_HAND = 0.03
"""A new card of which a hand covers this share is not taken until the hand is gone."""

BARE, MOSTLY_KNOWN = 0.95, 0.8
"""A printed place that shows as much of the table as nothing lies on is no card, where most of that is known."""

INNER, BARE_INSIDE, BARE_BLANK = 0.85, 0.98, 0.9
"""Of a face only so much counts, as another card may lie close by: there whatever is drawn on it differs. One on which
no number seems to stand need not be as bare: the shadow of another may lie on it."""

TAKEN = 0.4
"""A place for a card is taken where this share of it does not look as the table does with nothing on it."""

PLAINLY_BARE = 0.2
"""A face that lies under others shows little, but never so much of the table."""

COVERS = 1.08
"""A card that lies on another changes a little more of it than it covers: its edge has a shadow."""

DRAWN_ALIKE = 0.6
"""So alike a card that is not found again after a lamp was switched must be drawn, to be held to lie there still."""

A_PART = 0.3
"""So much a card has in common with what was taken for it while a hand hid the rest, or pushed it."""

MOVED = 0.03
"""A card that was pushed by so much of its height may lie on another one now."""

LEAST_BESIDE = 12
LAID_FROM = 0.1
"""A card that was laid somewhere has changed so much of the small picture, also where it lies beside the other one."""

SEEN_FROM = 6
"""From so many tiles on that show what they did, a card that is partly covered still counts as seen."""

REFRESHED = 30_000
"""Milliseconds after which the likeness of a card that nobody touched is taken anew, as light changes slowly."""


Others = Sequence[tuple[Quad, Held | None]]
"""Where cards are seen now, and which of the held ones each of them is."""


@dataclass(frozen=True, eq=False)
class Checked:
    """A held card before a look: whether anything moved there, and which of its tiles are as they were."""

    card: Held
    same: Tiles
    likeness: Likeness | None

    @property
    def as_it_was(self) -> bool:
        return bool(self.same.all())

    @property
    def as_it_was_read(self) -> bool:
        """Whether it was surely read and lies as it did, however like the table it may be."""
        return self.as_it_was and self.card.settled and self.card.name is not None


@dataclass(frozen=True, eq=False)
class Look:
    """One look: eyes on a frame, with what is known of the table so far."""

    frame: Frame
    eyes: Eyes
    grid: Grid
    motion: Motion
    ground: Ground
    area: Mask
    pace: Pace
    is_card: Callable[[Quad], bool]
    """Whether something at a quad is as large as a card, as far as that is known."""

    backs: Backs
    """What the backs on this table look like, as far as that is known."""

    slots: Sequence[Quad] = ()
    """Where a mat has places for cards."""

    relit: bool = False
    """Whether a lamp was switched since the last look, and nothing else happened all over the table."""

    def at(self, held: Sequence[Held], impossible: Collection[str]) -> tuple[list[Held], bool]:
        """The cards that are held after the look, and whether all of them moved as one. The ground is learned, too."""
        still = self.motion.still(self.frame.taken, self.pace.settle)
        strange = self.ground.strange(self.frame.small, ~still)
        bare = self.ground.known & ~strange
        checked = [self._checked(card) for card in held]
        plain = bare | self.grid.mask([one.card.quad for one in checked if one.as_it_was_read], grown=2)
        checked = [
            one
            for one in checked
            if one.card.hidden or one.as_it_was_read or not self._is_none(one.card.evidence.together, bare, plain)
        ]
        held = [one.card for one in checked]
        known = [one.card.sighting for one in checked if self._needs_no_look(one, still)]
        places = self._taken_slots(strange & still, checked)
        lying = [sighting for sighting in known if sighting is not None]
        seen = self.eyes.look(self.frame.picture, lying, places, self.backs)
        readings = [one for one in seen if self.is_card(one.quad) and not self._is_none(one, bare, plain)]
        # A card of which nothing is to be seen explains nothing: perhaps it is gone, and the table shows anew.
        there = [one.card.quad for one in checked if one.same.any()]
        # And what shows of a card in a heap may be too small for one.
        self._see_what_left(strange & still, [*(one.quad for one in seen), *there])
        of = matched(readings, held)
        gone = self._gone(checked, readings, of, still)
        held = [card for at, card in enumerate(held) if at not in gone]
        checked = [one for at, one in enumerate(checked) if at not in gone]
        of = matched(readings, held)
        by_card = {card: readings[at] for at, card in of.items()}
        hands, things = self._over(checked, readings, of, still)
        near = cv2.dilate((hands | things | ~still).view(np.uint8), np.ones((3, 3), np.uint8)).view(np.bool_)
        others = [
            (reading.quad, None if at not in of else held[of[at]])
            for at, reading in enumerate(readings)
            if self.grid.share(reading.quad, near) < UNDER_HAND
        ]
        kept: list[Held] = []
        taken: set[int] = set()
        for at, one in enumerate(checked):
            after = self._after(one, by_card.get(at), near, others)
            if after is not None:
                kept.append(after)
                taken.add(at)
        fresh = [one for at, one in enumerate(readings) if of.get(at) not in taken]
        kept += [self._new(one) for one in fresh if self._is_new(one, kept, near)]
        cards = self.grid.mask([card.quad for card in kept if not card.hidden], grown=2)
        # What is strange and yet neither a hand nor a thing may be a part of one, and is not learned.
        free = still & ~cards & ~hands & ~things & ~self.ground.strange(self.frame.small, cards | ~still)
        self.ground.learn(self.frame.small, free, hands & still, things & still)
        self.motion.touched &= ~still
        moved = _moved_as_one([(one, by_card.get(at)) for at, one in enumerate(checked)])
        if moved:
            self.ground.forget()
        in_sight = [card for card in kept if self.grid.share(card.quad, near) == 0]
        kept = without_those_taken_away(kept, in_sight, self.eyes, self.pace.least_looks)
        return concluded(kept, self.eyes, self.pace.least_looks, impossible), moved

    def _gone(
        self, checked: Sequence[Checked], readings: Sequence[Reading], of: Mapping[int, int], still: Mask
    ) -> set[int]:
        """Which cards are no more, whatever else may seem to lie there: where another one is plainly seen in the same
        place, or the same one a little elsewhere."""
        at_rest = [at for at, reading in enumerate(readings) if self.grid.share(reading.quad, ~still) == 0]
        new = [readings[at] for at in at_rest if at not in of or not checked[of[at]].card.settled]
        replaced = {of[at] for at in at_rest if at in of and _replaced(checked[of[at]], readings[at])}
        alone = (at for at in range(len(checked)) if at not in of.values())
        return replaced | {at for at in alone if any(_is_really(checked[at].card, one) for one in new)}

    def _taken_slots(self, strange: Mask, checked: Sequence[Checked]) -> list[Quad]:
        """The slots in which something lies still that is not known to be a card."""
        cards = self.grid.mask([one.card.quad for one in checked if one.as_it_was and one.card.settled])
        return [slot for slot in self.slots if self.grid.share(slot, strange & ~cards) >= TAKEN]

    def _see_what_left(self, strange: Mask, cards: Sequence[Quad]) -> None:
        """A hand that lay over the table when that was learned is gone: there the table is learned anew."""
        if strange.any():
            left = self.ground.left(self.frame.small, strange, self.grid.mask(cards, grown=3), self.area)
            self.ground.unlearn(left)

    def _is_none(self, reading: Reading, bare: Mask, plain: Mask) -> bool:
        """Whether a back, or a face without a name, is seen where nothing lies but what is known.

        `bare` is where the table looks as it does with nothing on it, `plain` where it does or a known card lies.
        """
        if reading.face_up < 0.5:
            return self._share_of_known(reading.quad, plain) >= BARE
        if _is_named(reading):
            return False
        middle = reading.quad.mean(axis=0)
        inner = middle + INNER * (reading.quad - middle)
        enough = BARE_INSIDE if reading.chances else BARE_BLANK
        return self.grid.share(inner, bare) >= PLAINLY_BARE and self._share_of_known(inner, plain) >= enough

    def _share_of_known(self, quad: Quad, plain: Mask) -> float:
        """How much is plain of what is known of the table at a quad; nothing, where little is known of it."""
        known = self.grid.share(quad, plain | self.ground.known)
        return self.grid.share(quad, plain) / known if known >= MOSTLY_KNOWN else 0.0

    def _checked(self, card: Held) -> Checked:
        """Only what was touched is compared, and what was hidden."""
        touched = card.hidden or self.grid.share(card.quad, self.motion.touched) >= TOUCHED_FROM
        old = self.frame.taken - card.seen_at >= REFRESHED and card.shown.all()
        if not touched and not old and card.settled:
            return Checked(card, ALL, None)
        if not touched and not card.shown.all():
            return Checked(card, card.shown, None)  # what covers a part of it does so still
        now = Likeness.of(self.frame.picture, card.quad)
        if not touched:
            return Checked(card, ALL, card.likeness.again(now))
        same = card.likeness.same(now)
        # What moved and came back as it was may be looked at afresh, however often it was before.
        return Checked(replace(card, tries=0), same, replace(now, noise=card.likeness.noise) if same.all() else None)

    def _needs_no_look(self, one: Checked, still: Mask) -> bool:
        """Whether a card need not be read: it is as it was, or a moving hand covers what is not."""
        if not one.card.settled:
            return False
        odd = tile_quads(one.card.quad)[~one.same]
        return all(self.grid.share(quad, ~still) > 0 for quad in odd)

    def _over(
        self, checked: Sequence[Checked], readings: Sequence[Reading], of: Mapping[int, int], still: Mask
    ) -> tuple[Mask, Mask]:
        """Hands and things that lie over the table: what is strange there and is no card."""
        explained: list[Quad] = [reading.quad for at, reading in enumerate(readings) if at not in of]
        odd: list[Quad] = []
        for one in checked:
            if one.as_it_was:
                explained.append(one.card.quad)
                continue
            quads = tile_quads(one.card.quad)
            explained += list(quads[one.same])
            odd += list(quads[~one.same])
        cards = self.grid.mask([*explained, *(one.card.quad for one in checked)], grown=2)
        strange = self.ground.strange(self.frame.small, cards | ~still)
        # What the table looks like under a card nobody knows: where the card is not to be seen, something is.
        unknown = self.grid.mask(odd, grown=3) & ~self.ground.known
        over = (strange | unknown) & still & ~self.grid.mask(explained, grown=2)
        # A card may lie across the edge of the mat, but an arm is always more than a card.
        beside = strange & ~cards & ~self.grid.mask([reading.quad for reading in readings], grown=2)
        hands = self.ground.hands_in(_without_specks(over), beside, self.area)
        # A card that was found is no thing, though it may be one that a hand holds.
        over &= ~hands & ~self.grid.mask([reading.quad for reading in readings], grown=2)
        return hands, self.ground.things_in(_without_specks(over), strange)

    def _after(self, one: Checked, reading: Reading | None, near: Mask, others: Others) -> Held | None:
        """What becomes of a card that was held: kept, hidden, or gone."""
        card = one.card
        if one.as_it_was:
            return self._still_there(one, reading, near)
        if self.relit and card.settled and not card.hidden and self._is_the_same(card, reading):
            lit = Likeness.of(self.frame.picture, card.quad)
            return replace(self._still_there(replace(one, likeness=lit), reading, near) or card, settled=True)
        odd = ~one.same
        if odd.all() and self._is_laid_anew(reading, near):
            return None
        if not card.settled and len(card.evidence.looks) < self.pace.least_looks:
            # Nothing is known yet that could be kept: what is there now is read afresh.
            return None
        if card.hidden and reading is None and self.grid.share(card.quad, self.motion.touched) < TOUCHED_FROM:
            # Where nothing is over the place any more, the card went with what was.
            return card if self.grid.share(card.quad, near) > 0 else None
        quads = tile_quads(card.quad)
        under_card, under_hand = self._under_cards(one, quads, others), np.zeros_like(odd)
        if not card.settled and (odd & under_card).any():
            return None
        for at in np.flatnonzero(odd & ~under_card):
            under_hand[at] = self.grid.share(quads[at], near) > 0
        # Beside a hand is its shadow.
        under_hand |= odd & ~under_card & around(under_hand)
        if (odd & ~under_card & ~under_hand).any():
            return replace(card, hidden=True) if under_hand.sum() >= SEEN_FROM else None
        if one.same.sum() >= SEEN_FROM and not _contradicts(reading, card):
            # A plain part looks like the table, if that is as bright: it says nothing where all else is under a hand.
            told = bool((one.same & card.likeness.drawn).any()) or not under_hand.any()
            return replace(card, shown=one.same, hidden=not told, tries=card.tries + 1)
        return replace(card, hidden=True) if under_hand.sum() > (under_card & odd).sum() else None

    def _is_laid_anew(self, reading: Reading | None, near: Mask) -> bool:
        """Whether what lies there now is surely read, with no hand over it: it may have the name of what lay there."""
        return reading is not None and _is_named(reading) and self.grid.share(reading.quad, near) < UNDER_HAND

    def _is_the_same(self, card: Held, reading: Reading | None) -> bool:
        """Whether a card lies where it did although it looks different in another light."""
        if reading is not None:
            return not _surely_another(reading, card)
        return card.likeness.drawn_as(Likeness.of(self.frame.picture, card.quad)) >= DRAWN_ALIKE

    def _under_cards(self, one: Checked, quads: NDArray[np.float64], others: Others) -> Tiles:
        """The tiles of a card that others may cover now."""
        card = one.card
        points = np.concatenate([quads, quads.mean(axis=1, keepdims=True)], axis=1).reshape(-1, 2)
        under = np.zeros_like(one.same)
        for quad, of in others:
            if of is card or overlap(quad, card.quad) >= SAME_PLACE:
                continue
            grown = quad.mean(axis=0) + COVERS * (quad - quad.mean(axis=0))
            within = inside(grown, points).reshape(-1, 5).any(axis=1)
            if (within & ~one.same & card.shown).any() and self._lay_there(quad, of, card):
                within &= ~card.shown
            under |= within
        return under

    def _lay_there(self, quad: Quad, of: Held | None, card: Held) -> bool:
        """Whether another card lies where it did when this one last was as it was: then it covers nothing that showed.

        Where a card is taken off a heap, those that lay under it come to light as if they had been laid on it.
        """
        if of is not None:
            moved = float(np.linalg.norm((quad - of.quad).mean(axis=0)))
            return of.since <= card.as_it_was_at and moved < MOVED * float(np.linalg.norm(quad[3] - quad[0]))
        beside = self.grid.mask([quad]) & ~self.grid.mask([card.quad], grown=2)
        if card.around is None or np.count_nonzero(beside) < LEAST_BESIDE:
            return False
        old = card.around.astype(np.float32)
        new = self.frame.small.astype(np.float32)
        differs = changes(new, old * np.float32(gain(new, old)))
        return bool(differs[beside].mean() < LAID_FROM)

    def _still_there(self, one: Checked, reading: Reading | None, near: Mask) -> Held | None:
        """A card that looks as it did; while it is not settled, this look adds to what is known of it."""
        shown = ALL if one.likeness is not None else one.card.shown
        now, small = self.frame.taken, self.frame.small
        whole_at = now if shown.all() else one.card.whole_at
        card = replace(one.card, shown=shown, hidden=False, as_it_was_at=now, whole_at=whole_at, around=small)
        if one.likeness is not None:
            card = replace(card, likeness=one.likeness, seen_at=self.frame.taken)
        if card.settled or self.grid.share(card.quad, near) >= UNDER_HAND:
            return card
        card = replace(card, tries=card.tries + 1)
        if reading is not None:
            return replace(card, evidence=card.evidence.and_of(reading), misses=0)
        # Found once and not again: it was no card, unless it could surely be read.
        return replace(card, misses=card.misses + 1) if card.misses == 0 or card.name is not None else None

    def _is_new(self, reading: Reading, kept: Sequence[Held], near: Mask) -> bool:
        if self.grid.share(reading.quad, near) >= UNDER_HAND:
            return False
        return not any(
            overlap(reading.quad, card.quad) >= SAME_PLACE or is_the_rest_of(reading, card)
            for card in kept
            if not card.hidden
        )

    def _new(self, reading: Reading) -> Held:
        now, small = self.frame.taken, self.frame.small
        likeness = Likeness.of(self.frame.picture, reading.quad)
        return Held(Evidence.of(reading), likeness, now, since=now, as_it_was_at=now, whole_at=now, around=small)


def _moved_as_one(cards: Sequence[tuple[Checked, Reading | None]]) -> bool:
    """Whether all cards lie a little beside where they lay: then it was the camera, or the table, that moved."""
    shifts = [
        (reading.quad - one.card.quad).mean(axis=0) / np.linalg.norm(one.card.quad[3] - one.card.quad[0])
        for one, reading in cards
        if reading is not None and not one.as_it_was
    ]
    if len(shifts) < max(2, MOST_CARDS * len(cards)):
        return False
    common = np.median(shifts, axis=0)
    alike = np.linalg.norm(np.array(shifts) - common, axis=1) < 0.5 * np.linalg.norm(common)
    return bool(np.linalg.norm(common) >= BESIDE and alike.all())


def _without_specks(mask: Mask) -> Mask:
    return cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).view(np.bool_)


def _contradicts(reading: Reading | None, card: Held) -> bool:
    """Whether a card in the very same place is now taken for another."""
    if reading is None or card.sighting is None:
        return False
    if (reading.face_up < 0.5) != (card.sighting.face == "down"):
        return True
    if card.sighting.card is None or not reading.chances:
        return False
    return max(reading.chances, key=lambda name: reading.chances[name]) != card.sighting.card


def _replaced(one: Checked, reading: Reading) -> bool:
    """Whether a card that looks different is surely read as another."""
    return not one.as_it_was and _surely_another(reading, one.card)


def _is_really(card: Held, reading: Reading) -> bool:
    """Whether a reading is surely of what was held for a card, and shows where that lies: a part of it was read before
    beside a hand, or all of it while it was still being pushed into place."""
    name = card.name
    surely = name is not None and reading.chances.get(name, -1.0) >= log(NAMED_FROM)
    return surely and overlap(reading.quad, card.quad) >= A_PART


def _surely_another(reading: Reading, card: Held) -> bool:
    if not _contradicts(reading, card):
        return False
    return reading.face_up < 1 - DOWN_FROM or _is_named(reading)


def _is_named(reading: Reading) -> bool:
    """Whether it surely has some name."""
    return max(reading.chances.values(), default=-1.0) >= log(NAMED_FROM)
