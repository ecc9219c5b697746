"""The application: every route of the table, behind the guard."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Scope, Send

from firmware_host.web import pages, referee, setup, table
from firmware_host.web.bodies import limited
from firmware_host.web.desk import Desk, desk_of
from firmware_host.web.joined import Joined
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Route

ROUTES: tuple[Route, ...] = (*table.ROUTES, *referee.ROUTES, *setup.ROUTES, *pages.ROUTES)
"""The pages come last: what they are is any other name."""


def application(joined: Joined, fresh: bool = False) -> Starlette:
    """The server's application; with `fresh`, pages are read anew each time."""
    app = Starlette(routes=[StarletteRoute(one.path, Guarded(one), methods=[one.method]) for one in ROUTES])
    app.state.joined = joined
    app.state.desk = Desk(joined, fresh)
    return app


@dataclass(frozen=True)
class Guarded:
    """A handler, for whoever may ask it; what it refuses becomes an answer."""

    route: Route

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        desk = desk_of(request)
        try:
            desk.check(request, self.route)
            request = Request(scope, limited(receive, desk.words(request)), send)
            response = await self.route.handler(request)
        except Refused as refused:
            response = refused.response()
        await response(scope, receive, send)
