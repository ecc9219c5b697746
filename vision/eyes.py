"""The eyes: one picture in, everything that lies on the table out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import numpy as np

from vision.backs import Backs, both_ways, looks_like
from vision.cards import NUMBERS, SPECIALS, WITH_BACKS
from vision.closer import Closer
from vision.colours import colour_chances
from vision.company import company
from vision.conclude import conclude
from vision.cut import Pyramid
from vision.deck import BACK as BACK_NAME
from vision.deck import Deck
from vision.detect import Finder, Found, overlap
from vision.edges import maybe_at, on_edges
from vision.facing import evidence_of_faces, facing
from vision.flips import Plain, Standing, plain_on, settled, standing_on
from vision.frame import Picture
from vision.heaps import single_ones, usual_size
from vision.likeness import Likeness
from vision.nothing import Evidence, are_cards, evidence_of_cards
from vision.owners import FACE, with_own_numbers
from vision.read import MODELS, Look, Reader
from vision.sighting import Quad, Reading, Sighting
from vision.specials import special_cards
from vision.synthetic.own.known import own_deck
from vision.trust import NO_SIGNS, Signs, Trust, log_odds, read_trusts, signs_of

TEMPER = 0.8
"""Numbers on one card are written by one hand and seen in one light; what one of them adds counts a little less."""

TRUST = "trust.json"
"""What chances are worth without a deck and with one, and what speaks for a card and a face: found with the models."""

MOST_NAMES = 12
FAINTEST = -14.0
SAME_PLACE = 0.02
"""A card lies as it was known to where its corners are this near, by its height."""

ELSEWHERE = 0.3
"""Less than this is shared by what lies in two places."""

LIKE_OTHERS = 0.4
"""So much of its colours a card shares with others, to be one of several that were seen as one."""

LIES_IN = 0.5
"""What shares more with a place than this may be what lies in it."""

TOUCHES = 0.01
"""Cards that share less of their area than this lie beside one another."""

MOST_WANTED = 5
LIES = 0.38
"""How much it counts, with a learned deck, which way up a card seems to lie."""

LIKE_A_FACE = 0.7
SURELY_DOWN = 0.01
PLAINLY_A_FACE = 0.98
"""So surely a face, a card needs no number to be one: its numbers may be covered."""

NO_NUMBER = 0.4
SURELY_SPECIAL = signs_of([[(0.9999, 0.0)] * 2, [(0.9999, 0.0)]])
"""A special card that looks like its sample and like no other is as sure as one with two numbers that agree."""


class Eyes:
    """Finds and reads the cards of one game.

    >>> eyes = Eyes("take_six")
    >>> import numpy
    >>> eyes.look(numpy.zeros((1296, 2304, 3), numpy.uint8))
    []
    """

    def __init__(
        self,
        game: str,
        deck: Deck | None = None,
        models: Path = MODELS,
        trust: Trust | None = None,
    ) -> None:
        self.game = game
        self._finder = Finder(models / "finder.onnx")
        self._closer = Closer(models / "closer.onnx")
        self._reader = Reader(models)
        self._likeness = Likeness(deck) if deck is not None and deck.cards else None
        unnumbered = _unnumbered(game, deck)
        self._unnumbered = Likeness(unnumbered)
        self._own_backs = both_ways(unnumbered.cards[BACK_NAME]) if BACK_NAME in unnumbered.cards else ()
        trusts = read_trusts(models / TRUST)
        self._card_weights, self._face_weights = trusts["cards"].weights, trusts["faces"].weights
        self._trusts = trusts if trust is None else dict.fromkeys(trusts, trust)

    def look(
        self,
        picture: Picture,
        known: Sequence[Sighting] = (),
        places: Sequence[Quad] = (),
        backs: Backs | None = None,
    ) -> list[Reading]:
        """All cards of a picture. Those that lie as in `known` keep the reading they have there.

        In `places` something lies, perhaps a card: one on which a number is surely read, or whose back is known, is
        seen also if it was not found, such as a white one on white. `backs` is what is known of those on the table,
        and learns more of them.
        """
        pyramid = Pyramid(picture)
        found = self._found(pyramid)
        kept = [_known_at(one.quad, known) for one in found]
        new = [one for one, reading in zip(found, kept, strict=True) if reading is None]
        before = [reading.quad for reading in kept if reading is not None]
        looks = self._taken_apart(self._looks_at_cards(pyramid, new, found, before), found, before, pyramid)
        looks += self._looks_in(places, [*(look.quad for look in looks), *before], found, pyramid, backs or Backs())
        everywhere = [*(look.quad for look in looks), *before]
        near = _near(everywhere)[: len(looks)]
        numbered = [reading.quad for reading in kept if reading is not None and reading.chances]
        readings = self.readings(with_own_numbers(looks, near, numbered), known, backs)
        return [*(reading for reading in kept if reading is not None), *readings]

    def see(self, picture: Picture) -> list[Sighting]:
        """What lies on a single picture."""
        return self.conclude(self.look(picture))

    def quads(self, picture: Picture) -> list[Quad]:
        """Where cards lie, either way round."""
        pyramid = Pyramid(picture)
        found = self._found(pyramid)
        return [look.quad for look in self._looks_at_cards(pyramid, found, found)]

    def _found(self, pyramid: Pyramid) -> list[Found]:
        """What may be cards: what is in doubt is looked at from nearby, and all sides lie on edges."""
        return on_edges(self._closer.look(pyramid, self._finder.find(pyramid)), pyramid.whole)

    def _looks_at_cards(
        self, pyramid: Pyramid, new: Sequence[Found], found: Sequence[Found], known: Sequence[Quad] = ()
    ) -> list[Look]:
        """What is read on those of the new things that are cards, where at `known` places lie others."""
        looks = self._reader.look(pyramid, [one.quad for one in new])
        cards = np.flatnonzero(are_cards(pyramid, new, looks, found, self._card_weights, known))
        return facing([new[at] for at in cards], [looks[at] for at in cards], self._face_weights)

    def _taken_apart(
        self, looks: Sequence[Look], found: Sequence[Found], known: Sequence[Quad], pyramid: Pyramid
    ) -> list[Look]:
        """The same, where a face that can't be read and is too large for a card is several that can."""
        if (usual := usual_size(found)) is None:
            return list(looks)
        apart, others = [], [look.cut for look in looks if look.reads()]
        for look in looks:
            if look.reads() or look.face_up < FACE:
                apart.append(look)
                continue
            maybe = maybe_at(single_ones(look.quad, usual), pyramid.whole)
            single = self._looks_at_cards(pyramid, maybe, [*found, *maybe], known)
            apart += _apart([one for one in single if _is_one_of(one, others)]) or [look]
        return apart

    def _looks_in(
        self, places: Sequence[Quad], seen: Sequence[Quad], found: Sequence[Found], pyramid: Pyramid, backs: Backs
    ) -> list[Look]:
        """The cards in places where none was seen, as far as a number is surely read on them, or they are backs as
        others on this table."""
        free = [place for place in places if all(overlap(place, quad) < ELSEWHERE for quad in seen)]
        if not free:
            return []
        maybe = maybe_at(free, pyramid.whole)
        looks = [look for look in self._looks_at_cards(pyramid, maybe, [*found, *maybe], seen) if look.reads()]
        if not backs.seen:
            return looks
        near = [one.quad for one in (*found, *maybe) if any(overlap(one.quad, place) > LIES_IN for place in free)]
        for look in self._reader.look(pyramid, near):
            if backs.knows(look.cut) and all(overlap(look.quad, other.quad) < ELSEWHERE for other in looks):
                looks.append(look)
        return looks

    def evidence(self, picture: Picture) -> tuple[list[Quad], Evidence, Evidence]:
        """All that the finder sees, and what speaks for each of it being a card, and for it showing its face."""
        pyramid = Pyramid(picture)
        found = self._found(pyramid)
        looks = self._reader.look(pyramid, [one.quad for one in found])
        quads = [one.quad for one in found]
        return quads, evidence_of_cards(picture, found, looks), evidence_of_faces(found, looks)

    def look_at(self, picture: Picture, quads: Sequence[Quad]) -> list[Look]:
        """What is read where cards are said to lie."""
        return self._reader.look(Pyramid(picture), quads)

    def conclude(self, readings: Sequence[Reading], impossible: Collection[str] = ()) -> list[Sighting]:
        """What lies there, all readings judged together."""
        return conclude(readings, self.game, impossible, self._trust_in)

    def _trust_in(self, reading: Reading) -> Trust:
        return self._trusts["deck" if reading.compared else "numbers"]

    def readings(
        self, looks: Sequence[Look], known: Sequence[Sighting] = (), backs: Backs | None = None
    ) -> list[Reading]:
        """What the looks at all new cards of a picture give, and those that are known beside them."""
        bare = _bare([look.quad for look in looks], [one.quad for one in known])
        plain = [plain_on(look, is_bare) for look, is_bare in zip(looks, bare, strict=True)]
        standing = standing_on([*plain, *(one.reading.plain for one in known)])
        on_table = backs or Backs()
        down = on_table.face_down(looks) if self.game in WITH_BACKS else [False] * len(looks)
        # While a table is watched a back may be seen in part, beside a hand: to take it for a face says that it was
        # turned too early.
        unlike_backs = backs is None and on_table.seen
        up = [
            min(look.face_up, SURELY_DOWN) if is_down else self._face_up(look, unlike_backs)
            for look, is_down in zip(looks, down, strict=True)
        ]
        specials = special_cards(self._unnumbered, looks)
        of_each = zip(looks, plain, up, specials, strict=True)
        return [self._reading(look, standing, own, face_up, special) for look, own, face_up, special in of_each]

    def _reading(
        self, look: Look, standing: Standing, plain: Plain, face_up: float, special: tuple[str, int] | None
    ) -> Reading:
        chances = self._by_numbers(look, standing)
        turned = look.turned
        if self._likeness is not None:
            chances, turned = self._by_likeness(self._likeness, look, chances)
        elif not look.numerals:
            chances = {}
        signs = _signs(look, chances)
        if special is not None:
            (name, way), face_up = special, 1.0
            chances, turned, signs = {name: 0.0}, float(way), SURELY_SPECIAL
        quad = np.roll(look.quad, 2, axis=0) if turned > 0.5 else look.quad
        return Reading(quad, face_up, _worth_mentioning(chances), signs, self._has_sample(chances), plain)

    def _has_sample(self, chances: Mapping[str, float]) -> bool:
        """Whether the likeliest name is that of a card that was learned."""
        return self._likeness is not None and max(chances, key=chances.__getitem__, default="") in self._likeness.names

    def _face_up(self, look: Look, unlike_backs: bool) -> float:
        """The chance that a face shows. `unlike_backs`: backs are seen in the same picture, and look otherwise."""
        plainly = look.face_up > PLAINLY_A_FACE
        if self._likeness is None and (look.agrees() or (plainly and look.reads())):
            return look.face_up
        if looks_like(look.cut, self._own_backs):
            return min(look.face_up, SURELY_DOWN)
        if look.has_number or plainly or unlike_backs or self._looks_like_a_face(look):
            return look.face_up
        # A card-shaped thing without a number is rather a back, unless it is known that those look otherwise.
        return look.face_up * NO_NUMBER

    def _looks_like_a_face(self, look: Look) -> bool:
        return self._likeness is not None and self._likeness.like([look.cut]).max(initial=-1) > LIKE_A_FACE

    def _by_numbers(self, look: Look, standing: Standing) -> dict[str, float]:
        """The logarithm of each number's likelihood."""
        scores = settled(look, look.scores * TEMPER, standing)
        numbers = NUMBERS[self.game]
        if self.game != "qwixx_cards":
            return {str(number): float(scores[number]) for number in numbers}
        colours = {colour: float(np.log(chance + 1e-9)) for colour, chance in colour_chances(look.cut).items()}
        return {f"{colour} {n}": float(scores[n]) + added for colour, added in colours.items() for n in numbers}

    @staticmethod
    def _by_likeness(likeness: Likeness, look: Look, chances: dict[str, float]) -> tuple[dict[str, float], float]:
        """With what the deck's samples add, and which way up. A card without a sample loses nothing by it."""
        none = look.no_number() * TEMPER
        chances = {**dict.fromkeys((name for name in likeness.names if not name.isdecimal()), none), **chances}
        likely = sorted(chances, key=lambda name: -chances[name])[:MOST_WANTED]
        candidates = likeness.candidates(look.cut, [(name, way) for name in likely for way in (0, 1)])
        if not candidates:
            return chances, look.turned
        as_it_lies = LIES * log_odds(look.turned)
        ways: dict[str, dict[int, float]] = {}
        for (name, way), score in zip(candidates, likeness.scores(look.cut, candidates), strict=True):
            ways.setdefault(name, {})[way] = float(score) + (as_it_lies if way else -as_it_lies)
        best = {name: max(of_name.values()) for name, of_name in ways.items()}
        most, least = max(best.values()), min(best.values())
        sampled = set(likeness.names)
        total = {
            name: value + (best.get(name, least) - most if name in sampled else 0.0) for name, value in chances.items()
        }
        first = ways.get(max(total, key=total.__getitem__), {})
        return total, float(first[1] > first[0]) if len(first) > 1 else look.turned


