"""`drover watch`: the whole table programme, eyes to lights, on recorded pictures."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from statistics import median

from engine.errors import BadHeader
from engine.match import Header
from firmware_host.decks import deck_named
from firmware_host.errors import UserError
from firmware_host.mats import mat_for
from firmware_host.programme import Programme
from firmware_host.steward.effects import Ask, Effect, Object, Open, Show, Write
from firmware_host.steward.inputs import Start, Tick
from firmware_host.steward.settings import Settings
from firmware_host.steward.telling import tell_objection
from firmware_host.telling import tell_refusal
from firmware_host.trouble import tell_fault, unreadable, unwritable
from firmware_host.words import Words
from hardware.cues import Cue
from vision.cameras import CameraLost, NoMorePictures, NoPicture
from vision.cameras.files import PictureFolder, VideoFile
from vision.errors import VisionError
from vision.eyes import Eyes
from vision.frame import Frame
from vision.watch import Watcher

PICTURES_APART, IS_SEEN, STAYS = 100, 1_000, 20_000
"""Milliseconds for which the last picture goes on, and in which time passes until what is not settled stays open."""

ALL_SEEN = "no_more_pictures"
logging.getLogger("vision.cameras.files").addHandler(logging.NullHandler())
"""What it logs is told here, in a sentence."""


@dataclass(frozen=True)
class Watching:
    """What is to be watched, as which match, and where what comes of it goes."""

    source: str
    game: str
    seats: tuple[str, ...]
    variant: str = "base"
    mat: str | None = None
    deck: str | None = None
    fps: float = 10.0
    record: str | None = None
    cues: str | None = None
    as_data: bool = False


@dataclass
class Counts:
    """What the watching came to."""

    frames: int = 0
    moves: int = 0
    questions: int = 0
    objections: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        spent = sorted(self.milliseconds)
        last = spent[min(len(spent) - 1, int(0.99 * len(spent)))] if spent else 0.0
        return {
            "frames": self.frames,
            "seconds": round(sum(spent) / 1000, 3),
            "moves": self.moves,
            "questions": self.questions,
            "objections": self.objections,
            "ms_median": round(median(spent), 2) if spent else 0.0,
            "ms_99": round(last, 2),
        }


def watch(wish: Watching, words: Words) -> int:
    """Watch all pictures; the result is 1 where some could not be read."""
    header = _header(wish, words)
    mat = mat_for(wish.mat, wish.game, len(wish.seats), wish.variant, words)
    watcher = Watcher(Eyes(wish.game, deck_named(wish.deck, wish.game, words)), mat)
    told = _Told(words, wish.as_data)
    programme = Programme(watcher, Settings(words), told.take)
    with _opened(wish, words) as camera:
        _check_writable(wish, words)
        programme.take(Start(header.game, header.seats, header.options), 0)
        try:
            code = _watch_all(programme, camera, told, words)
            if told.counts.frames and watcher.pose is None:
                print(words.say("watch.no_mat", file=wish.source), file=sys.stderr)
            return code
        finally:
            # Also where somebody ends it: what was seen so far was seen.
            told.save(wish, words)


def _header(wish: Watching, words: Words) -> Header:
    try:
        return Header(wish.game, wish.seats, {"variant": wish.variant})
    except BadHeader as error:
        raise UserError(tell_refusal(words, error)) from None


def _check_writable(wish: Watching, words: Words) -> None:
    """Before all the work, not after it."""
    if wish.record is not None and wish.cues is not None and _same_file(Path(wish.record), Path(wish.cues)):
        raise UserError(words.say("watch.same_file", file=wish.cues))
    for file in (wish.record, wish.cues):
        if file is not None:
            try:
                Path(file).open("a", encoding="utf-8").close()
            except (OSError, ValueError) as error:
                raise unwritable(file, error, words) from None


def _same_file(one: Path, other: Path) -> bool:
    """Whether one would write over the other; a device takes both."""
    return one.resolve() == other.resolve() and (one.is_file() or not one.exists())


def _opened(wish: Watching, words: Words) -> PictureFolder | VideoFile:
    path = Path(wish.source)
    if not path.exists():
        raise unreadable(wish.source, FileNotFoundError(2, "No such file or directory"), words)
    try:
        camera = PictureFolder(path, fps=wish.fps) if path.is_dir() else VideoFile(path, fps=wish.fps)
        camera.open()
    except VisionError as error:
        raise UserError(tell_fault(words, error, file=wish.source)) from None
    if isinstance(camera, PictureFolder) and not camera.count:
        raise UserError(words.say("watch.no_pictures", file=wish.source))
    return camera


def _watch_all(programme: Programme, camera: PictureFolder | VideoFile, told: _Told, words: Words) -> int:
    code, last = 0, None
    for frame in _frames(camera, words):
        if frame is None:
            code = 1
            continue
        last = frame
        start = time.perf_counter()
        programme.look(frame)
        told.counts.milliseconds.append((time.perf_counter() - start) * 1000)
        told.counts.frames += 1
    if last is not None:
        told.over = True
        _stays(programme, last)
    return code


def _stays(programme: Programme, last: Frame) -> None:
    """The table stays as the last picture shows it: what that settles is kept, though nobody is told of it any more."""
    for frame in staying(last, IS_SEEN):
        programme.look(frame)
    for at in range(IS_SEEN + PICTURES_APART, STAYS + 1, PICTURES_APART):
        programme.take(Tick(), last.taken + at)


def staying(last: Frame, milliseconds: int) -> Iterator[Frame]:
    """The last picture again and again, for so long."""
    for at in range(PICTURES_APART, milliseconds + 1, PICTURES_APART):
        yield replace(last, taken=last.taken + at, number=last.number + at // PICTURES_APART)


def _frames(camera: PictureFolder | VideoFile, words: Words) -> Iterator[Frame | None]:
    """Every picture; None where one can't be used, which is told."""
    told = 0
    while True:
        try:
            frame, fault = camera.read(), None
        except (NoMorePictures, CameraLost, NoPicture) as error:
            frame, fault = None, error
        # The camera itself passes damaged pictures over.
        for broken in camera.broken[told:]:
            file = str(broken.facts["file"])
            at = "" if "number" not in broken.facts else f", {broken.facts['number']}"
            print(f"{file}{at}: {tell_fault(words, broken)}", file=sys.stderr)
            yield None
        told = len(camera.broken)
        if frame is not None:
            yield frame
            continue
        assert fault is not None
        if fault.reason != ALL_SEEN:
            print(tell_fault(words, fault), file=sys.stderr)
            yield None
        if not isinstance(fault, NoPicture):
            return


