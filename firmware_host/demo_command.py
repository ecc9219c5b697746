"""`drover demo`: a match at a simulated table, with real eyes, a journal, pages, and the lights in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from engine.match import Match
from firmware_host.config import Config, TableConfig
from firmware_host.darkroom import Photograph as Developed
from firmware_host.darkroom import as_jpeg
from firmware_host.decks import deck_named
from firmware_host.journal import At, Journal
from firmware_host.programme import Programme
from firmware_host.service import Inbox, wall_clock
from firmware_host.simulator.filming import film
from firmware_host.simulator.people import People
from firmware_host.simulator.rates import Habits
from firmware_host.simulator.truth import compared
from firmware_host.steward.effects import Effect, Open, Photograph, Show, Write
from firmware_host.steward.settings import Settings
from firmware_host.telling import tell_events
from firmware_host.trouble import write_file
from firmware_host.web.board import Board
from firmware_host.web.joined import Joined
from firmware_host.web.serving import serving
from firmware_host.web.setup_parts import Parts
from firmware_host.web.setup_run import seen_by
from firmware_host.words import Said, Words
from hardware import panel
from hardware.terminal import Face, Terminal
from vision.drawing import drawn_on
from vision.eyes import Eyes
from vision.frame import Frame
from vision.synthetic.own.known import NAME as OWN
from vision.watch import Watcher

NAMES = ("Ana", "Bia", "Caio", "Davi")
GAME = "take_six"
ROWS = 4
TURNS, WHOLE = 2, 1000
SAID_FOR_S = 3.0
"""So long it can be read where the pages are, before the lights take the terminal."""


@dataclass
class Evening:
    """What the demonstration has come to so far."""

    people: People
    journal: Journal
    words: Words
    lights: Terminal | None
    record: list[dict[str, object]] = field(default_factory=list)
    match: Match | None = None
    number: int = 0
    entry: int = 0
    turns: int = 0
    frame: Frame | None = None
    inbox: Inbox = field(default_factory=Inbox)
    board: Board = field(default_factory=Board)
    corrected: bool = False
    """Somebody at a page had a hand in it: the record is not what the people played."""

    def carry(self, effects: Sequence[Effect], now: int) -> None:
        """Write, show, and let the people hear of it."""
        at = At(wall_clock(), now)
        for effect in effects:
            if isinstance(effect, Open):
                self.record.append(dict(effect.header))
                self.number = self.entry = self.journal.begin(effect.header, at)
            elif isinstance(effect, Write):
                self.record.append(dict(effect.line))
                self.entry = self.journal.write(self.number, effect.line, at)
                self.turns += effect.line["move"] == "reveal"
            elif isinstance(effect, Show) and self.lights is not None:
                self.lights.show(effect.cue, 0)
            elif isinstance(effect, Photograph) and self.frame is not None:
                jpeg = as_jpeg(self.frame.picture)
                self.journal.photograph(self.number, self.entry, effect.why, jpeg, {"camera_ms": now}, at)
            self.people.hear(effect, now)

    def take_posts(self, programme: Programme, now: int) -> None:
        """What people at pages want, and then how things stand, for the pages."""
        for given in self.inbox.take():
            if not isinstance(given, Developed):
                self.corrected = True
                programme.take(given, now)
        self.board.show(programme.situation)

    def tell(self, match: Match | None) -> None:
        """In sentences what was played since, where there is no terminal to show it on."""
        if match is None or self.lights is not None:
            return
        before = 0 if self.match is None else self.match.line
        for step in reversed([one for one in match.in_force() if one.line > before]):
            print(tell_events(self.words, GAME, step.events))
        self.match = match


def demo(words: Words, turns: int | None, seed: int, folder: Path) -> int:
    """Play so many turns; the result is 1 if what was seen is not what was played.

    Where nobody says how many: in a terminal a whole match, and the pages stay until they are ended; else two.
    """
    people = People(GAME, NAMES, {"limit": {"rounds": 1}}, seed=seed, habits=Habits(fine=True))
    eyes = Eyes(GAME, deck_named(OWN, GAME, words))
    print(words.say("demo.begins"), flush=True)
    with_lights = sys.stdout.isatty()
    stays = turns is None and with_lights
    journal = Journal.open(folder / "journal", At(wall_clock(), 0))
    evening = Evening(people, journal, words, None)
    programme = Programme(Watcher(eyes, people.mat), Settings(words), evening.carry)
    evening.board.show(programme.situation)
    config = Config(TableConfig(GAME, names=NAMES, language=words.language))
    frame = _frame_of(evening)
    parts = Parts(partial(seen_by, programme.watcher))
    pages = Joined(
        *(evening.board, evening.inbox.post, folder / "web", config, folder / "journal"), frame=frame, parts=parts
    )
    try:
        with serving(pages, words) as url, suppress(KeyboardInterrupt):
            if stays:
                print(words.say("demo.ends"), flush=True)
                time.sleep(SAID_FOR_S)
            evening.lights = Terminal(sys.stdout, None, Face(ROWS, len(NAMES)), panel.drawn) if with_lights else None
            programme.take(people.start, 0)
            _play(evening, programme, turns if turns is not None else WHOLE if stays else TURNS)
            if stays and url is not None:
                _stay(evening, programme)
    finally:
        if evening.lights is not None:
            evening.lights.close()
        journal.close(At(wall_clock(), 0))
    return _finish(evening, programme, folder, words)


def _frame_of(evening: Evening) -> Callable[[], Frame | None]:
    return lambda: evening.frame


def _play(evening: Evening, programme: Programme, turns: int) -> None:
    """The frames until so many turns are placed; in a terminal no faster than they would be played."""
    began = time.monotonic()
    for frame in film(evening.people):
        evening.frame = frame
        programme.look(frame)
        for given in evening.people.inputs(frame.taken):
            programme.take(given, frame.taken)
        evening.take_posts(programme, frame.taken)
        match = programme.situation.match
        evening.tell(match)
        if evening.lights is not None:
            evening.lights.show(programme.situation.cue, frame.taken)
            time.sleep(max(0.0, began + frame.taken / 1000 - time.monotonic()))
        if match is not None and evening.turns >= turns and match.state.phase != "place":
            break


def _stay(evening: Evening, programme: Programme) -> None:
    """The match is over, and whoever looks at its pages may go on to."""
    assert evening.frame is not None
    while True:
        evening.take_posts(programme, evening.frame.taken)
        time.sleep(0.1)


def _finish(evening: Evening, programme: Programme, folder: Path, words: Words) -> int:
    """The picture, and whether what was seen is what was played."""
    frame = evening.frame
    if frame is None:
        return 0
    now = programme.watcher.now
    out = folder / "table.jpg"
    picture = drawn_on(frame.picture, now.sightings if now is not None else ())
    write_file(str(out), as_jpeg(picture), words)
    print(words.say("demo.picture", file=str(out)))
    if evening.corrected:
        return 0
    wrong = [one for one in compared(evening.record, evening.people) if "record has None" not in one]
    if wrong:
        print(words.say("demo.differs", why=Said(wrong[0])))
        return 1
    print(words.say("demo.same", moves=len(evening.record) - 1))
    return 0
