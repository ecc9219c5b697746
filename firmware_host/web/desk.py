"""What all handlers share: who asks, in which language, and the newest views."""

from __future__ import annotations

from starlette.requests import Request

from firmware_host.web.guard import Visitor, is_attached
from firmware_host.web.joined import Joined
from firmware_host.web.links import Links
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Needs, Route
from firmware_host.web.seeing import Views
from firmware_host.web.static_files import StaticFiles
from firmware_host.web.views import Audience
from firmware_host.words import LANGUAGES, Words


class Desk:
    """One for each server."""

    def __init__(self, joined: Joined, fresh: bool = False) -> None:
        self.joined = joined
        self.links = Links(joined.config.table.places)
        self.views = Views(joined.board, self.links)
        self.files = StaticFiles(fresh=fresh)

    def check(self, request: Request, route: Route) -> None:
        """Whether whoever asks may ask that; raises `Refused`."""
        visitor = self.visitor(request)
        if route.needs is Needs.PIN and not visitor.referee:
            raise Refused(401, "pin_needed", self.words(request).say("web.pin_needed"))
        if route.needs is Needs.SCREEN and not visitor.trusted:
            raise Refused(401, "pin_needed", self.words(request).say("web.pin_needed"))

    def visitor(self, request: Request) -> Visitor:
        token = request.query_params.get("seat", "")
        place = self.links.place(token) if token else None
        if token and place is None:
            raise Refused(403, "old_link", self.words(request).say("web.old_link"))
        return Visitor(is_attached(request), False, place or 0)

    def language(self, request: Request) -> str:
        """The one that was asked for, else the table's."""
        wanted = request.query_params.get("language", "")
        return wanted if wanted in LANGUAGES else self.views.situation.settings.words.language

    def words(self, request: Request) -> Words:
        return Words(self.language(request))

    def audience(self, request: Request) -> Audience:
        visitor = self.visitor(request)
        return Audience(self.language(request), visitor.place, visitor.trusted and not visitor.place)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
