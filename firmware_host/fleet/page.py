"""The chain's page and what it asks for. Everything but the page's own files is for whoever gave the PIN."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from firmware_host.fleet.collector import Collector
from firmware_host.fleet.cups import Cups
from firmware_host.fleet.database import StoreError
from firmware_host.fleet.fetching import Bundle, Fetching
from firmware_host.fleet.store import Played
from firmware_host.journal.entries import At
from firmware_host.journal.naming import when
from firmware_host.journal.telling import tell_end, tell_match
from firmware_host.web.board import Board
from firmware_host.web.bodies import json_of, limited
from firmware_host.web.guard import Hosts
from firmware_host.web.pins import SESSION_MS, Sessions, Tries
from firmware_host.web.refusals import Refused
from firmware_host.web.schemas import fits, listed, number, one_of, text, thing
from firmware_host.web.shield import Shield
from firmware_host.web.static_files import StaticFiles
from firmware_host.web.stream import Stream
from firmware_host.words import LANGUAGES, Said, Words, shown
from vision.cameras.clock import Clock

SESSION = "drover_chain"
STATIC = Path(__file__).parent / "static"
FAMILIES = ("fleet.", "game.", "variant.", "list.", "screen.pin.", "screen.language", "screen.lost")
NAME = text(maxLength=40)
ID = text(maxLength=40)
LOGIN = thing(pin={"type": "string", "maxLength": 64})
DO = thing(table=NAME, do=one_of("pause", "go_on", "help", "helped"))
WANT = thing(table=NAME, match=ID)
CUP = thing(name=NAME, players=listed(NAME, 200), tables=listed(NAME, 60))
ROUND = thing(cup=ID, seed=number(0, 2**31))


@dataclass
class Chain:
    """What the page is joined to. `secret` is the PIN or password."""

    collector: Collector
    fetching: Fetching
    cups: Cups
    secret: str
    language: str
    clock: Clock
    board: Board = field(default_factory=Board)
    files: StaticFiles = field(default_factory=StaticFiles)
    own: StaticFiles = field(default_factory=lambda: StaticFiles(STATIC))
    sessions: Sessions = field(default_factory=Sessions)
    tries: Tries = field(default_factory=Tries)

    @property
    def now(self) -> int:
        return self.clock.now()

    def opens(self, given: str) -> bool:
        """Whether that is the PIN or password."""
        one, other = (hashlib.sha256(word.encode()).digest() for word in (given, self.secret))
        return hmac.compare_digest(one, other)

    def words(self, request: Request) -> Words:
        wanted = request.query_params.get("language", "")
        return Words(wanted if wanted in LANGUAGES else self.language)


def application(chain: Chain, names: tuple[str, ...] = (), seconds: float = 10.0) -> ASGIApp:
    """The server's application; `names` are those under which it may be asked for."""
    routes = [
        Route(path, _Guarded(handler, opened, seconds), methods=[method]) for method, path, handler, opened in _ROUTES
    ]
    nothing = {404: _nothing, 405: _nothing, 500: _broken}
    app = Starlette(routes=routes, exception_handlers=nothing)  # type: ignore[arg-type]  # it knows no numbers
    app.router.redirect_slashes = False
    app.state.chain = chain
    return Shield(app, Hosts(names), Words(chain.language))


def _chain(request: Request) -> Chain:
    chain: Chain = request.app.state.chain
    return chain


Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class _Guarded:
    handler: Handler
    opened: bool
    seconds: float

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        chain, words = _chain(request), _chain(request).words(request)
        try:
            if not self.opened and not _is_in(request):
                raise Refused(401, "pin_needed", words.say("web.pin_needed"))
            request = Request(scope, limited(receive, words, self.seconds), send)
            response = await self.handler(request)
        except Refused as refused:
            response = refused.response()
        except StoreError:
            response = Refused(503, "store", chain.words(request).say("fleet.store_gone")).response()
        await response(scope, receive, send)


def _is_in(request: Request) -> bool:
    chain = _chain(request)
    return chain.sessions.knows(request.cookies.get(SESSION, ""), chain.now)


async def _nothing(request: Request, error: HTTPException) -> Response:
    return Refused(error.status_code, "not_found", _chain(request).words(request).say("web.not_found")).response()


async def _broken(request: Request, error: Exception) -> Response:
    return Refused(500, "broken", _chain(request).words(request).say("web.broken")).response()


async def page(request: Request) -> Response:
    return _served(request, _chain(request).own, "chain.html")


async def library(request: Request) -> Response:
    return _served(request, _chain(request).files, request.path_params["name"])


