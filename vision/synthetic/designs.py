"""What a deck looks like, thought up from a seed: letterings, layouts, colours, artwork, backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from vision.cards import FLIPS

Colour = tuple[int, int, int]
"""Blue, green, red."""


@dataclass(frozen=True)
class Place:
    """Where a number stands: how far from the middle toward the edges (-1 to 1), and whether upside down."""

    large: bool
    x: float
    y: float
    turned: bool = False


_MIDDLE = Place(True, 0, 0)
_TOP_LEFT, _TOP_RIGHT = Place(False, -1, -1), Place(False, 1, -1)
_LOW_LEFT, _LOW_RIGHT = Place(False, -1, 1, turned=True), Place(False, 1, 1, turned=True)
_CORNERS = (_TOP_LEFT, _TOP_RIGHT, _LOW_LEFT, _LOW_RIGHT)

LAYOUTS: dict[str, tuple[Place, ...]] = {
    "published": (_MIDDLE, *_CORNERS),
    "centre": (_MIDDLE,),
    "corners": _CORNERS,
    "two_way": (Place(True, 0, -0.8), Place(True, 0, 0.8, turned=True)),
    "two_corners": (_TOP_LEFT, _LOW_RIGHT),
    "centre_two_corners": (_MIDDLE, _TOP_LEFT, _LOW_RIGHT),
    "top_and_corner": (Place(True, 0, -0.7), Place(False, 1, 1)),
    "top_and_turned": (Place(True, 0, -0.7), Place(False, 1, 1, turned=True)),
    "all_upright": (_MIDDLE, _TOP_LEFT, _TOP_RIGHT, Place(False, -1, 1), Place(False, 1, 1)),
    "top_corners": (_TOP_LEFT, _TOP_RIGHT),
    "one_corner": (_TOP_LEFT,),
    "centre_one_corner": (_MIDDLE, _TOP_LEFT),
}
"""The numbers on a face, seen upright."""

ARTWORK = (
    "ox",
    "blob",
    "rings",
    "stripes",
    "lozenge",
    "shapes",
    "photo",
    "split",
    "split",
    "panel",
    "panel",
    "none",
    "none",
)
FURTHER_ARTWORK = ("cartoon", "cartoon", "picture", "picture", "pips", "pips", "ox", "blob", "split", "photo", "none")
WIDE = 56 / 87
BADGES = ("", "", "", "disc", "box")
PIPS = ("ox", "dot", "lozenge", "heart", "cross", "tick")
WITH_PIPS, COUNTED, NARROW = 0.2, 0.25, 0.15
"""So many designs have pips under small numbers, heads counted under the large one, and narrow letters."""

MARKS = ("dot", "bar", "none")
"""What tells 6 from 9."""

SIX_OR_NINE = (6, 9, 66, 99)
"""The cards that have such a mark, on a deck with marks."""

BACKS = ("lattice", "stripes", "ox", "plain", "dots", "six", "framed")


@dataclass(frozen=True)
class Lettering:
    """How a number is written: which typeface (an index), how high by the card's height, and dressed how."""

    typeface: int
    height: float
    slant: float = 0.0
    squeeze: float = 1.0
    outline: float = 0.0
    gradient: float = 0.0
    rough: float = 0.0
    """How much of the ink is missing, as in a woodcut or a worn stamp."""

    by_hand: float = 0.0
    """How differently each digit stands, as somebody writes them: from 0, in print, to 1."""

    outer: float = 0.0
    """How wide the line is that goes around the outline, by its height."""

    tilt: float = 0.0
    """By how many degrees the whole number rises, as on a banner across the card."""


@dataclass(frozen=True)
class Band:
    """A stripe of colour across the card: from where to where by its height, how much it leans, and how high the waves
    of its edges are."""

    top: float
    bottom: float
    lean: float = 0.0
    wave: float = 0.0


@dataclass(frozen=True)
class Family:
    """The colours of the cards of one count of heads."""

    paper: Colour
    art: Colour
    ink: Colour
    outline: Colour


@dataclass(frozen=True)
class Design:
    """A whole deck's look. `families` go by 1, 2, 3, 5 and 7 heads."""

    layout: str
    centre: Lettering | None
    corner: Lettering | None
    families: tuple[Family, ...]
    artwork: str
    art_size: float
    border: float
    border_double: bool
    heads_row: bool
    mark: str
    grain: float
    back: str
    back_colours: tuple[Colour, Colour]
    bands: tuple[Band, ...] = ()
    badge: str = ""
    """What small numbers stand on, or the large ones where there are no small ones."""

    pips: str = ""
    """What stands close under small numbers, as on playing cards."""

    counted: str = ""
    """What a card's heads are counted with right under its large number."""

    shadow: float = 0.0
    """How far the shadow of a large number falls, by its height."""

    back_rim: Colour | None = (245, 245, 245)

    spread: float = 1.0
    """How far from the middle numbers stand, by how far they would."""

    ratio: float = WIDE
    """How wide the card is by its height."""


