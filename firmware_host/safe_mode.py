"""Safe mode: something is so broken that nothing can be played, and the table says so instead of staying dark.

The table runs as ever, with what is still sound, but with a trouble that stops play: so lights, display and
screens say it in the way in which they say everything.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_host.config import Config, ConfigError, Lines, parse
from firmware_host.steward.inputs import Trouble
from firmware_host.trouble import tell_config, unreadable
from firmware_host.words import LANGUAGES, Words

EVERY_S = 2.0
MOST_ASIDE = 5
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Wrong:
    """What is wrong with this start: for the table, and in a sentence for the system's journal.

    Once it is `mended` the program ends, to be started anew; `passes_s`: after so long play goes on all the same.
    """

    trouble: Trouble
    told: str
    mended: Callable[[], bool] = lambda: False
    passes_s: float | None = None


def configuration(file: Path, words: Words, aside: Path, wall: str) -> tuple[Config, tuple[Wrong, ...]]:
    """The configuration in a file; of a broken one what is sound, and what is wrong. The broken file is kept."""
    try:
        raw = file.read_bytes()
        text = raw.decode()
    except FileNotFoundError:
        return Config(), ()
    except (OSError, ValueError) as error:
        return Config(), (Wrong(Trouble("config", "1"), str(unreadable(str(file), error, words)), _changed(file)),)
    try:
        return parse(text), ()
    except ConfigError as error:
        keep_aside(file.name, raw, aside, wall)
        told = tell_config(words, error, str(file))
        return salvaged(text), (Wrong(Trouble("config", str(max(1, error.line))), told, _changed(file)),)


def wrong_value(file: Path | None, path: tuple[str, str], told: str) -> Wrong:
    """A key that is well written names something that is not there, such as a deck."""
    text = "" if file is None else file.read_text(encoding="utf-8")
    mended: Callable[[], bool] = (lambda: False) if file is None else _changed(file)
    return Wrong(Trouble("config", str(Lines(text).of(*path))), told, mended)


def salvaged(text: str) -> Config:
    """Of a broken configuration the sections that are sound.

    >>> salvaged("[table]\\nseets = 3\\n[bar]\\nport = '/dev/ttyACM0'").wiring.bar
    Bar(port='/dev/ttyACM0')
    """
    lines = text.splitlines()
    while any(line.strip() for line in lines):
        try:
            return parse("\n".join(lines))
        except ConfigError as error:
            before = list(lines)
            _blank(lines, error.line)
            if lines == before:
                break
    return Config()


def _blank(lines: list[str], number: int) -> None:
    """Take the section away in which that line stands; the others keep their numbers."""
    heads = [0, *(at for at, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines)]
    at = min(max(1, number), len(lines)) - 1 if number else len(lines) - 1
    first = max(head for head in heads if head <= at)
    end = min(head for head in heads if head > at)
    lines[first:end] = [""] * (end - first)


def language_of(config: Config) -> str:
    return config.table.language if config.table.language in LANGUAGES else "en"


def keep_aside(name: str, raw: bytes, folder: Path, wall: str) -> None:
    """Keep a copy of a broken file, once, and only the newest few of them. May fail: the disk may be what is broken."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = sorted(folder.glob(f"{name}.broken-*"))
        if any(one.read_bytes() == raw for one in kept):
            return
        for old in kept[: max(0, len(kept) - MOST_ASIDE + 1)]:
            old.unlink()
        (folder / f"{name}.broken-{wall.replace(':', '.')}").write_bytes(raw)
    except OSError as error:
        _log.error("%s could not be kept: %s", name, error)


def _changed(file: Path) -> Callable[[], bool]:
    """Whether it is another file by now than when this was asked for, and a sound one or none."""
    before = _state(file)

    def mended() -> bool:
        if _state(file) == before:
            return False
        try:
            parse(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return True
        except (OSError, ValueError, ConfigError):
            return False
        return True

    return mended


def _state(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino


class SafeMode:
    """Tells the table what is wrong, and looks whether it is put right."""

    def __init__(self, wrongs: Sequence[Wrong], post: Callable[[Trouble], None], stop: Callable[[], None]) -> None:
        self._wrongs, self._post, self._stop = wrongs, post, stop
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="safe mode", daemon=True)

    def __enter__(self) -> SafeMode:
        for wrong in self._wrongs:
            _log.error("%s", wrong.told)
            self._post(wrong.trouble)
        if self._wrongs:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.ident is not None:
            self._thread.join(1)

    def _look(self) -> None:
        passed = 0.0
        waiting = list(self._wrongs)
        while not self._over.wait(EVERY_S):
            passed += EVERY_S
            for wrong in [one for one in waiting if one.passes_s is not None and passed >= one.passes_s]:
                waiting.remove(wrong)
                self._post(Trouble(wrong.trouble.part, None))
            if any(wrong.mended() for wrong in waiting):
                self._stop()
                return
