"""Numbers that read as another one upside down: 6 and 9, 68 and 89, 16 and 91.

Which of the two it is follows from a mark (a dot or a bar below the digits), or from where the
number stands: on many decks a number toward the top of a card stands upright and one toward
the bottom upside down, whichever way round the card lies. That is believed only where cards show
it: the card itself, on which numbers at both ends agree, or others whose numbers have only one
way to be read. Those also show in which places else numbers stand on this deck. Where nothing
helps, both remain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.cards import BOTH_WAYS, FLIPS
from vision.cut import CUT
from vision.read import Chances, Look, Numeral
from vision.spots import Layout, Spot, spot_of, turned

TOP, BOTTOM = CUT[1] * 0.38, CUT[1] * 0.62
SURE, LIKELY = 0.9, 0.5
"""What speaks for the usual way has to be surer than what speaks against it."""

MARKED, UNMARKED = 0.85, 0.1
"""A marked number reads well one way round and not at all the other."""

LEAST_PROOF = 2
"""So many cards have to show that numbers stand upright at the top and upside down at the bottom."""

MOST_AGAINST = 0.04
LEAST_MARKS = 2
SETTLED = 9.0
"""What a mark says outweighs this much of all else."""


LEAST_BARE = 3
"""On so many cards a place must have been in sight to say that no numbers of the deck stand there."""


@dataclass(frozen=True)
class Plain:
    """The numbers of a card that can be read in only one way: where those stand that are surely read, how many likely
    ones stand upright at the bottom, whether one stands upright at the top and one upside down at the bottom, and, if
    no other card lies on it, where anything stands that may be a number.
    """

    spots: tuple[Spot, ...] = ()
    low: int = 0
    both_ends: bool = False
    all_there: tuple[Spot, ...] = ()


UNREAD = Plain()


@dataclass(frozen=True, eq=False)
class Standing:
    """How numbers stand on the cards that lie on the table: whether they are known to be upright at the top and upside
    down at the bottom, or known not to be so."""

    top_upright: bool
    otherwise: bool
    known: Layout
    bare: Layout

    def only_so(self, spot: Spot) -> bool:
        """Whether numbers of this deck stand there, and none where this one would if it stood the other way up."""
        if not self.known.has(spot) or len(self.bare.cards) < LEAST_BARE:
            return False
        other = turned(spot)
        return self.known.times(other) == self.bare.times(other) == 0


def plain_on(look: Look, bare: bool) -> Plain:
    """The plain numbers of a card."""
    plain = [one for one in look.numerals if int(one.chances.argmax()) not in BOTH_WAYS]
    low = sum(one.chances.max() > LIKELY and spot_of(one)[1] > BOTTOM for one in plain)
    sure = [one for one in plain if one.chances.max() > SURE]
    ends = {_half(one) for one in sure if spot_of(one)[1] < TOP}
    spots = tuple(spot_of(one) for one in sure)
    all_there = tuple(spot_of(one) for one in look.numerals) if bare and sure else ()
    return Plain(spots, low, ends == {1, -1}, all_there)


def standing_on(cards: Sequence[Plain]) -> Standing:
    """How numbers stand on these cards."""
    known, bare = Layout.of(card.spots for card in cards), Layout.of(card.all_there for card in cards)
    agree = sum(y < TOP for card in cards for _, y, _ in card.spots)
    otherwise = sum(card.low for card in cards) > MOST_AGAINST * agree
    proved = sum(card.both_ends for card in cards) >= LEAST_PROOF
    return Standing(proved and not otherwise, otherwise, known, bare)


def settled(look: Look, scores: Chances, standing: Standing) -> Chances:
    """The scores of a card whose likeliest number is another one upside down, with what is known of which it is."""
    number = int(scores.argmax())
    if number not in FLIPS:
        return scores
    other = FLIPS[number]
    seen = [(numeral, as_seen) for numeral in look.numerals if (as_seen := _seen(numeral, number, other)) is not None]
    marked = [_marked(numeral, as_seen) for numeral, as_seen in seen]
    places = _by_ends(seen) if not standing.otherwise else set()
    for numeral, as_seen in seen:
        places |= _by_place(numeral, as_seen, standing)
    # Odd lettering can look marked once, though not everywhere and always for the same number.
    marks = set(marked) if len(marked) >= LEAST_MARKS and None not in marked and len(set(marked)) == 1 else set()
    said = marks or places
    settled_scores = scores.copy()
    if len(said) != 1 or (not marks and said != {number}):
        settled_scores[[number, other]] = scores[number]
    elif marks:
        right = next(mark for mark in marks if mark is not None)
        settled_scores[right] = max(scores[number], scores[other])
        settled_scores[FLIPS[right]] = min(scores[FLIPS[right]], settled_scores[right] - SETTLED)
    return settled_scores


def _by_ends(seen: Sequence[tuple[Numeral, int]]) -> set[int]:
    """Which of the two it is if it stands upright at the top and upside down at the bottom, and both can be seen."""
    by_half = {half: set[int]() for half in (1, 0, -1)}
    for numeral, as_seen in seen:
        by_half[_half(numeral)].add(_usually(numeral, as_seen))
    return by_half[1] | by_half[-1] if by_half[1] and by_half[-1] else set()


def _usually(numeral: Numeral, seen: int) -> int:
    return seen if _half(numeral) > 0 else FLIPS[seen]


def _by_place(numeral: Numeral, seen: int, standing: Standing) -> set[int]:
    """Which of the two it can be only, by where it stands, if that says anything."""
    if standing.top_upright:
        return {_usually(numeral, seen)} if _half(numeral) else set()
    spot = spot_of(numeral, upright=True)
    ways = {seen: spot, FLIPS[seen]: turned(spot)}
    return {number for number, stands in ways.items() if standing.only_so(stands)}


def _half(numeral: Numeral) -> int:
    """1 toward the top of the cut, -1 toward its bottom, 0 in between."""
    y = numeral.place.middle[1]
    return 1 if y < TOP else -1 if y > BOTTOM else 0


def _seen(numeral: Numeral, number: int, other: int) -> int | None:
    """Which of the two it reads as, as it stands in the cut."""
    upright = numeral.upright[[number, other]].max()
    turned = numeral.turned[[number, other]].max()
    if max(upright, turned) < 0.5:
        return None
    if upright >= turned:
        return number if numeral.upright[number] >= numeral.upright[other] else other
    return other if numeral.turned[number] >= numeral.turned[other] else number


def _marked(numeral: Numeral, seen: int) -> int | None:
    """Which of the two a mark says it is."""
    upright, turned = numeral.upright[seen], numeral.turned[FLIPS[seen]]
    if upright > MARKED and turned < UNMARKED and numeral.both_read:
        return seen
    if turned > MARKED and upright < UNMARKED and numeral.both_read:
        return FLIPS[seen]
    return None
