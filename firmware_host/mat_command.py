"""`drover mat`: the printable mat, as JSON, as PDF or as a picture."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass

from engine.errors import BadHeader
from engine.game import game_named
from firmware_host.errors import UserError
from firmware_host.telling import tell_refusal
from firmware_host.trouble import tell_fault, write_file
from firmware_host.words import Words
from vision.errors import VisionError
from vision.mat.file import as_json
from vision.mat.pdf import pdf
from vision.mat.plan import plan_on


@dataclass(frozen=True)
class Wish:
    """The mat that somebody wants."""

    game: str
    seats: int
    paper: str | None = None
    variant: str = "base"


def print_mat(
    wish: Wish, words: Words, as_data: bool = False, pdf_file: str | None = None, png_file: str | None = None
) -> int:
    """Write what is wanted; without a wish for a format, say which paper the mat fits on."""
    try:
        mat, paper = plan_on(wish.game, wish.seats, wish.paper, wish.variant)
        _check_variant(wish)
    except VisionError as error:
        raise UserError(tell_fault(words, error)) from None
    except BadHeader as error:
        raise UserError(tell_refusal(words, error)) from None
    if as_data:
        sys.stdout.write(json.dumps(as_json(mat)) + "\n")
        return 0
    size = {"width": f"{mat.size[0]:g}", "height": f"{mat.size[1]:g}"}
    if pdf_file is not None:
        write_file(pdf_file, pdf(mat, paper), words)
        print(words.say("mat.pdf", file=pdf_file, pages=len(paper.sheets), **size))
    elif png_file is not None:
        # Drawing pictures loads what the other forms do without.
        from vision.mat.png import png

        write_file(png_file, png(mat), words)
        print(words.say("mat.png", file=png_file, **size))
    else:
        print(words.say("mat.fits", game=wish.game, seats=wish.seats, paper=paper.name, **size))
    return 0


def _check_variant(wish: Wish) -> None:
    """The engine knows which variants a game has, and for how many seats."""
    seats = tuple(str(seat) for seat in range(wish.seats))
    game_named(wish.game).terms(seats, {"variant": wish.variant})
