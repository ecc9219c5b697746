"""What the set-up page asks for: the live picture, configuration, mat, deck, hands. All of it needs the PIN."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.game import GAMES
from firmware_host.decks import deck_files
from firmware_host.errors import UserError
from firmware_host.hands_check import steps
from firmware_host.trouble import tell_fault
from firmware_host.web.desk import desk_of
from firmware_host.web.joined import joined_of
from firmware_host.web.refusals import Refused
from firmware_host.web.routes import Route
from firmware_host.web.schemas import Schema, anything, fits, flag, number, one_of, text, thing
from firmware_host.web.setup_bench import Bench
from firmware_host.web.setup_config import Json, check, form, text_of, variants_of, written
from firmware_host.web.setup_live import Shown
from firmware_host.web.setup_parts import workshop_of
from firmware_host.web.setup_toml import write_safely
from firmware_host.words import Said, Words
from vision.cards import names_of
from vision.deck import BACK, read_deck
from vision.errors import VisionError
from vision.mat.paper import SHEETS, Paper
from vision.mat.plan import GLUED, plan_on
from vision.synthetic.own import own_deck_pdf

Answering = Callable[[Request, Words], Awaitable[Response]]
PRIVATE = {"Cache-Control": "no-store"}
LANGUAGE = {"language": "of the sentences: en, pt, fr, de or es"}
MAT = {"game": "which game", "seats": "for how many", "variant": "of the game", "paper": "such as a2 or a3x4"}
MOST_SEATS = 99
"""A wish for more is none; for how many a mat can be, its own error says."""


def _refusing(handler: Answering) -> Callable[[Request], Awaitable[Response]]:
    """What a person did that can't be, is said to that person."""

    async def answer(request: Request) -> Response:
        words = desk_of(request).words(request)
        try:
            return await handler(request, words)
        except UserError as error:
            raise Refused(409, "cannot", str(error)) from None
        except VisionError as error:
            raise Refused(409, error.reason, tell_fault(words, error)) from None

    return answer


async def _body(request: Request, schema: Schema, words: Words) -> Json:
    body = dict(await desk_of(request).body(request))
    if not fits(schema, body):
        raise Refused(400, "malformed", words.say("web.not_understood"))
    return body


async def _shown(request: Request, words: Words) -> Shown | None:
    workshop = workshop_of(request)
    return await workshop.quietly(workshop.live.shown, words)


async def live_picture(request: Request, words: Words) -> Response:
    """The newest picture, drawn on, and beside it what there is to say of it."""
    shown = await _shown(request, words)
    if shown is None:
        raise Refused(503, "no_picture", words.say("screen.setup.camera.no_picture"))
    return Response(shown.jpeg, media_type="image/jpeg", headers={**PRIVATE, "X-Number": str(shown.number)})


async def camera(request: Request, words: Words) -> Response:
    shown = await _shown(request, words)
    if shown is None:
        said = words.say("screen.setup.camera.no_picture")
        finding = {"kind": "no_picture", "level": "bad", "text": said}
        return JSONResponse({"number": None, "findings": [finding], "read": ""}, headers=PRIVATE)
    findings = [
        {"kind": one.kind, "level": one.level, "text": words.say(f"screen.setup.camera.{one.kind}", **one.facts)}
        for one in shown.findings
    ]
    read = words.say("screen.setup.cards_seen", cards=shown.cards, unsure=shown.unsure)
    return JSONResponse({"number": shown.number, "findings": findings, "read": read}, headers=PRIVATE)


async def configuration(request: Request, words: Words) -> Response:
    file = joined_of(request).config_file
    present = "" if file is None else await run_in_threadpool(text_of, file)
    found = form(present, words)
    found |= {"file": None if file is None else str(file), "may_restart": joined_of(request).parts.restart is not None}
    found["variants"] = {game: list(variants_of(game)) for game in GAMES}
    return JSONResponse(found, headers=PRIVATE)


VALUES = thing(values=anything())


async def check_configuration(request: Request, words: Words) -> Response:
    body = await _body(request, VALUES, words)
    file = joined_of(request).config_file
    checked = check(body["values"], "" if file is None else text_of(file), words)  # type: ignore[arg-type]
    return JSONResponse({"problems": [one.as_json() for one in checked.problems]}, headers=PRIVATE)


