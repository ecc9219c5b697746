"""What pages ask for beside the view: links as codes for phones, scores as a sheet, crops, and this API's document."""

from __future__ import annotations

import csv
import io

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.match import Match
from firmware_host.web import openapi
from firmware_host.web.codes import code_svg
from firmware_host.web.desk import Desk, desk_of
from firmware_host.web.guard import is_loopback
from firmware_host.web.network import address_of_this_machine
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Needs, Route
from firmware_host.web.views.build import seat_at
from firmware_host.web.views.cards import rounds
from firmware_host.web.views.games import view_of_game
from firmware_host.words import Words

FORMULA = ("=", "+", "-", "@", "\t", "\r")


async def seats(request: Request) -> Response:
    """The places of the mat with their links, as phones in the network reach them."""
    desk = desk_of(request)
    base = network_url(desk, request)
    found = [
        {
            "place": place,
            "seat": seat_at(desk.views.situation, place),
            "link": link,
            "url": None if base is None else base + link,
            "code": None if base is None else f"/api/seats/{place}.svg",
        }
        for place, link in desk.links.all().items()
    ]
    return JSONResponse({"network": base, "seats": found})


async def code(request: Request) -> Response:
    desk, place = desk_of(request), request.path_params["place"]
    base, link = network_url(desk, request), desk.links.all().get(place)
    if link is None or base is None:
        raise Refused(404, "not_found", desk.words(request).say("web.not_found"))
    svg = await run_in_threadpool(code_svg, base + link)
    return Response(svg, media_type="image/svg+xml")


def network_url(desk: Desk, request: Request) -> str | None:
    """What phones type to reach this table; None where only this machine can."""
    web = desk.joined.config.web
    if is_loopback(web.address) or web.address == "localhost":
        return None
    wide = web.address in ("0.0.0.0", "::")  # noqa: S104  these are compared, not bound
    host = web.names[0] if web.names else address_of_this_machine() if wide else web.address
    if host is None:
        return None
    port = (request.scope.get("server") or ("", web.port))[1]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def scores(request: Request) -> Response:
    desk = desk_of(request)
    match, words = desk.views.situation.match, desk.words(request)
    if match is None:
        raise Refused(404, "no_match", words.say("web.no_match"))
    headers = {"Content-Disposition": 'attachment; filename="scores.csv"'}
    # A spreadsheet knows by the mark in front that the names are not in its own old encoding.
    return Response("\ufeff" + sheet(match, words), media_type="text/csv; charset=utf-8", headers=headers)


def sheet(match: Match, words: Words) -> str:
    """The scores, a line for each round and one for all."""
    out = io.StringIO()
    lines = csv.writer(out)
    names = match.header.seats
    lines.writerow([words.say("web.scores_round"), *(harmless(name) for name in names)])
    for one in rounds(match):
        lines.writerow([one["round"], *(one["scores"][name] for name in names)])
    now = view_of_game(match.header.game).scores(match)
    lines.writerow([words.say("web.scores_total"), *(now[name] for name in names)])
    return out.getvalue()


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{name}" if name.startswith(FORMULA) else name


async def crop(request: Request) -> Response:
    """The card that a question or an objection is about, as the camera sees it."""
    desk = desk_of(request)
    jpeg = await run_in_threadpool(desk.joined.crop, request.path_params["number"])
    if jpeg is None:
        raise Refused(404, "not_found", desk.words(request).say("web.not_found"))
    return Response(jpeg, media_type="image/jpeg")


async def document(request: Request) -> Response:
    return JSONResponse(openapi.document(request.app.state.routes))


ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/seats", seats, "The places with their links, for codes that phones read", Needs.SCREEN),
    Route(
        *("GET", "/api/seats/{place:int}.svg", code, "The link of a place as a code that phones read", Needs.SCREEN),
        gives="image/svg+xml",
    ),
    Route("GET", "/api/scores.csv", scores, "The scores, by rounds", Needs.NOTHING, gives="text/csv"),
    Route(
        *("GET", "/api/crops/{number:int}", crop, "The card that a question or objection is about", Needs.SCREEN),
        gives="image/jpeg",
    ),
    Route("GET", "/api/openapi.json", document, "This document", Needs.NOTHING),
)