async def own(request: Request) -> Response:
    return _served(request, _chain(request).own, request.path_params["name"])


def _served(request: Request, files: StaticFiles, name: str) -> Response:
    found = files.answer(name, request)
    if found is None:
        raise Refused(404, "not_found", _chain(request).words(request).say("web.not_found"))
    return found


async def words(request: Request) -> Response:
    """The texts of the page; where it asks for the PIN, it is the chain's and no table's."""
    said = _chain(request).words(request)
    shown = {key: text for key, text in said.texts.items() if key.startswith(FAMILIES)}
    shown["screen.pin.title"] = said.say("fleet.pin_title")
    shown["screen.pin.why"] = said.say("fleet.pin_why")
    shown["screen.referee.unreachable"] = said.say("fleet.unreachable")
    return JSONResponse(shown, headers={"Cache-Control": "no-cache"})


async def session(request: Request) -> Response:
    chain = _chain(request)
    wait = chain.tries.wait(chain.now)
    return JSONResponse({"referee": _is_in(request), "pin_set": True, "may_set": False, "wait_ms": wait})


async def login(request: Request) -> Response:
    chain, said = _chain(request), _chain(request).words(request)
    body = await json_of(request, said)
    if not fits(LOGIN, body):
        raise Refused(400, "not_understood", said.say("web.not_understood"))
    wait = chain.tries.wait(chain.now)
    if wait:
        seconds = -(-wait // 1000)
        raise Refused(429, "wait", said.say("web.pin_wait", seconds=seconds), **{"Retry-After": str(seconds)})
    chain.tries.begin(chain.now)
    if not chain.opens(body["pin"]):
        raise Refused(401, "wrong_pin", said.say("web.pin_wrong"))
    chain.tries.right()
    answer = JSONResponse({"referee": True})
    token = chain.sessions.open(chain.now)
    answer.set_cookie(SESSION, token, max_age=SESSION_MS // 1000, path="/", httponly=True, samesite="strict")
    return answer


async def logout(request: Request) -> Response:
    chain = _chain(request)
    chain.sessions.close(request.cookies.get(SESSION, ""))
    answer = JSONResponse({"referee": False})
    answer.delete_cookie(SESSION, path="/", httponly=True, samesite="strict")
    return answer


async def stream(request: Request) -> Response:
    chain, said = _chain(request), _chain(request).words(request)

    def view() -> dict[str, Any]:
        if not _is_in(request):
            raise Refused(401, "pin_needed", said.say("web.pin_needed"))
        broker = chain.collector.newest.connected.is_set()
        # Pages that show what is kept ask for it again when these are others.
        news = [chain.collector.live.number, chain.fetching.number]
        return {**chain.collector.live.view(said), "broker": broker, "news": news, "number": chain.board.number}

    return Stream(chain.board, view)


async def results(request: Request) -> Response:
    """Matches, the newest first, and how many there were by day, game, table and version."""
    chain, said = _chain(request), _chain(request).words(request)
    store = chain.collector.store
    day, game, table = (request.query_params.get(name, "")[:40] for name in ("day", "game", "table"))

    def found() -> dict[str, Any]:
        sums = {by: store.sums(by) for by in ("day", "game", "table", "version")}
        return {"matches": [_match(said, one) for one in store.matches(day, game, table)], "sums": sums}

    return JSONResponse(await run_in_threadpool(found))


async def timeline(request: Request) -> Response:
    """One match of one table, told."""
    chain, said = _chain(request), _chain(request).words(request)
    table, match = request.path_params["table"], request.path_params["match"]

    def found() -> dict[str, Any] | None:
        played = chain.collector.store.match(table, match)
        if played is None:
            return None
        told = tell_match(said, chain.collector.store.entries(table, match))
        lines = [[one.entry.at.wall, one.entry.kind, one.text] for one in told]
        return {"match": _match(said, played), "lines": lines}

    answer = await run_in_threadpool(found)
    if answer is None:
        raise Refused(404, "not_found", said.say("web.not_found"))
    return JSONResponse(answer)


async def do(request: Request) -> Response:
    """Have a table do something."""
    chain = _chain(request)
    body = await _body(request, DO)
    if body["table"] not in chain.collector.live.names() or not chain.collector.ask(body["table"], {"do": body["do"]}):
        raise Refused(503, "unreachable", chain.words(request).say("fleet.need_offline"))
    return JSONResponse({})


async def bundles(request: Request) -> Response:
    found = await run_in_threadpool(_chain(request).fetching.all)
    return JSONResponse({"bundles": [_bundle(one) for one in found]})


async def want(request: Request) -> Response:
    """Have a dispute's file sent."""
    chain, said = _chain(request), _chain(request).words(request)
    body = await _body(request, WANT)
    store = chain.collector.store
    if await run_in_threadpool(store.match, body["table"], body["match"]) is None:
        raise Refused(404, "not_found", said.say("web.not_found"))
    name = await run_in_threadpool(chain.fetching.want, body["table"], body["match"], said.language)
    chain.board.touch()
    return JSONResponse({"bundle": name})


async def bundle(request: Request) -> Response:
    """The file itself."""
    chain = _chain(request)
    every = await run_in_threadpool(chain.fetching.all)
    found = next((one for one in every if one.id == request.path_params["name"] and one.done), None)
    if found is None:
        raise Refused(404, "not_found", chain.words(request).say("web.not_found"))
    named = f'attachment; filename="{found.table}-{found.match[:8]}.zip"'
    headers = {"Content-Disposition": named, "Content-Length": str(found.size)}
    return StreamingResponse(chain.fetching.data(found.id), media_type="application/zip", headers=headers)


async def cups(request: Request) -> Response:
    return JSONResponse({"cups": await run_in_threadpool(_chain(request).cups.all)})


async def cup(request: Request) -> Response:
    found = await run_in_threadpool(_chain(request).cups.shown, request.path_params["name"])
    if found is None:
        raise Refused(404, "not_found", _chain(request).words(request).say("web.not_found"))
    return JSONResponse(found)


async def new_cup(request: Request) -> Response:
    chain = _chain(request)
    body = await _body(request, CUP)
    players = [*dict.fromkeys(shown(one.strip()) for one in body["players"] if one.strip())]
    if len(players) < 2 or not body["tables"]:
        raise Refused(400, "too_few", chain.words(request).say("fleet.cup_too_few"))
    name = await run_in_threadpool(chain.cups.make, body["name"], players, body["tables"])
    return JSONResponse({"cup": name})


async def new_round(request: Request) -> Response:
    """Draw the next round."""
    chain = _chain(request)
    body = await _body(request, ROUND)
    if not await run_in_threadpool(chain.cups.draw, body["cup"], body["seed"] or secrets.randbelow(2**31)):
        raise Refused(409, "not_now", chain.words(request).say("fleet.cup_not_now"))
    return JSONResponse({})


async def _body(request: Request, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    said = _chain(request).words(request)
    body = await json_of(request, said)
    if not fits(schema, body):
        raise Refused(400, "not_understood", said.say("web.not_understood"))
    return body


def _match(said: Words, one: Played) -> dict[str, Any]:
    key = f"game.{one.game}"
    return {
        "table": one.table,
        "id": one.id,
        "game": said.say(key) if key in said else shown(one.game),
        "variant": said.show("variant", one.variant),
        "seats": [[shown(seat), (one.score or {}).get(seat), seat in one.winners] for seat in one.seats],
        "when": when(At(one.ended or one.began, 0)),
        "open": not one.how,
        "end": str(Said(tell_end(said, one.how, {"score": one.score or {}, "winners": list(one.winners)}))),
        "version": shown(one.version),
    }


def _bundle(one: Bundle) -> dict[str, Any]:
    return {
        "id": one.id,
        "table": one.table,
        "match": one.match,
        "asked": when(At(one.asked, 0)),
        "size": one.size,
        "have": one.have,
        "pieces": one.pieces,
        "refused": one.refused,
        "done": one.done,
    }


_ROUTES: tuple[tuple[str, str, Handler, bool], ...] = (
    ("GET", "/api/words", words, True),
    ("GET", "/api/referee/session", session, True),
    ("POST", "/api/referee/login", login, True),
    ("POST", "/api/referee/logout", logout, True),
    ("GET", "/api/stream", stream, False),
    ("GET", "/api/results", results, False),
    ("GET", "/api/timeline/{table}/{match}", timeline, False),
    ("POST", "/api/do", do, False),
    ("GET", "/api/bundles", bundles, False),
    ("POST", "/api/bundles", want, False),
    ("GET", "/api/bundles/{name}", bundle, False),
    ("GET", "/api/cups", cups, False),
    ("POST", "/api/cups", new_cup, False),
    ("POST", "/api/cups/round", new_round, False),
    ("GET", "/api/cups/{name}", cup, False),
    ("GET", "/", page, True),
    ("GET", "/static/{name:path}", library, True),
    ("GET", "/chain/{name:path}", own, True),
)
"""Method, path, handler, and whether it is for everybody."""