def tells(design: Design, card: int) -> bool:
    """Whether anything on this card tells that it is not another one upside down: its marks, its places, an ox."""
    marked = design.mark != "none" and card in SIX_OR_NINE
    places = LAYOUTS[design.layout]
    upside_down = {replace(place, x=-place.x, y=-place.y) for place in places}
    return card not in FLIPS or marked or design.artwork in ("ox", "cartoon", "pips") or upside_down != set(places)


def design_from(seed: int, typefaces: Sequence[object], plain: float = 0.0) -> Design:
    """The design of that seed, written with some of the typefaces; more `plain` ones by chance."""
    rng = Random(seed)
    layout = rng.choice(("published", "published", "published", "two_way", *LAYOUTS))
    published = layout == "published"
    centre = corner = None
    main = rng.randrange(len(typefaces))
    if any(place.large for place in LAYOUTS[layout]):
        high = rng.uniform(0.18, 0.3) if layout == "two_way" else rng.uniform(0.24, 0.46)
        centre = _lettering(rng, main, high, dressed=published or rng.random() < 0.4)
    if not all(place.large for place in LAYOUTS[layout]):
        high = rng.uniform(0.08, 0.13) if published or rng.random() < 0.3 else rng.uniform(0.1, 0.2)
        corner = _lettering(rng, main if rng.random() < 0.7 else rng.randrange(len(typefaces)), high, dressed=False)
    return Design(
        layout=layout,
        centre=centre,
        corner=corner,
        families=_families(rng, published),
        artwork="ox" if published and rng.random() < 0.7 else rng.choice(ARTWORK),
        art_size=rng.uniform(0.45, 0.95),
        border=rng.choice((0.0, 0.0, rng.uniform(0.01, 0.06))),
        border_double=rng.random() < 0.3,
        heads_row=published or rng.random() < 0.25,
        mark=rng.choice(("dot", "bar", "none") if not published else ("dot", "dot", "bar", "none")),
        grain=max(0.0, rng.uniform(-0.1, 0.12)) * (1 - plain),
        back=rng.choice(BACKS),
        back_colours=(_colour(rng), _colour(rng)),
    )


FURTHER_BACKS = (
    *(*BACKS, "six", "six", "picture", "picture", "cartoon", "word", "rings", "waves", "lozenges", "ox"),
    *("bricks", "zigzag", "plaid", "rays", "speckles"),
    *(*("repeated",) * 3, *("figure",) * 6, *("pattern",) * 9),
    *(*("medallion",) * 10, *("blots",) * 3, *("scenery",) * 4),
)
TWO_WAY, OTHER_FAMILIES = 0.2, 0.3
"""So many further designs have a number in each half of the card, and colours that go their own way."""

TILTED, DOUBLY_OUTLINED = 0.08, 0.3
"""So many have the large number askew; of the numbers with an outline so many have another around it."""

FURTHER = 0.6
"""So many designs are further ones."""

LEAST_RIM = 0.06
"""A number on a picture has an outline of this much at least, by its height."""


def further_design(seed: int, typefaces: Sequence[object], plain: float = 0.0) -> Design:
    """Another design of that seed, with what is seen on decks that people print and draw: bands of colour, numbers
    that are light on dark in one place and dark on light in another, badges, pictures, cartoons, cards of any shape."""
    rng = Random(seed + 1)
    design = design_from(seed, typefaces, plain)
    if rng.random() < TWO_WAY:
        design = _two_way(design, rng, typefaces)
    artwork = rng.choice(FURTHER_ARTWORK)
    badge = rng.choice(BADGES) if artwork != "picture" else rng.choice(("", "disc", "box"))
    centre, corner = design.centre, design.corner
    if artwork == "picture":
        centre = centre and replace(centre, outline=max(centre.outline, rng.uniform(LEAST_RIM, 0.12)))
        corner = corner and replace(corner, outline=0.0 if badge else rng.uniform(LEAST_RIM, 0.12))
    elif corner is not None and rng.random() < 0.15:
        corner = replace(corner, outline=rng.uniform(0.04, 0.1))
    if rng.random() < 0.25:
        by_hand = rng.uniform(0.2, 1.0)
        centre, corner = (one and replace(one, by_hand=by_hand, rough=0.0) for one in (centre, corner))
    further = replace(
        design,
        artwork=artwork,
        bands=_bands(rng) if artwork != "picture" and rng.random() < 0.55 else (),
        badge=badge,
        pips=rng.choice(PIPS) if rng.random() < WITH_PIPS else "",
        counted=rng.choice(PIPS) if rng.random() < COUNTED else "",
        shadow=rng.uniform(0.03, 0.1) if rng.random() < 0.25 else 0.0,
        spread=rng.choice((1.0, rng.uniform(0.6, 1.0))),
        ratio=rng.choice((WIDE, rng.uniform(0.61, 0.73))),
        families=_families(rng, published=False) if rng.random() < OTHER_FAMILIES else design.families,
        back=(back := rng.choice(FURTHER_BACKS)),
        back_colours=_back_colours(rng, design, back),
        back_rim=rng.choice((None, None, _colour(rng), (245, 245, 245))),
    )
    centre, corner = (one and _outlined_again(one, rng) for one in (centre, corner))
    if rng.random() < NARROW:
        narrow = rng.uniform(0.45, 0.75)
        centre, corner = (one and replace(one, squeeze=narrow) for one in (centre, corner))
    if centre is not None and rng.random() < TILTED:
        centre = replace(centre, tilt=rng.choice((-1, 1, 1, 1)) * rng.uniform(5, 32))
    return replace(further, centre=centre, corner=corner)