def _is_one_of(look: Look, others: Sequence[Picture]) -> bool:
    """Whether what was read surely is a card like others: by its colours, or since its number stands on it twice."""
    return look.reads() and (look.says_so_twice() or company([look.cut], others)[0] > LIKE_OTHERS)


def _apart(looks: Sequence[Look]) -> list[Look]:
    """One of each that lie in the same place, the one that is read most surely."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda one: -one.surest):
        if all(overlap(look.quad, other.quad) < ELSEWHERE for other in kept):
            kept.append(look)
    return kept


def _unnumbered(game: str, deck: Deck | None) -> Deck:
    """What has no number to be read by: the special cards and the back that were learned, else the project's own."""
    known = deck.cards if deck is not None else {}
    looks = {name: look for name, look in known.items() if name in SPECIALS or name == BACK_NAME}
    own = {} if any(name in SPECIALS for name in looks) else own_deck(game, {*SPECIALS, BACK_NAME}).cards
    return Deck("without numbers", game, {**own, **looks})


def _signs(look: Look, chances: Mapping[str, float]) -> Signs:
    """How clearly single numbers on the card speak for its likeliest name, and against it."""
    name = max(chances, key=chances.__getitem__, default="").rpartition(" ")[2]
    if not name.isdecimal():
        return NO_SIGNS
    number = int(name)
    return signs_of([[(one.speaking_for(number), one.against(number)) for one in size] for size in look.sizes])


