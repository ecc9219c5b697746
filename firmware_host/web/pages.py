"""The pages, and the files that they are made of."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from firmware_host.web.desk import desk_of
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Handler, Needs, Route


def page(name: str) -> Handler:
    """Serves that page."""

    async def shown(request: Request) -> Response:
        return _file(request, name)

    return shown


async def file(request: Request) -> Response:
    return _file(request, request.path_params["name"])


def _file(request: Request, name: str) -> Response:
    desk = desk_of(request)
    found = desk.files.answer(name, request)
    if found is None:
        raise Refused(404, "not_found", desk.words(request).say("web.not_found"))
    return found


PAGES = {
    "/": "table.html",
    "/seat/{token}": "seat.html",
    "/referee": "referee.html",
    "/setup": "setup.html",
    "/scores": "scores.html",
}

ROUTES: tuple[Route, ...] = (
    *(
        Route("GET", path, page(name), f"the page {name}", Needs.NOTHING, gives="text/html")
        for path, name in PAGES.items()
    ),
    Route("GET", "/static/{name:path}", file, "a file that pages are made of", Needs.NOTHING, gives="*/*"),
)