def _outlined_again(lettering: Lettering, rng: Random) -> Lettering:
    """The same, with a line around the outline if it has one, on some designs."""
    if not lettering.outline or rng.random() >= DOUBLY_OUTLINED:
        return lettering
    return replace(lettering, outer=rng.uniform(0.02, 0.07))


def _two_way(design: Design, rng: Random, typefaces: Sequence[object]) -> Design:
    """The same with a number in each half of the card, as large as there is room for."""
    lettering = design.centre or _lettering(rng, rng.randrange(len(typefaces)), 0.0, dressed=rng.random() < 0.3)
    return replace(design, layout="two_way", centre=replace(lettering, height=rng.uniform(0.2, 0.42)), corner=None)


def _back_colours(rng: Random, design: Design, back: str) -> tuple[Colour, Colour]:
    """The ground and the figures: often the paper of the faces, drawn on, and else any two."""
    if back not in ("figure", "repeated", "six", "word", "cartoon") or rng.random() < 0.5:
        return design.back_colours
    paper = design.families[0].paper
    return paper, _far_from(rng, (paper,), 60)


SPREAD = 7919
"""Seeds of designs lie apart, or their first choices would be alike."""


def any_design(seed: int, typefaces: Sequence[object]) -> Design:
    """A design of either kind."""
    kind = further_design if Random(seed).random() < FURTHER else design_from
    return kind(seed, typefaces)


def _bands(rng: Random) -> tuple[Band, ...]:
    """At the top, at the bottom, at both, in the middle, or over half of the card."""
    lean = rng.choice((0.0, 0.0, rng.uniform(-0.15, 0.15), rng.uniform(-0.6, 0.6)))
    wave = rng.choice((0.0, 0.0, rng.uniform(0.01, 0.06)))
    deep = rng.uniform(0.12, 0.36)
    kind = rng.choice(("top", "bottom", "both", "both", "middle", "middle", "line", "half"))
    if kind == "middle":
        return (Band(0.5 - deep / 2, 0.5 + deep / 2, lean, wave),)
    if kind == "line":
        thin = rng.uniform(0.01, 0.05)
        return (Band(0.5 - thin, 0.5 + thin, lean),)
    if kind == "half":
        return (Band(-0.8, 0.5, lean, wave),)
    top, bottom = Band(-0.8, deep, lean, wave), Band(1 - deep, 1.8, lean, wave)
    return {"top": (top,), "bottom": (bottom,), "both": (top, bottom)}[kind]


def _lettering(rng: Random, typeface: int, height: float, dressed: bool) -> Lettering:
    return Lettering(
        typeface,
        height,
        slant=rng.choice((0.0, rng.uniform(-0.1, 0.3))),
        squeeze=rng.uniform(0.75, 1.15),
        outline=rng.uniform(0.03, 0.12) if dressed else 0.0,
        gradient=rng.uniform(0.0, 0.6) if dressed else 0.0,
        rough=rng.uniform(0.05, 0.3) if rng.random() < 0.1 else 0.0,
    )


def _colour(rng: Random, low: int = 0, high: int = 255) -> Colour:
    return (rng.randint(low, high), rng.randint(low, high), rng.randint(low, high))


def _families(rng: Random, published: bool) -> tuple[Family, ...]:
    """Five families of colours, or one for all; ink always stands out from what it lies on."""
    dark = rng.random() < (0.1 if published else 0.2)
    paper = _colour(rng, 0, 60) if dark else (255, 255, 255) if rng.random() < 0.4 else _colour(rng, 190, 255)
    one = None if published or rng.random() < 0.4 else _family(rng, paper)
    tinted = rng.random() < 0.3
    return tuple(one or _family(rng, _colour(rng, 170, 255) if tinted and not dark else paper) for _ in range(5))


def _family(rng: Random, paper: Colour) -> Family:
    art = _far_from(rng, (paper,), 50)
    outline = _far_from(rng, (paper, art), 60) if rng.random() < 0.5 else paper
    ink = _far_from(rng, (paper, art, outline), 75)
    return Family(paper, art, ink, outline)


def _far_from(rng: Random, others: Sequence[Colour], distance: float) -> Colour:
    """A colour whose brightness differs enough from the others', or the furthest of many tries."""
    tries = [_colour(rng) for _ in range(24)]

    def nearest(colour: Colour) -> float:
        return min(abs(brightness(colour) - brightness(other)) for other in others)

    return next((colour for colour in tries if nearest(colour) >= distance), max(tries, key=nearest))


def brightness(colour: Colour) -> float:
    blue, green, red = colour
    return 0.114 * blue + 0.587 * green + 0.299 * red