async def save_configuration(request: Request, words: Words) -> Response:
    """Written only where nothing is wrong with it; what was there before is kept beside it."""
    body = await _body(request, VALUES, words)
    file = joined_of(request).config_file
    if file is None:
        raise Refused(409, "no_file", words.say("screen.setup.no_file"))

    def save() -> Json:
        checked = check(body["values"], text_of(file), words)  # type: ignore[arg-type]
        if checked.problems:
            return {"saved": False, "problems": [one.as_json() for one in checked.problems]}
        new = written(file, checked)
        if new == text_of(file):
            return {"saved": True, "same": True, "before": None}
        before = write_safely(file, new)
        return {"saved": True, "same": False, "before": None if before is None else str(before)}

    try:
        return JSONResponse(await run_in_threadpool(save), headers=PRIVATE)
    except OSError as error:
        why = Said(error.strerror or str(error))
        raise Refused(507, "not_written", words.say("screen.setup.not_written", why=why)) from None


async def restart(request: Request, words: Words) -> Response:
    again = joined_of(request).parts.restart
    if again is None:
        raise Refused(409, "no_restart", words.say("screen.setup.no_restart"))
    again()
    return JSONResponse({"accepted": True}, 202)


def _mat_wish(request: Request, words: Words) -> tuple[str, int, str]:
    """The game, the seats and the variant that a mat is wanted for."""
    query, table = request.query_params, joined_of(request).config.table
    game, seats = query.get("game", table.game), query.get("seats", str(table.places))
    variant = query.get("variant", table.variant)
    if game not in GAMES or not seats.isdecimal() or not 1 <= int(seats) <= MOST_SEATS:
        raise Refused(400, "malformed", words.say("web.not_understood"))
    return game, int(seats), variant if variant in variants_of(game) else "base"


async def papers(request: Request, words: Words) -> Response:
    """The papers that the mat fits on, the smallest sheet first."""
    game, seats, variant = _mat_wish(request, words)

    def fitting() -> list[Json]:
        found = []
        for name in (*SHEETS, *GLUED):
            try:
                mat, paper = plan_on(game, seats, name, variant)
            except VisionError as error:
                if error.reason != "mat_paper_too_small":
                    raise
                continue
            found.append(_paper(paper, mat.size, words))
        return found

    return JSONResponse({"papers": await run_in_threadpool(fitting)}, headers=PRIVATE)


def _paper(paper: Paper, size: tuple[float, float], words: Words) -> Json:
    sheets = len(paper.sheets)
    key = "screen.setup.mat.one_sheet" if sheets == 1 else "screen.setup.mat.glued"
    sheet = paper.name.partition("x")[0].upper()
    label = words.say(key, paper=sheet, sheets=sheets, width=round(size[0]), height=round(size[1]))
    return {"paper": paper.name, "label": label}


async def mat_file(request: Request, words: Words) -> Response:
    from vision.mat.pdf import pdf

    game, seats, variant = _mat_wish(request, words)
    wanted = request.query_params.get("paper") or None
    mat, paper = await run_in_threadpool(plan_on, game, seats, wanted, variant)
    data = await run_in_threadpool(pdf, mat, paper)
    return _download(data, f"mat-{game}-{seats}-{paper.name}.pdf")


async def deck_file(request: Request, words: Words) -> Response:
    """Drover's own deck, to be printed."""
    game = request.query_params.get("game", "")
    if game not in GAMES:
        raise Refused(400, "malformed", words.say("web.not_understood"))
    return _download(await run_in_threadpool(own_deck_pdf, game), f"deck-{game}.pdf")


