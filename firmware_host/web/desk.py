"""What all handlers share: who asks, in which language, and the newest views."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from firmware_host.steward.situation import Situation
from firmware_host.web.bodies import json_of
from firmware_host.web.connections import Limits
from firmware_host.web.guard import SESSION, Visitor, is_attached
from firmware_host.web.joined import Joined
from firmware_host.web.links import Links, others_sit_down
from firmware_host.web.pins import Pin, Sessions, Tries
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Needs, Route
from firmware_host.web.seeing import Views
from firmware_host.web.static_files import StaticFiles
from firmware_host.web.views import Audience
from firmware_host.web.views.build import places
from firmware_host.words import LANGUAGES, Words


class Desk:
    """One for each server. All of it is the web thread's."""

    def __init__(self, joined: Joined, limits: Limits, fresh: bool = False) -> None:
        self.joined, self.limits = joined, limits
        self.links = Links(joined.folder, joined.config.table.places, time.time())
        self.views = Views(joined.board, self.links)
        self.files = StaticFiles(fresh=fresh)
        self.pin = Pin(joined.folder)
        self.sessions = Sessions()
        self._given = self.pin.kept()
        self._tries = {True: Tries(), False: Tries()}
        joined.board.watch(self._changed)

    @property
    def now(self) -> int:
        return self.joined.clock.now()

    def _changed(self, before: Situation | None, now: Situation) -> None:
        """The newest situation is about to be shown: the places have links, those of people who left none."""
        self.links.see_that_there_are(max(places(now).values(), default=0))
        if others_sit_down(before, now):
            self.links.renew()

    def tries(self, request: Request) -> Tries:
        """The wrong PINs so far: of the table's own screen, which nobody locks out from afar, or of all others."""
        return self._tries[is_attached(request)]

    def check(self, request: Request, route: Route) -> None:
        """Whether whoever asks may ask that; raises `Refused`."""
        if route.needs is Needs.NOTHING:
            return
        visitor = self.visitor(request)
        if not (visitor.referee or (route.needs is Needs.SCREEN and visitor.attached)):
            raise Refused(401, "pin_needed", self.words(request).say("web.pin_needed"))

    def visitor(self, request: Request) -> Visitor:
        """Who asks; raises `Refused` for a link that is worth nothing any more."""
        token = request.query_params.get("seat", "")
        place = self.links.place(token) if token else None
        if token and place is None:
            raise Refused(403, "old_link", self.words(request).say("web.old_link"))
        session = request.cookies.get(SESSION, "")
        return Visitor(is_attached(request), bool(session) and self._is_referee(session), place or 0)

    def _is_referee(self, session: str) -> bool:
        """Whether that session is on. Where the PIN is another one by now, as by `drover pin`, none is."""
        kept = self.pin.kept()
        if kept != self._given:
            self.sessions.close_all()
            self._given = kept
        return self.sessions.knows(session, self.now)

    def begin_session(self) -> str:
        """A session of somebody who has just given or set the PIN."""
        self._given = self.pin.kept()
        return self.sessions.open(self.now)

    def language(self, request: Request) -> str:
        """The one that was asked for, else the one that the phone chose, else the table's."""
        wanted = request.query_params.get("language", "")
        if wanted in LANGUAGES:
            return wanted
        place = self.links.place(request.query_params.get("seat", ""))
        chosen = "" if place is None else self.links.phone(place).language
        return chosen or self.views.situation.settings.words.language

    def words(self, request: Request) -> Words:
        return Words(self.language(request))

    def audience(self, request: Request) -> Audience:
        """For whom a view is made. A phone sees what its seat may know and no more, wherever it is."""
        visitor = self.visitor(request)
        return Audience(self.language(request), visitor.place, visitor.trusted and not visitor.place)

    async def body(self, request: Request) -> Mapping[str, Any]:
        """The JSON object that was sent; raises `Refused` where it is none."""
        return await json_of(request, self.words(request))


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
