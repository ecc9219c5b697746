"""Typefaces from the font files of this machine, for the training set to be written in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.synthetic.typefaces import HEIGHT, SHIPPED, Mask, Typeface


def typeface_of(path: Path) -> Typeface | None:
    """The digits of a font file, or None where it has none that can be told apart."""
    try:
        font = ImageFont.truetype(str(path), 2 * HEIGHT)
    except OSError:
        return None
    boxes = [font.getbbox(digit) for digit in "0123456789"]
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    if bottom - top < HEIGHT / 2:
        return None
    digits = []
    for digit, box in zip("0123456789", boxes, strict=True):
        width = max(int(font.getlength(digit)), box[2] - box[0], 1)
        picture = Image.new("L", (int(width), int(bottom - top)))
        ImageDraw.Draw(picture).text((-min(box[0], 0), -top), digit, fill=255, font=font)
        drawn = np.asarray(picture)
        scaled = max(1, round(drawn.shape[1] * HEIGHT / drawn.shape[0]))
        digits.append(cv2.resize(drawn, (scaled, HEIGHT), interpolation=cv2.INTER_AREA))
    return Typeface(path.stem, tuple(digits)) if _told_apart(digits) else None


def _told_apart(digits: list[Mask]) -> bool:
    """Whether the digits are there and differ: fonts without them draw ten boxes alike."""
    small = [cv2.resize(digit, (16, 24), interpolation=cv2.INTER_AREA).astype(int) for digit in digits]
    pairs = [(a, b) for a in range(10) for b in range(a)]
    return all(digit.mean() > 4 for digit in small) and all(abs(small[a] - small[b]).mean() > 6 for a, b in pairs)


def typefaces_in(folders: Iterable[Path]) -> list[Typeface]:
    """The typefaces of all font files below some folders, each look once, in the order of their names."""
    files = sorted(
        {path for folder in folders for pattern in ("*.ttf", "*.otf", "*.woff2") for path in folder.rglob(pattern)},
        key=lambda path: path.name,
    )
    found: dict[bytes, Typeface] = {}
    for path in files:
        typeface = typeface_of(path)
        if typeface is not None:
            look = b"".join(cv2.resize(digit, (12, 16)).tobytes() for digit in typeface.digits)
            found.setdefault(look, typeface)
    return list(found.values())


TO_SHIP = (
    *("Andika-Italic", "B612Mono-Bold", "Cabin-SemiBold", "CharisSIL-Bold", "ComicNeue-Bold", "Dosis-ExtraBold"),
    *("FiraCode-Light", "Inter-Black", "JetBrainsMono-Italic", "Lato-BlackItalic", "LeagueSpartan-Black"),
    *("LobsterTwo-BoldItalic", "Manrope-ExtraLight", "Quicksand-Regular", "Vollkorn-BoldItalic"),
)
"""Of the typefaces that are kept from training, some whose licence lets pictures of them be given on."""


def ship(typefaces: Iterable[Typeface]) -> None:
    """Writes the digits that benches and simulated decks are drawn with."""
    masks = {f"{one.name} {at}": mask for one in typefaces if one.name in TO_SHIP for at, mask in enumerate(one.digits)}
    save: Any = np.savez_compressed  # its types differ from one version of numpy to the next
    save(SHIPPED, **masks)
