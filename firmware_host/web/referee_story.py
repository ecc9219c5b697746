"""A match out of the journal as the referee looks at it: every entry in words, and the match after each line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.errors import BadHeader, IllegalMove
from engine.game import Event, event_kind
from engine.match import Amend, Match, Undo
from engine.record import play_line, read_header, read_line
from firmware_host.journal.entries import Entry, Kind
from firmware_host.journal.reader import Reader
from firmware_host.journal.telling import Told, tell_match
from firmware_host.telling import tell_events
from firmware_host.web.views.games import view_of_game
from firmware_host.words import Words

MOST_KEPT = 4


@dataclass(frozen=True)
class Step:
    """A line of the record: its entry, its number in the record, and the match after it."""

    seq: int
    line: int
    match: Match
    correction: Amend | Undo | None = None


@dataclass(frozen=True)
class Story:
    """All that the journal has of one match."""

    number: int
    told: tuple[Told, ...]
    steps: Mapping[int, Step] = field(default_factory=dict)
    """By the entries' numbers; what the rules refuse, or nobody can read, is not among them."""

    lines: int = 0
    """How many lines the record has."""

    open: bool = False
    """Whether it is still being played: corrections can be entered."""

    @property
    def match(self) -> Match | None:
        """The match as it stands now."""
        return self.steps[max(self.steps)].match if self.steps else None

    def entry(self, seq: int) -> Entry | None:
        return next((one.entry for one in self.told if one.entry.seq == seq), None)

    def step_at(self, seq: int) -> Step | None:
        """The newest line at that moment."""
        before = [step for number, step in self.steps.items() if number <= seq]
        return before[-1] if before else None

    def photographs(self) -> Iterator[Entry]:
        return (one.entry for one in self.told if one.entry.kind == Kind.PHOTOGRAPH)

    def fates(self) -> dict[int, str]:
        """What became of each line: it `counts`, was `amended`, or was `taken_back`."""
        match = self.match
        if match is None:
            return {}
        counting = {one.line for one in match.in_force()}
        amended = {step.correction.line for step in self.steps.values() if isinstance(step.correction, Amend)}
        fates = {}
        for step in self.steps.values():
            if step.line == 1 or step.correction is not None:
                continue
            counts = "amended" if step.line in amended else "counts"
            fates[step.line] = counts if step.line in counting else "taken_back"
        return fates


def story_of(reader: Reader, number: int, words: Words) -> Story | None:
    """The match of that number; None where the journal has none."""
    entries = reader.entries(number)
    if not entries:
        return None
    steps, lines = _replayed(entry for entry in entries if entry.kind in (Kind.HEADER, Kind.LINE))
    is_open = reader.last_match() == number and not reader.closed(number)
    told = tuple(
        one._replace(text=_hidden(step.match, words))
        if is_open and (step := steps.get(one.entry.seq)) is not None and is_secret(step.match)
        else one
        for one in tell_match(words, entries)
    )
    return Story(number, told, steps, lines, is_open)


class Stories:
    """The last few stories that were looked at: whoever steps through a match asks for the same one again and again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[int, str], tuple[int, Story | None]] = {}

    def of(self, reader: Reader, number: int, words: Words) -> Story | None:
        """The story as it is by the journal's newest entry."""
        key, newest = (number, words.language), reader.head().seq
        with self._lock:
            known = self._kept.pop(key, None)
            if known is None or known[0] != newest:
                known = (newest, story_of(reader, number, words))
            self._kept = {**dict([*self._kept.items()][1 - MOST_KEPT :]), key: known}
            return known[1]


def is_secret(match: Match) -> bool:
    """Whether the last line told what only a seat may know as long as the match goes on."""
    secrets = view_of_game(match.header.game).SECRET_EVENTS
    return any(event_kind(type(event)) in secrets for event in match.events)


def tell_openly(words: Words, match: Match, events: Sequence[Event]) -> str:
    """Events in words, but for those that only a seat may know."""
    secrets = view_of_game(match.header.game).SECRET_EVENTS
    return tell_events(words, match.header.game, [one for one in events if event_kind(type(one)) not in secrets])


def _hidden(match: Match, words: Words) -> str:
    return words.say("screen.referee.hidden", seat=getattr(match.events[0], "seat", ""))


def _replayed(entries: Iterable[Entry]) -> tuple[dict[int, Step], int]:
    """The match after each line; one that can't be played leaves it as it was."""
    steps: dict[int, Step] = {}
    match: Match | None = None
    line = 0
    for line, entry in enumerate(entries, 1):
        text = json.dumps(entry.body)
        try:
            if entry.kind == Kind.HEADER:
                match = Match.of(read_header(text))
                steps[entry.seq] = Step(entry.seq, line, match)
            elif match is not None:
                read = read_line(match.header, text)
                match = play_line(match, read, line)
                steps[entry.seq] = Step(entry.seq, line, match, read if isinstance(read, Amend | Undo) else None)
        except (BadHeader, IllegalMove):
            continue
    return steps, line
