"""The application: every route of the table, behind the guard."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware_host.web import extras, pages, pin_routes, referee, setup, table
from firmware_host.web.bodies import limited
from firmware_host.web.connections import Limits
from firmware_host.web.desk import Desk, desk_of
from firmware_host.web.guard import Hosts
from firmware_host.web.joined import Joined
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Route
from firmware_host.web.shield import Shield
from firmware_host.words import Words

ROUTES: tuple[Route, ...] = (
    *table.ROUTES,
    *extras.ROUTES,
    *pin_routes.ROUTES,
    *referee.ROUTES,
    *setup.ROUTES,
    *pages.ROUTES,
)
"""The pages come last: what they are is any other name."""


def application(joined: Joined, limits: Limits | None = None, fresh: bool = False) -> ASGIApp:
    """The server's application; with `fresh`, pages are read anew each time."""
    limits = limits or Limits()
    nothing = {404: _nothing, 405: _nothing, 500: _broken}
    app = Starlette(
        routes=[StarletteRoute(one.path, Guarded(one, limits.body), methods=[one.method]) for one in ROUTES],
        exception_handlers=nothing,  # type: ignore[arg-type]  # Starlette's own type knows no numbers
    )
    app.router.redirect_slashes = False
    app.state.joined, app.state.routes = joined, ROUTES
    app.state.desk = Desk(joined, limits, fresh)
    return Shield(app, Hosts(joined.config.web.names), Words(joined.config.table.language))


async def _nothing(request: Request, error: HTTPException) -> Response:
    """No such page, or not asked for in this way."""
    said = desk_of(request).words(request).say("web.not_found")
    return Refused(error.status_code, "not_found", said, **dict(error.headers or {})).response()


async def _broken(request: Request, error: Exception) -> Response:
    """A fault of the program: its log has it, whoever asks does not."""
    return Refused(500, "broken", desk_of(request).words(request).say("web.broken")).response()


@dataclass(frozen=True)
class Guarded:
    """A handler, for whoever may ask it; what it refuses becomes an answer."""

    route: Route
    seconds: float

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        desk = desk_of(request)
        try:
            desk.check(request, self.route)
            request = Request(scope, limited(receive, desk.words(request), self.seconds), send)
            response = await self.route.handler(request)
        except Refused as refused:
            response = refused.response()
        await response(scope, receive, send)
