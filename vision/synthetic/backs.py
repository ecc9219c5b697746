"""What backs are printed with."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.synthetic.artwork import HEIGHT, WIDTH, Face
from vision.synthetic.designs import Colour
from vision.synthetic.motifs import any_motif
from vision.synthetic.wild import patterned

Generator = np.random.Generator
MIDDLE = (WIDTH // 2, HEIGHT // 2)


def _lattice(back: Face, figure: Colour) -> None:
    for at in range(-HEIGHT, WIDTH + HEIGHT, 14):
        cv2.line(back, (at, 0), (at + HEIGHT, HEIGHT), figure, 2, cv2.LINE_AA)
        cv2.line(back, (at, HEIGHT), (at + HEIGHT, 0), figure, 2, cv2.LINE_AA)


def _bars(back: Face, figure: Colour) -> None:
    for at in range(0, WIDTH, 16):
        cv2.rectangle(back, (at, 0), (at + 7, HEIGHT), figure, -1)


def _dots(back: Face, figure: Colour) -> None:
    for x in range(8, WIDTH, 16):
        for y in range(8, HEIGHT, 16):
            cv2.circle(back, (x, y), 4, figure, -1, cv2.LINE_AA)


def _lozenges(back: Face, figure: Colour) -> None:
    for x in range(14, WIDTH, 20):
        for y in range(14, HEIGHT, 20):
            cv2.ellipse(back, (x, y), (4, 7), 0, 0, 360, figure, -1, cv2.LINE_AA)


def _circles(back: Face, figure: Colour) -> None:
    for radius in range(8, HEIGHT, 13):
        cv2.circle(back, (WIDTH // 2, HEIGHT // 2), radius, figure, 3, cv2.LINE_AA)


def _waves(back: Face, figure: Colour) -> None:
    x = np.arange(20, WIDTH - 20)
    for down in range(30, HEIGHT - 20, 24):
        wave = np.stack([x, down + 5 * np.sin(x / 7)], axis=1)
        cv2.polylines(back, [np.round(wave).astype(np.int32)], False, figure, 2, cv2.LINE_AA)


def _bricks(back: Face, figure: Colour) -> None:
    rng = _rng_of(back, figure)
    high, wide = int(rng.integers(8, 26)), int(rng.integers(14, 50))
    for row, top in enumerate(range(0, HEIGHT, high)):
        for left in range(-(row % 2) * wide // 2, WIDTH, wide):
            cv2.rectangle(back, (left, top), (left + wide - 3, top + high - 3), figure, -1)


def _zigzag(back: Face, figure: Colour) -> None:
    rng = _rng_of(back, figure)
    step, rise, pen = int(rng.integers(14, 40)), int(rng.integers(4, 24)), int(rng.integers(2, 8))
    across = np.arange(-10, WIDTH + 20, int(rng.integers(6, 24)))
    for down in range(-rise, HEIGHT + rise, step):
        line = np.stack([across, down + rise * (np.arange(len(across)) % 2)], axis=1)
        cv2.polylines(back, [line.astype(np.int32)], False, figure, pen, cv2.LINE_AA)


def _plaid(back: Face, figure: Colour) -> None:
    """Stripes across and along, through which the ground is seen."""
    rng = _rng_of(back, figure)
    woven = back.astype(np.float64)
    for _ in range(int(rng.integers(2, 5))):
        step, wide = int(rng.integers(16, 60)), int(rng.integers(2, 14))
        colour = np.array(figure) * rng.uniform(0.4, 1) + rng.uniform(0, 80)
        for axis, far in ((0, HEIGHT), (1, WIDTH)):
            there = np.where(np.arange(far) % step < wide, 0.5, 0.0)
            part = there[:, None, None] if axis == 0 else there[None, :, None]
            woven = woven * (1 - part) + colour * part
    back[:] = np.clip(woven, 0, 255).astype(np.uint8)


def _rays(back: Face, figure: Colour) -> None:
    """Rays from the middle, and something on a disc before them."""
    rng = _rng_of(back, figure)
    count = int(rng.integers(8, 30))
    for ray in range(count):
        turns = np.array((ray - 0.25, ray + 0.25)) * 2 * np.pi / count
        ends = np.stack([np.cos(turns), np.sin(turns)], axis=1) * HEIGHT + MIDDLE
        cv2.fillConvexPoly(back, np.round(np.vstack([MIDDLE, ends])).astype(np.int32), figure, cv2.LINE_AA)
    radius = round(WIDTH * rng.uniform(0.15, 0.35))
    cv2.circle(back, MIDDLE, radius, _between(back, figure, 0.5), -1, cv2.LINE_AA)
    any_motif(rng)(back, MIDDLE, radius * 0.8, figure, rng)


def _speckles(back: Face, figure: Colour) -> None:
    rng = _rng_of(back, figure)
    for _ in range(int(rng.integers(60, 500))):
        at = (int(rng.integers(WIDTH)), int(rng.integers(HEIGHT)))
        cv2.circle(back, at, int(rng.integers(1, 4)), _between(back, figure, rng.uniform(0.4, 1)), -1, cv2.LINE_AA)


def _repeated(back: Face, figure: Colour) -> None:
    """A small figure again and again, in a grid or like bricks."""
    rng = _rng_of(back, figure)
    motif, step, seed = any_motif(rng), int(rng.integers(16, 56)), int(rng.integers(1 << 30))
    slip, size = (step // 2 if rng.random() < 0.5 else 0), step * rng.uniform(0.25, 0.5)
    for row, y in enumerate(range(step // 2, HEIGHT, step)):
        for x in range(step // 2 + slip * (row % 2), WIDTH, step):
            motif(back, (x, y), size, figure, np.random.default_rng(seed))


def _figure(back: Face, figure: Colour) -> None:
    """One figure, drawn or printed, on plain paper, perhaps at both ends."""
    rng = _rng_of(back, figure)
    motif, size = any_motif(rng), WIDTH * rng.uniform(0.12, 0.42)
    off = round(HEIGHT * rng.choice((0.0, 0.0, rng.uniform(0.15, 0.3))))
    motif(back, (MIDDLE[0], MIDDLE[1] - off), size, figure, rng)
    if off:
        back[HEIGHT // 2 :] = back[: (HEIGHT + 1) // 2][::-1, ::-1]


def _rng_of(back: Face, figure: Colour) -> Generator:
    """The same for all backs of one deck."""
    return np.random.default_rng([*back[0, 0].tolist(), *figure])


def _between(back: Face, figure: Colour, part: float) -> Colour:
    ground = back[0, 0].tolist()
    mixed = [round(value * (1 - part) + other * part) for value, other in zip(ground, figure, strict=True)]
    return (mixed[0], mixed[1], mixed[2])


def _any_colour(rng: Generator) -> Colour:
    blue, green, red = rng.integers(0, 256, 3).tolist()
    return (blue, green, red)


def _medallion(back: Face, figure: Colour) -> None:
    """A picture in a frame, on a pattern or on plain ground, perhaps with others above and below."""
    rng = _rng_of(back, figure)
    ground = figure if rng.random() < 0.5 else _between(back, figure, rng.uniform(0.1, 0.5))
    if rng.random() < 0.75:
        _GROUNDS[int(rng.integers(len(_GROUNDS)))](back, ground)
    panel, motif, seed = _any_colour(rng), any_motif(rng), int(rng.integers(1 << 30))
    if rng.random() < 0.85:
        _framed(back, panel, rng)
    motif(back, MIDDLE, WIDTH * rng.uniform(0.14, 0.26), figure, np.random.default_rng(seed))
    if rng.random() < 0.25:
        further = any_motif(rng)
        for _ in range(2):
            further(back, (MIDDLE[0], HEIGHT // 7), WIDTH * 0.14, panel, np.random.default_rng(seed))
            back[:] = back[::-1, ::-1].copy()


def _framed(back: Face, panel: Colour, rng: Generator) -> None:
    """A disc, an oval or a box in the middle, perhaps with the outline of one around or across it."""
    wide, rim = WIDTH * rng.uniform(0.24, 0.42), _any_colour(rng)
    high, pen = wide * rng.choice((1.0, rng.uniform(0.6, 1.6))), int(rng.integers(0, 6))
    for fill, colour in ((-1, panel), *(((pen, rim),) if pen else ())):
        if rng.random() < 0.6:
            cv2.ellipse(back, MIDDLE, (round(wide), round(high)), 0, 0, 360, colour, fill, cv2.LINE_AA)
        else:
            low, far = ((MIDDLE[0] + round(side * wide), MIDDLE[1] + round(side * high)) for side in (-1, 1))
            cv2.rectangle(back, low, far, colour, fill, cv2.LINE_AA)


def _blots(back: Face, figure: Colour) -> None:
    """Wet paint of a few colours, run into one another."""
    rng = _rng_of(back, figure)
    colours = [figure, *(_any_colour(rng) for _ in range(int(rng.integers(1, 4))))]
    thick, painted = rng.uniform(0.3, 0.9), back.astype(np.float32)
    for _ in range(int(rng.integers(4, 16))):
        turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        far = WIDTH * rng.uniform(0.06, 0.35) * (1 + 0.3 * np.sin(turns * int(rng.integers(2, 6)) + rng.uniform(0, 6)))
        points = (
            np.stack([np.cos(turns), np.sin(turns)], axis=1) * far[:, None] + rng.uniform(0, 1, 2) * back.shape[1::-1]
        )
        wet = cv2.fillPoly(np.zeros(back.shape[:2], np.float32), [np.round(points).astype(np.int32)], 1.0)
        part = cv2.GaussianBlur(wet, (0, 0), rng.uniform(1, 8))[:, :, None] * np.float32(thick)
        painted += (np.array(colours[int(rng.integers(len(colours)))], np.float32) - painted) * part
    back[:] = np.clip(painted, 0, 255).astype(np.uint8)


def _scenery(back: Face, figure: Colour) -> None:
    """Hills under a sky, with stars, and a sun or a moon."""
    rng = _rng_of(back, figure)
    dusk = np.linspace(0, 1, HEIGHT, dtype=np.float32)[:, None, None] ** rng.uniform(0.5, 2)
    back[:] = (back * (1 - dusk) + np.array(figure) * dusk).astype(np.uint8)
    for _ in range(int(rng.choice((0, 0, 20, 90)))):
        star = rng.uniform(0, 1, 2) * (WIDTH, HEIGHT)
        cv2.circle(back, tuple(star.astype(int).tolist()), int(rng.integers(1, 3)), (235, 235, 235), -1, cv2.LINE_AA)
    at = tuple((rng.uniform(0.2, 0.8, 2) * (WIDTH, HEIGHT)).astype(int).tolist())
    size, sky = round(WIDTH * rng.uniform(0.08, 0.32)), back[at[1], at[0]].tolist()
    cv2.circle(back, at, size, _any_colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(back, (at[0] + size // 2, at[1] - size // 4), size, sky, -1, cv2.LINE_AA)
    across = np.arange(-1, WIDTH + 1)
    for top in np.linspace(rng.uniform(0.4, 0.7), 0.9, int(rng.integers(0, 4))) * HEIGHT:
        hills = top + rng.uniform(4, 30) * np.sin(across * rng.uniform(0.01, 0.06) + rng.uniform(0, 6))
        outline = np.vstack([np.stack([across, hills], axis=1), (WIDTH, HEIGHT), (-1, HEIGHT)])
        cv2.fillPoly(back, [np.round(outline).astype(np.int32)], _any_colour(rng), cv2.LINE_AA)


def _pattern(back: Face, figure: Colour) -> None:
    """Whatever a cloth may be printed with."""
    colours = np.array([_between(back, figure, part) for part in (0, 1, 0.5)], np.float32)
    rng = _rng_of(back, figure)
    back[:] = patterned((WIDTH, HEIGHT), colours[: int(rng.integers(2, 4))], rng)


_GROUNDS = (
    *(_lattice, _bars, _dots, _lozenges, _circles, _waves, _bricks, _zigzag, _plaid, _speckles),
    *(_rays, _repeated, _repeated, _pattern, _blots),
)

PATTERNS: dict[str, Callable[[Face, Colour], None]] = {
    "lattice": _lattice,
    "stripes": _bars,
    "dots": _dots,
    "lozenges": _lozenges,
    "rings": _circles,
    "waves": _waves,
    "bricks": _bricks,
    "zigzag": _zigzag,
    "plaid": _plaid,
    "rays": _rays,
    "speckles": _speckles,
    "repeated": _repeated,
    "figure": _figure,
    "medallion": _medallion,
    "blots": _blots,
    "scenery": _scenery,
    "pattern": _pattern,
}