class _Told:
    """Collects what the steward says, and tells it in sentences where nobody wants data."""

    def __init__(self, words: Words, as_data: bool) -> None:
        self.counts = Counts()
        self.over = False
        """After the last picture only what happened is kept."""

        self._words, self._as_data = words, as_data
        self._record, self._cues = StringIO(), StringIO()
        self._settings = Settings(words)

    def take(self, effects: Sequence[Effect], now: int) -> None:
        for effect in effects:
            self._take(now, effect)

    def _take(self, now: int, effect: Effect) -> None:
        if isinstance(effect, (Open, Write)):
            line = effect.header if isinstance(effect, Open) else effect.line
            self._record.write(json.dumps(line, ensure_ascii=False) + "\n")
            self.counts.moves += isinstance(effect, Write)
        elif self.over:
            return
        elif isinstance(effect, Show):
            self._cues.write(json.dumps({"t": now / 1000, "cue": cue_as_json(effect.cue)}, ensure_ascii=False) + "\n")
            seat, *told = effect.cue.text or ("",)
            # On a display the seat is a line of its own, and most sentences name it again.
            self._say(now, " ".join(told if told and seat in told[0] else effect.cue.text))
        elif isinstance(effect, Ask):
            self.counts.questions += 1
        elif isinstance(effect, Object):
            self.counts.objections += 1
            self._say(now, tell_objection(self._settings, effect.objection))

    def _say(self, now: int, text: str) -> None:
        if text and not self._as_data:
            print(f"{now / 1000:8.1f} s  {text}")

    def save(self, wish: Watching, words: Words) -> None:
        for file, text in ((wish.record, self._record), (wish.cues, self._cues)):
            if file is not None:
                try:
                    Path(file).write_text(text.getvalue(), encoding="utf-8")
                except (OSError, ValueError) as error:
                    raise unwritable(file, error, words) from None
        if self._as_data:
            print(json.dumps(self.counts.as_json()))


def cue_as_json(cue: Cue) -> dict[str, object]:
    """A cue as other programs read it. Rows and seats are the names of their patterns, the first one first."""
    return {
        "kind": cue.kind.value,
        "seat": cue.seat or None,
        "card": cue.card or None,
        "row": cue.row or None,
        "takes": cue.takes,
        "rule": cue.rule or None,
        "rows": [pattern.name.lower() for pattern in cue.rows],
        "seats": [pattern.name.lower() for pattern in cue.seats],
        "sound": cue.sound.name.lower(),
        "text": list(cue.text),
    }
