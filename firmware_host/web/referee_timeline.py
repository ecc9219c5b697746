"""The referee's list of matches, and a match as a time line: plain data for a page."""

from __future__ import annotations

from collections.abc import Mapping

from engine.match import Amend
from firmware_host.journal.entries import Entry, Kind
from firmware_host.journal.naming import when
from firmware_host.journal.reader import Reader, Summary
from firmware_host.journal.telling import tell_end
from firmware_host.web.referee_story import Step, Story
from firmware_host.words import Words, shown

Json = dict[str, object]

ASIDE = (Kind.STARTED, Kind.RESTARTED, Kind.STOPPED, Kind.HELD, Kind.RELEASED, Kind.DELETED, Kind.SEALED)
"""What is about the journal and the program rather than about the match."""

RULES = (
    *("ascending", "smallest_difference", "full_row", "low_card"),
    *("fifth_row", "take_seven", "insert", "emptied_row"),
)
"""The rules that a placement may be decided by, each with a short name in `screen.rule.…`."""


def matches(reader: Reader, words: Words) -> list[Json]:
    """Every match, the newest first."""
    found = reader.matches()
    last = found[-1].match if found else 0
    return [_match(summary, words, summary.match == last) for summary in reversed(found)]


def _match(summary: Summary, words: Words, last: bool) -> Json:
    game, seats = str(summary.header.get("game")), summary.header.get("seats")
    return {
        "match": summary.match,
        "when": when(summary.at),
        "game": words.say(f"game.{game}") if f"game.{game}" in words else shown(game),
        "seats": [shown(str(seat)) for seat in seats] if isinstance(seats, list) else [],
        "end": tell_end(words, summary.how, summary.result),
        "held": summary.held,
        "open": last and not summary.how,
    }


def timeline(story: Story, words: Words, held: bool = False) -> Json:
    """A match entry by entry, each with its words, its rule, and its photographs."""
    beside = _photographs(story)
    fates = story.fates()
    header = story.entry(story.told[0].entry.seq)
    return {
        "match": story.number,
        "game": str(header.body.get("game")) if header is not None else "",
        "title": story.told[0].text,
        "when": when(story.told[0].entry.at),
        "open": story.open,
        "held": held,
        "lines": story.lines,
        "entries": [
            _entry(one.entry, one.text, story, fates, beside.get(one.entry.seq, []), words)
            for one in story.told
            if one.entry.kind != Kind.PHOTOGRAPH or one.entry.seq in beside
        ],
    }


def _photographs(story: Story) -> dict[int, list[int]]:
    """The photographs of each entry; one whose entry is not there stands for itself."""
    there = {one.entry.seq for one in story.told}
    beside: dict[int, list[int]] = {}
    for entry in story.photographs():
        of = entry.body.get("of")
        beside.setdefault(of if isinstance(of, int) and of in there else entry.seq, []).append(entry.seq)
    return beside


def _entry(
    entry: Entry, text: str, story: Story, fates: Mapping[int, str], photographs: list[int], words: Words
) -> Json:
    step = story.steps.get(entry.seq)
    return {
        "seq": entry.seq,
        "look": look_of(entry, step),
        "time": shown(entry.at.wall[11:19]),
        "ms": entry.at.ms,
        "text": text,
        "line": step.line if step is not None else None,
        "fate": fates.get(step.line) if step is not None else None,
        "rule": _rule(step, words),
        "photographs": photographs,
    }


def look_of(entry: Entry, step: Step | None) -> str:
    """What kind of thing it is to the eye."""
    if entry.kind == Kind.LINE:
        return "refused" if step is None else "move" if step.correction is None else "correction"
    return "aside" if entry.kind in ASIDE else entry.kind


def _rule(step: Step | None, words: Words) -> Json | None:
    """Which rule decided the line, where one did."""
    if step is None or isinstance(step.correction, Amend):
        return None
    rule = next((rule for event in step.match.events if (rule := getattr(event, "rule", None)) in RULES), None)
    return None if rule is None else {"name": rule, "text": words.say(f"screen.rule.{rule}")}
