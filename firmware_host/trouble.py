"""What a person is told when files, pictures or decks give trouble."""

from __future__ import annotations

import json
from pathlib import Path

from engine.errors import BadHeader
from firmware_host.config import ConfigError
from firmware_host.config_keys import Wants
from firmware_host.errors import UserError
from firmware_host.telling import tell_refusal
from firmware_host.words import Said, Words, shown
from vision.errors import VisionError

LONGEST_VALUE = 100


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


def tell_config(words: Words, error: ConfigError, file: str) -> str:
    """What is wrong in a configuration, with its line."""
    wanted = error.facts.get("wanted")
    facts = {**error.facts, "file": file, "line": error.line}
    if "value" in facts:
        facts["value"] = Said(shown(json.dumps(facts["value"], ensure_ascii=False, default=str), LONGEST_VALUE))
    if "why" in facts:
        facts["why"] = Said(shown(str(facts["why"]), LONGEST_VALUE))
    if isinstance(wanted, Wants):
        facts["wanted"] = Said(words.say(f"config.wants.{wanted.kind}", **dict(wanted.facts)))
    refusal = facts.get("refusal")
    if isinstance(refusal, BadHeader):
        facts["why"] = Said(tell_refusal(words, refusal))
    return words.say(f"config.{error.reason}", **facts)
