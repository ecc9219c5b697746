"""What a correction would change, before anybody says yes to it. Nothing here writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.errors import IllegalMove, malformed
from engine.match import LineChanged, Match, TakenBack
from engine.record import play_line, read_line, write_entry
from firmware_host.telling import tell_refusal
from firmware_host.web.referee_moment import Path, leaves
from firmware_host.web.referee_story import Story, tell_openly
from firmware_host.web.referee_table import drawn, places_of, tell_move
from firmware_host.words import Said, Words, shown

Json = dict[str, object]

CARDS = ("card", "cards", "rows", "display", "top")
"""The keys of moves whose values are cards that lie on the table."""


def line_of(story: Story, wish: Mapping[str, object]) -> Json:
    """The line of the record that a wish of the page comes to.

    A wish is `{"undo": 2}`, `{"back_to": line}` (that line and all after it), or
    `{"amend": {"line": 7, "changes": [[["cards", "Ana"], 86]]}}`: what a move holds beyond
    what the page was told stays as it is.
    """
    match = story.match
    if match is None:
        raise malformed("unknown_key", key="match")
    if "undo" in wish:
        return _undo(wish["undo"])
    if "back_to" in wish:
        return _undo(sum(1 for one in match.in_force() if one.line >= _whole("back_to", wish["back_to"])))
    amend = wish.get("amend")
    if not isinstance(amend, Mapping):
        raise malformed("missing_key", key="amend")
    return _amend(match, amend)


def _undo(moves: object) -> Json:
    count = _whole("moves", moves)
    return {"move": "undo", "moves": count} if count != 1 else {"move": "undo"}


def _amend(match: Match, amend: Mapping[str, object]) -> Json:
    line = _whole("line", amend.get("line"))
    move = match.after_line(line).move
    body = json.loads(write_entry(match.header, move))
    allowed = [path for path, _ in leaves(body)]
    changes = amend.get("changes")
    for change in changes if isinstance(changes, list) else ():
        if not (isinstance(change, list) and len(change) == 2 and isinstance(change[0], list)):
            raise malformed("not_a_list", key="changes")
        path: Path = tuple(change[0])
        if path not in allowed:
            raise malformed("unknown_key", key=".".join(map(str, path)))
        _put(body, path, change[1])
    return {"move": "amend", "line": line, "with": body}


def _put(body: Any, path: Path, value: object) -> None:
    *way, last = path
    for key in way:
        body = body[key]
    body[last] = value


def _whole(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise malformed("not_a_number", key=key)
    return value


def preview(story: Story, wish: Mapping[str, object], words: Words) -> Json:
    """What would be different, line by line, in the scores and on the table; or why it can't be."""
    before = story.match
    try:
        line = line_of(story, wish)
        assert before is not None  # else there is no line
        after = play_line(before, read_line(before.header, json.dumps(line)))
    except IllegalMove as error:
        return {"ok": False, "error": refusal(error, words), "line": error.line}
    return {
        "ok": True,
        "lines": story.lines,
        "taken_back": _taken_back(story, after, words),
        "changes": _changes(after, words),
        "scores": _scores(before, after),
        "moves": [tell_move(*move, words) for move in to_move(before, after, words, _renamed(before, line))],
        "before": drawn(before, words),
        "after": drawn(after, words),
        "same": _plain(before.as_record()) == _plain(after.as_record()),
    }


def refusal(error: IllegalMove, words: Words) -> str:
    """Why it can't be, and because of which line."""
    why = tell_refusal(words, error)
    if error.line is None:
        return why
    return words.say("screen.referee.refused_line", line=error.line, why=Said(why))


def _renamed(match: Match, line: Json) -> dict[str, str]:
    """The cards that an amendment says were others, each with what it was."""
    if line["move"] != "amend" or not isinstance(line["with"], Mapping):
        return {}
    old = json.loads(write_entry(match.header, match.after_line(_whole("line", line["line"])).move))
    was, now = dict(leaves(old)), dict(leaves(line["with"]))
    return {str(was[path]): str(now[path]) for path in was if path[0] in CARDS and was[path] != now.get(path)}


def _taken_back(story: Story, after: Match, words: Words) -> list[Json]:
    lines = next((event.lines for event in after.events if isinstance(event, TakenBack)), ())
    texts = {step.line: one.text for one in story.told if (step := story.steps.get(one.entry.seq)) is not None}
    return [{"line": line, "text": texts.get(line, "")} for line in lines]


def _changes(after: Match, words: Words) -> list[Json]:
    return [
        {
            "line": event.line,
            "was": tell_openly(words, after, event.was),
            "now": tell_openly(words, after, event.now),
        }
        for event in after.events
        if isinstance(event, LineChanged)
    ]


def _scores(before: Match, after: Match) -> list[Json]:
    """Points of every seat, where a game keeps them; round points that are not counted yet are in the pile."""
    found = []
    for key in ("score", "pile"):
        was, now = before.as_record().get(key), after.as_record().get(key)
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            found += [
                {"seat": shown(str(seat)), "of": key, "was": was[seat], "now": now[seat]}
                for seat in was
                if was[seat] != now[seat]
            ]
    return found


def to_move(
    before: Match, after: Match, words: Words, renamed: Mapping[str, str] | None = None
) -> list[tuple[str, str, str]]:
    """What has to be moved so that a table that lay as before lies as after: card, from where, to where.

    `renamed` are cards that were something else than they were read as: these lie there already.
    """
    renamed = renamed or {}
    was = {renamed.get(card, card): zone for card, zone in places_of(before, words).items()}
    now = places_of(after, words)
    changed = [card for card in {**was, **now} if was.get(card, "") != now.get(card, "")]
    return [(card, was.get(card, ""), now.get(card, "")) for card in changed]


def _plain(record: Mapping[str, object]) -> str:
    return json.dumps(record, default=str)
