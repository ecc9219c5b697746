"""What the referee's page asks for: matches, moments, photographs, corrections, a dispute's file. It needs the PIN."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.errors import IllegalMove
from firmware_host.journal.dispute import write_dispute
from firmware_host.journal.entries import At
from firmware_host.journal.errors import JournalError
from firmware_host.journal.marks import hold
from firmware_host.journal.reader import Reader
from firmware_host.steward.inputs import Enter
from firmware_host.web.desk import desk_of
from firmware_host.web.joined import Joined, joined_of
from firmware_host.web.referee_moment import correctable, photograph, photographs_for
from firmware_host.web.referee_preview import line_of, preview, refusal
from firmware_host.web.referee_story import Stories, Story
from firmware_host.web.referee_table import drawn, repair
from firmware_host.web.referee_timeline import Json, matches, timeline
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Route
from firmware_host.words import Words

Result = TypeVar("Result")
LANGUAGE = {"language": "of the sentences: en, pt, fr, de or es"}
PRIVATE = {"Cache-Control": "no-store"}


def _folder(joined: Joined, words: Words) -> Path:
    if joined.journal is None:
        raise Refused(404, "no_journal", words.say("screen.referee.no_journal"))
    return joined.journal


async def _reading(request: Request, read: Callable[[Reader, Words], Result]) -> Result:
    """What is read of the journal, in a thread of its own: nobody waits for a disk meanwhile."""
    words = desk_of(request).words(request)
    folder = _folder(joined_of(request), words)

    def work() -> Result:
        with Reader.open(folder) as reader:
            return read(reader, words)

    try:
        return await run_in_threadpool(work)
    except FileNotFoundError:
        raise Refused(404, "no_journal", words.say("screen.referee.no_journal")) from None
    except JournalError as error:
        raise Refused(503, error.reason, words.say("screen.referee.journal_trouble")) from None


def stories_of(request: Request) -> Stories:
    """Those of the server that answers this request."""
    state = request.app.state
    if not hasattr(state, "stories"):
        state.stories = Stories()
    stories: Stories = state.stories
    return stories


def _story(request: Request, reader: Reader, number: int, words: Words) -> Story:
    story = stories_of(request).of(reader, number, words)
    if story is None:
        raise Refused(404, "no_match", words.say("journal.no_match", match=number))
    return story


async def list_matches(request: Request) -> Response:
    found = await _reading(request, matches)
    return JSONResponse({"matches": found}, headers=PRIVATE)


async def one_match(request: Request) -> Response:
    number = int(request.path_params["match"])

    def read(reader: Reader, words: Words) -> Json:
        held = any(one.held for one in reader.matches() if one.match == number)
        return timeline(_story(request, reader, number, words), words, held)

    return JSONResponse(await _reading(request, read), headers=PRIVATE)


async def moment(request: Request) -> Response:
    number, seq = int(request.path_params["match"]), int(request.path_params["seq"])

    def read(reader: Reader, words: Words) -> Json:
        story = _story(request, reader, number, words)
        step = story.step_at(seq)
        if story.entry(seq) is None or step is None:
            raise Refused(404, "no_moment", words.say("screen.referee.no_moment"))
        return {
            "seq": seq,
            "line": step.line,
            "table": drawn(step.match, words),
            "photographs": [
                photograph(one, reader.photograph(one[0].seq) is not None, words) for one in photographs_for(story, seq)
            ],
            "correct": correctable(story, seq, words),
        }

    return JSONResponse(await _reading(request, read), headers=PRIVATE)


async def photograph_file(request: Request) -> Response:
    seq = int(request.path_params["seq"])
    jpeg = await _reading(request, lambda reader, words: reader.photograph(seq))
    if jpeg is None:
        raise Refused(404, "gone", desk_of(request).words(request).say("journal.gone"))
    # What a photograph shows never changes; it is kept nowhere but in this browser.
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


async def _wish(request: Request) -> tuple[int, Json]:
    desk = desk_of(request)
    given = await desk.body(request)
    if type(given.get("match")) is not int:
        raise Refused(400, "malformed", desk.words(request).say("screen.referee.malformed"))
    return given["match"], dict(given)


async def show_preview(request: Request) -> Response:
    number, wish = await _wish(request)
    told = await _reading(request, lambda reader, words: preview(_story(request, reader, number, words), wish, words))
    return JSONResponse(told, headers=PRIVATE)


async def apply(request: Request) -> Response:
    """Only what was looked at is entered: where the record has grown since, the referee looks again."""
    number, wish = await _wish(request)

    def read(reader: Reader, words: Words) -> Json:
        story = _story(request, reader, number, words)
        if not story.open:
            raise Refused(409, "closed", words.say("screen.referee.closed"))
        if wish.get("lines") != story.lines:
            raise Refused(409, "changed", words.say("screen.referee.changed"))
        told = preview(story, wish, words)
        if not told["ok"]:
            raise Refused(409, "refused", str(told["error"]))
        try:
            return line_of(story, wish)
        except IllegalMove as error:
            raise Refused(409, "refused", refusal(error, words)) from None

    line = await _reading(request, read)
    joined = joined_of(request)
    situation = joined.board.situation
    if situation is None or situation.match is None or situation.match.state.phase == "over":
        raise Refused(409, "closed", desk_of(request).words(request).say("screen.referee.closed"))
    joined.post(Enter(line))
    return JSONResponse({"accepted": True}, 202)


async def put_right(request: Request) -> Response:
    situation = joined_of(request).board.situation
    steps = [] if situation is None else repair(situation, desk_of(request).words(request))
    repairing = situation is not None and situation.repairing
    return JSONResponse({"repairing": repairing, "steps": steps}, headers=PRIVATE)


async def dispute(request: Request) -> Response:
    """All that there is about a match, in one file; from now on nothing of it is deleted."""
    number, words = int(request.path_params["match"]), desk_of(request).words(request)
    folder = _folder(joined_of(request), words)

    def pack(reader: Reader, words: Words) -> bytes:
        _story(request, reader, number, words)
        with tempfile.TemporaryDirectory(prefix="drover-dispute-") as place:
            out = Path(place) / "dispute.zip"
            write_dispute(reader, number, words, out)
            return out.read_bytes()

    def mark() -> None:
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        # Who may only read can still look into it.
        with suppress(JournalError):
            hold(folder, number, At(now, joined_of(request).clock.now()))

    await _reading(request, lambda reader, words: _story(request, reader, number, words).number)
    await run_in_threadpool(mark)
    data = await _reading(request, pack)
    name = {"Content-Disposition": f'attachment; filename="dispute-{number}.zip"', **PRIVATE}
    return Response(data, media_type="application/zip", headers=name)


WISH = {
    "type": "object",
    "required": ["match"],
    "properties": {
        "match": {"type": "integer"},
        "lines": {"type": "integer", "description": "how many lines the record had when the preview was made"},
        "undo": {"type": "integer"},
        "back_to": {"type": "integer", "description": "the line that is taken back with all after it"},
        "amend": {
            "type": "object",
            "required": ["line", "changes"],
            "properties": {
                "line": {"type": "integer"},
                "changes": {"type": "array", "description": "pairs of the way to a value in the move, and the value"},
            },
        },
    },
}

ROUTES = (
    Route("GET", "/api/referee/matches", list_matches, "Every match, the newest first", query=LANGUAGE),
    Route(
        *("GET", "/api/referee/matches/{match:int}", one_match),
        *("A match entry by entry, in words, with rules and photographs",),
        query=LANGUAGE,
    ),
    Route(
        *("GET", "/api/referee/matches/{match:int}/at/{seq:int}", moment),
        *("One moment: the table, the photograph, what was read, what can be corrected",),
        query=LANGUAGE,
    ),
    Route(
        *("GET", "/api/referee/photographs/{seq:int}.jpg", photograph_file, "The photograph of that entry"),
        gives="image/jpeg",
    ),
    Route(
        *("POST", "/api/referee/preview", show_preview, "What a correction would change; nothing is written"),
        takes=WISH,
        query=LANGUAGE,
    ),
    Route(
        *("POST", "/api/referee/apply", apply, "Enter the correction that was looked at"),
        takes=WISH,
        query=LANGUAGE,
        status=202,
    ),
    Route("GET", "/api/referee/repair", put_right, "Which cards lie wrong, and where they belong", query=LANGUAGE),
    Route(
        *("GET", "/api/referee/matches/{match:int}/dispute.zip", dispute),
        *("All there is about a match in one file; from then on it is kept",),
        gives="application/zip",
        query=LANGUAGE,
    ),
)
