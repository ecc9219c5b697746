"""Giving the PIN, setting it, and leaving again."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware_host.web.desk import Desk, desk_of
from firmware_host.web.guard import SESSION, is_attached
from firmware_host.web.pins import LONGEST, SESSION_MS, SHORTEST, is_pin
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Needs, Route
from firmware_host.web.schemas import Schema, fits, thing
from firmware_host.words import Words

DIGITS: Schema = {"type": "string", "minLength": SHORTEST, "maxLength": LONGEST}
LOGIN = thing(pin={"type": "string", "maxLength": LONGEST})
SET = thing({"old": {"type": "string", "maxLength": LONGEST}}, pin=DIGITS)
SESSION_STATE: Schema = {
    "type": "object",
    "properties": {
        "referee": {"type": "boolean"},
        "pin_set": {"type": "boolean"},
        "may_set": {"type": "boolean", "description": "whether a PIN can be set from here"},
        "wait_ms": {"type": "integer", "description": "for so long no PIN is listened to"},
    },
}


async def session(request: Request) -> Response:
    """Whether the PIN was given, and what can be done about it."""
    desk = desk_of(request)
    pin_set, attached = desk.pin.is_set, is_attached(request)
    referee = desk.visitor(request).referee
    wait = desk.tries(request).wait(desk.now)
    found = {"referee": referee, "pin_set": pin_set, "may_set": referee or (attached and not pin_set), "wait_ms": wait}
    return JSONResponse(found)


async def login(request: Request) -> Response:
    desk, words = desk_of(request), desk_of(request).words(request)
    body = await desk.body(request)
    if not fits(LOGIN, body):
        raise Refused(400, "not_a_pin", words.say("web.pin_digits", low=SHORTEST, high=LONGEST))
    await _given(desk, request, body["pin"], words)
    return _opened(desk, request)


async def _given(desk: Desk, request: Request, pin: str, words: Words) -> None:
    """Raises `Refused` unless it is the PIN, and for a while where it was guessed too often."""
    if not desk.pin.is_set:
        raise Refused(409, "no_pin", words.say("web.no_pin"))
    tries = desk.tries(request)
    wait = tries.wait(desk.now)
    if wait:
        seconds = -(-wait // 1000)
        raise Refused(429, "wait", words.say("web.pin_wait", seconds=seconds), **{"Retry-After": str(seconds)})
    tries.begin(desk.now)
    if not await run_in_threadpool(desk.pin.fits, pin):
        raise Refused(401, "wrong_pin", words.say("web.pin_wrong"))
    tries.right()


def _opened(desk: Desk, request: Request) -> Response:
    answer = JSONResponse({"referee": True})
    token = desk.begin_session()
    answer.set_cookie(SESSION, token, max_age=SESSION_MS // 1000, path="/", httponly=True, samesite="strict")
    return answer


async def logout(request: Request) -> Response:
    desk = desk_of(request)
    desk.sessions.close(request.cookies.get(SESSION, ""))
    answer = JSONResponse({"referee": False})
    answer.delete_cookie(SESSION, path="/", httponly=True, samesite="strict")
    return answer


async def set_pin(request: Request) -> Response:
    """The first PIN is set at the table's own screen; another one by whoever gives the old one."""
    desk, words = desk_of(request), desk_of(request).words(request)
    body = await desk.body(request)
    if not fits(SET, body) or not is_pin(body["pin"]):
        raise Refused(400, "not_a_pin", words.say("web.pin_digits", low=SHORTEST, high=LONGEST))
    if desk.pin.is_set:
        await _given(desk, request, body.get("old", ""), words)
    elif not is_attached(request):
        raise Refused(401, "no_pin", words.say("web.no_pin"))
    try:
        await run_in_threadpool(desk.pin.set, body["pin"])
    except OSError as error:
        raise Refused(507, "not_kept", words.say("web.not_kept", why=error.strerror or "")) from None
    desk.sessions.close_all()
    return _opened(desk, request)


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/referee/session", session, "Whether the PIN was given", Needs.NOTHING, gives=SESSION_STATE),
    Route("POST", "/api/referee/login", login, "Give the PIN; the answer sets a cookie", Needs.NOTHING, LOGIN),
    Route("POST", "/api/referee/logout", logout, "Leave", Needs.NOTHING),
    Route("POST", "/api/referee/pin", set_pin, "Set the PIN, or another one", Needs.NOTHING, SET),
)
