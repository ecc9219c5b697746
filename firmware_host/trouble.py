"""What a person is told when files, pictures or decks give trouble."""

from __future__ import annotations

from pathlib import Path

from firmware_host.errors import UserError
from firmware_host.words import Said, Words, shown
from vision.errors import VisionError


def unreadable(file: str, error: Exception, words: Words) -> UserError:
    return UserError(words.say("file.unreadable", file=file, why=_why(error)))


def unwritable(file: str, error: Exception, words: Words) -> UserError:
    return UserError(words.say("file.unwritable", file=file, why=_why(error)))


def _why(error: Exception) -> Said:
    """What the system says of it, without the file's name."""
    return Said(shown(getattr(error, "strerror", None) or str(error)))


def write_file(file: str, data: bytes, words: Words) -> None:
    try:
        Path(file).write_bytes(data)
    except (OSError, ValueError) as error:
        raise unwritable(file, error, words) from None


def tell_fault(words: Words, error: VisionError, **more: object) -> str:
    """What is wrong with a picture, a deck or a mat; `more` are facts that it lacks."""
    return words.say_of(f"vision.{error.reason}", {**more, **error.facts}.__getitem__)
