"""The words of cues: what the small display says, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

from firmware_host.words import Said, Words
from hardware.keeper import Fault


def notice_in(words: Words) -> Callable[[Fault], str]:
    """What a display says of a part that is lost while the game goes on."""

    def notice(fault: Fault) -> str:
        key = f"notice.{fault.part}"
        return words.say(key) if key in words else fault.part

    return notice


def tell_part(words: Words, fault: Fault) -> str:
    """In one sentence what is wrong with a part, and what to do."""
    facts = {"part": Said(words.say(f"part_name.{fault.part}")), "error": fault.reason, **dict(fault.facts)}
    keys = (f"part.{fault.reason}.{facts.get('why')}", f"part.{fault.reason}", "part.broken")
    return words.say_of(next(key for key in keys if key in words), facts.__getitem__)
