"""`drover demo`: some turns at a simulated table, with real eyes and journal, and the lights in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.match import Match
from firmware_host.darkroom import as_jpeg
from firmware_host.decks import deck_named
from firmware_host.journal import At, Journal
from firmware_host.programme import Programme
from firmware_host.service import wall_clock
from firmware_host.simulator.filming import film
from firmware_host.simulator.people import People
from firmware_host.simulator.rates import Habits
from firmware_host.simulator.truth import compared
from firmware_host.steward.effects import Effect, Open, Show, Write
from firmware_host.steward.settings import Settings
from firmware_host.telling import tell_events
from firmware_host.trouble import write_file
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
    turns: int = 0

    def carry(self, effects: Sequence[Effect], now: int) -> None:
        """Write, show, and let the people hear of it."""
        at = At(wall_clock(), now)
        for effect in effects:
            if isinstance(effect, Open):
                self.record.append(dict(effect.header))
                self.number = self.journal.begin(effect.header, at)
            elif isinstance(effect, Write):
                self.record.append(dict(effect.line))
                self.journal.write(self.number, effect.line, at)
                self.turns += effect.line["move"] == "reveal"
            elif isinstance(effect, Show) and self.lights is not None:
                self.lights.show(effect.cue, 0)
            self.people.hear(effect, now)

    def tell(self, match: Match | None) -> None:
        """In sentences what was played since, where there is no terminal to show it on."""
        if match is None or self.lights is not None:
            return
        before = 0 if self.match is None else self.match.line
        for step in reversed([one for one in match.in_force() if one.line > before]):
            print(tell_events(self.words, GAME, step.events))
        self.match = match


def demo(words: Words, turns: int, seed: int, folder: Path) -> int:
    """Play so many turns; the result is 1 if what was seen is not what was played."""
    people = People(GAME, NAMES, {"limit": {"rounds": 1}}, seed=seed, habits=Habits(fine=True))
    eyes = Eyes(GAME, deck_named(OWN, GAME, words))
    print(words.say("demo.begins"), flush=True)
    with_lights = sys.stdout.isatty()
    journal = Journal.open(folder / "journal", At(wall_clock(), 0))
    lights = Terminal(sys.stdout, None, Face(ROWS, len(NAMES)), panel.drawn) if with_lights else None
    evening = Evening(people, journal, words, lights)
    programme = Programme(Watcher(eyes, people.mat), Settings(words), evening.carry)
    try:
        programme.take(people.start, 0)
        frame = _play(evening, programme, turns)
    finally:
        if lights is not None:
            lights.close()
        journal.close(At(wall_clock(), 0))
    return _finish(evening, programme, frame, folder, words)


def _play(evening: Evening, programme: Programme, turns: int) -> Frame:
    """The frames until so many turns are placed; in a terminal no faster than they would be played."""
    began = time.monotonic()
    frame: Frame | None = None
    for frame in film(evening.people):
        programme.look(frame)
        for given in evening.people.inputs(frame.taken):
            programme.take(given, frame.taken)
        match = programme.situation.match
        evening.tell(match)
        if evening.lights is not None:
            evening.lights.show(programme.situation.cue, frame.taken)
            time.sleep(max(0.0, began + frame.taken / 1000 - time.monotonic()))
        if match is not None and evening.turns >= turns and match.state.phase != "place":
            break
    assert frame is not None
    return frame


def _finish(evening: Evening, programme: Programme, frame: Frame, folder: Path, words: Words) -> int:
    """The picture, and whether what was seen is what was played."""
    now = programme.watcher.now
    out = folder / "table.jpg"
    picture = drawn_on(frame.picture, now.sightings if now is not None else ())
    write_file(str(out), as_jpeg(picture), words)
    print(words.say("demo.picture", file=str(out)))
    wrong = [one for one in compared(evening.record, evening.people) if "record has None" not in one]
    if wrong:
        print(words.say("demo.differs", why=Said(wrong[0])))
        return 1
    print(words.say("demo.same", moves=len(evening.record) - 1))
    return 0
