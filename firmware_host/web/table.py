"""What the table's page and the phones ask for: views, the stream, words, and wishes."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware_host.web import wishes
from firmware_host.web.desk import desk_of
from firmware_host.web.routes import Needs, Route
from firmware_host.web.stream import Stream
from firmware_host.web.views.schema import VIEW
from firmware_host.words import Words

SEAT = "the token of a seat's link"
LANGUAGE = "en, pt, fr, de or es; the table's own without it"


async def view(request: Request) -> Response:
    desk = desk_of(request)
    return JSONResponse(desk.views.of(desk.audience(request)))


async def stream(request: Request) -> Response:
    desk = desk_of(request)
    desk.audience(request)  # refused here, before the stream begins
    return Stream(desk.joined.board, lambda: desk.views.of(desk.audience(request)), desk.limits.heartbeat)


async def words(request: Request) -> Response:
    texts = Words(desk_of(request).language(request)).texts
    shown = {key: text for key, text in texts.items() if key.startswith(FAMILIES)}
    return JSONResponse(shown, headers={"Cache-Control": "no-cache"})


FAMILIES = ("screen.", "game.", "variant.", "special.", "colour.", "phase.", "list.", "config.", "button.")


async def inputs(request: Request) -> Response:
    desk = desk_of(request)
    body = await desk.body(request)
    now = desk.joined.clock.now()
    wished = wishes.Wished(body, desk.views.situation, desk.visitor(request), desk.words(request), now)
    wish = wishes.read(wished)
    if isinstance(wish, wishes.Own):
        desk.links.change(wish.place, **wish.changes)
        desk.joined.board.touch()
    told = wish.told if isinstance(wish, wishes.Own) else wish
    if told is not None:
        desk.joined.post(told)
    return JSONResponse({"accepted": True}, 202)


ROUTES: tuple[Route, ...] = (
    Route(
        *("GET", "/api/view", view, "what lies on the table, and, with a seat's link, what that seat may know"),
        needs=Needs.NOTHING,
        gives=VIEW,
        query={"seat": SEAT, "language": LANGUAGE},
    ),
    Route(
        *("GET", "/api/stream", stream, "the view, and then every change of it as a JSON merge patch"),
        needs=Needs.NOTHING,
        gives="text/event-stream",
        query={"seat": SEAT, "language": LANGUAGE},
    ),
    Route("GET", "/api/words", words, "the texts of the pages", Needs.NOTHING, query={"language": LANGUAGE}),
    Route(
        *("POST", "/api/inputs", inputs, "something that a person wants"),
        needs=Needs.NOTHING,
        takes={"oneOf": [kind.schema for kind in wishes.KINDS.values()]},
        query={"seat": SEAT, "language": LANGUAGE},
        status=202,
    ),
)