def _worth_mentioning(chances: dict[str, float]) -> dict[str, float]:
    """The likeliest names, so that the chances of all add up to one."""
    if not chances:
        return {}
    names, values = list(chances), np.fromiter(chances.values(), float)
    values -= values.max() + np.log(np.exp(values - values.max()).sum())
    likeliest = np.argsort(-values, kind="stable")[:MOST_NAMES]
    return {names[at]: float(values[at]) for at in likeliest if values[at] > FAINTEST}


def _near(quads: Sequence[Quad]) -> list[list[Quad]]:
    """For each card the others that may lie on or under it."""
    if not quads:
        return []
    corners = np.stack(quads)
    middles, reach = corners.mean(axis=1), np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return [[quads[int(other)] for other in np.flatnonzero(row < far)] for row, far in zip(apart, reach, strict=True)]


def _bare(quads: Sequence[Quad], others: Sequence[Quad]) -> list[bool]:
    """Of each card, whether none of these and no other lies on or under it."""
    near = _near([*quads, *others])[: len(quads)]
    return [all(overlap(quad, other) < TOUCHES for other in around) for quad, around in zip(quads, near, strict=True)]


def _known_at(quad: Quad, known: Sequence[Sighting]) -> Reading | None:
    """What is known of a card that lies there, either way round."""
    far = SAME_PLACE * float(np.linalg.norm(quad[3] - quad[0]))
    for sighting in known:
        for shift in (0, 2):
            if np.linalg.norm(np.roll(quad, shift, axis=0) - sighting.quad, axis=1).max() < far:
                return sighting.reading
    return None