def _download(data: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', **PRIVATE}
    return Response(data, media_type="application/pdf", headers=headers)


async def decks(request: Request, words: Words) -> Response:
    def listed() -> list[Json]:
        found = []
        for file in deck_files():
            try:
                deck = read_deck(file)
            except VisionError:
                continue
            found.append({"name": deck.name, "game": deck.game, "cards": len(deck.cards), "missing": len(deck.missing)})
        return found

    learning = workshop_of(request).learning.as_json(words)
    return JSONResponse({"decks": await run_in_threadpool(listed), "learning": learning}, headers=PRIVATE)


DECK = thing(
    {"name": text(), "game": one_of(*GAMES), "card": text(), "doubt": number(1, 1_000_000)},
    do=one_of("begin", "take", "name", "save", "end"),
)


async def learn(request: Request, words: Words) -> Response:
    """One step of learning a deck; the answer is how far it has come."""
    body = await _body(request, DECK, words)
    learning, card = workshop_of(request).learning, body.get("card")
    state = learning.as_json(words)
    if card is not None and (state is None or card not in (*names_of(str(state["game"])), BACK)):
        raise Refused(409, "no_card", words.say("screen.setup.deck.no_card"))
    chosen = None if card is None else str(card)
    match body["do"]:
        case "begin":
            await run_in_threadpool(
                learning.begin, str(body.get("name", "")).strip(), str(body.get("game", GAMES[0])), words
            )
        case "take":
            frame = joined_of(request).frame()
            if frame is None:
                raise Refused(503, "no_picture", words.say("screen.setup.camera.no_picture"))
            await workshop_of(request).quietly(learning.take, frame, chosen, words)
        case "name":
            learning.name(int(str(body.get("doubt", 0))), chosen, words)
        case "save":
            await run_in_threadpool(learning.save, words)
        case _:
            learning.end()
    return JSONResponse({"learning": learning.as_json(words)}, headers=PRIVATE)


async def sample(request: Request, words: Words) -> Response:
    jpeg = await run_in_threadpool(workshop_of(request).learning.sample, request.path_params["name"])
    if jpeg is None:
        raise Refused(404, "not_found", words.say("web.not_found"))
    return Response(jpeg, media_type="image/jpeg", headers=PRIVATE)


def _bench(request: Request, words: Words) -> Bench:
    bench = joined_of(request).parts.bench
    if bench is None:
        raise Refused(409, "no_hands", words.say("screen.setup.hands.none"))
    return bench


def _hands(bench: Bench, words: Words) -> Json:
    has = bench.has()
    return {
        "parts": list(bench.parts(words)),
        "steps": [
            {"number": at, "what": one.what, "question": one.question} for at, one in enumerate(steps(has, words))
        ],
        "buttons": list(has.buttons),
        "testing": bench.testing,
        "pressed": bench.pressed(),
    }


async def hands(request: Request, words: Words) -> Response:
    return JSONResponse(_hands(_bench(request, words), words), headers=PRIVATE)


TRY = thing({"step": number(0, 100)}, on=flag())


async def try_hands(request: Request, words: Words) -> Response:
    """Show one light, sound or the display; or end it, and show play again."""
    body = await _body(request, TRY, words)
    bench = _bench(request, words)
    step = body.get("step")
    act = partial(bench.try_out, None if step is None else int(str(step)), words) if body["on"] else bench.end
    await run_in_threadpool(act)
    return JSONResponse(_hands(bench, words), headers=PRIVATE)


def _asked(path: str, handler: Answering, says: str, gives: str = "application/json", **query: str) -> Route:
    return Route("GET", f"/api/setup/{path}", _refusing(handler), says, gives=gives, query={**LANGUAGE, **query})


def _told(path: str, handler: Answering, says: str, takes: Schema | None = None, status: int = 200) -> Route:
    return Route("POST", f"/api/setup/{path}", _refusing(handler), says, takes=takes, query=LANGUAGE, status=status)


JPEG, PDF = "image/jpeg", "application/pdf"
ROUTES: tuple[Route, ...] = (
    _asked("live.jpg", live_picture, "The camera's picture with what is read drawn on it", JPEG),
    _asked("camera", camera, "Focus, light and place of the camera, in words"),
    _asked("config", configuration, "The configuration as a form"),
    _told("config/check", check_configuration, "What is wrong with these values", VALUES),
    _told("config", save_configuration, "Write these values, and keep the file as it was beside it", VALUES),
    _told("restart", restart, "Begin anew, with the configuration as it is now", status=202),
    _asked("papers", papers, "On which papers the mat fits", **MAT),
    _asked("mat.pdf", mat_file, "The mat in true size", PDF, **MAT),
    _asked("deck.pdf", deck_file, "Drover's own deck in true size", PDF, game="which game"),
    _asked("decks", decks, "The decks that were learned, and the one that is being learned"),
    _told("decks", learn, "One step of learning a deck at the camera", DECK),
    _asked("cards/{name}.jpg", sample, "A card of the deck that is being learned", JPEG),
    _asked("hands", hands, "Lights, sound, display and buttons that are there"),
    _told("hands", try_hands, "Try one of them out", TRY),
)
