"""Which mat lies on the table: the one of a file, or the one that is printed for that game."""

from __future__ import annotations

from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.trouble import tell_fault, unreadable
from firmware_host.words import Words
from vision.errors import VisionError
from vision.mat.file import read_mat
from vision.mat.model import Mat
from vision.mat.plan import plan


def mat_for(file: str | None, game: str, seats: int, variant: str, words: Words) -> Mat:
    """The mat in that file; without one, that of the game on the smallest sheet."""
    if file is not None:
        return mat_in(file, words)
    try:
        return plan(game, seats, variant=variant)
    except VisionError as error:
        raise UserError(tell_fault(words, error)) from None


def mat_in(file: str, words: Words) -> Mat:
    """The mat in a file that `drover mat --json` wrote."""
    try:
        return read_mat(Path(file).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise unreadable(file, error, words) from None
    except VisionError as error:
        raise UserError(tell_fault(words, error)) from None
