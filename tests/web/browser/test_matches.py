"""Whole matches at a simulated table with the real service behind the pages: one watched, one played on phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any, cast

from playwright.sync_api import BrowserContext, Page, expect

from firmware_host.config import Config, TableConfig
from firmware_host.simulator import People, Rates
from firmware_host.steward.inputs import Enter, Input
from firmware_host.steward.situation import Situation
from firmware_host.web.joined import Joined
from firmware_host.web.server import WebServer, listening
from tests.web.browser.conftest import SCREENS
from tests.web.browser.looking import clipped, holes, out_of_sight, overlaps, picture, settle
from tests.web.client import Client
from tests.web.held_table import HeldTable
from tests.web.standing import until

SHORT_MATCH = 18
"""A seed with which somebody fails often, and a match of Qwixx is soon over."""

WITHIN_S = 60.0
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def served(table: HeldTable, folder: Path, language: str = "en") -> Iterator[WebServer]:
    start = table.place.people.start
    config = Config(TableConfig(game=start.game, seats=len(start.seats), names=start.seats, language=language))
    joined = Joined(table.board, table.place.inbox.post, folder / "web", config)
    with WebServer(joined, listening("127.0.0.1", 0)) as server:
        yield server
        table.close()


class Moments:
    """Holds the people at the first moment of each kind."""

    def __init__(self) -> None:
        self.seen: dict[str, None] = {}

    def new(self, situation: Situation) -> bool:
        kind = self.kind(situation)
        if kind is None or kind in self.seen:
            return False
        self.seen[kind] = None
        return True

    @staticmethod
    def kind(situation: Situation) -> str | None:
        match, cue = situation.match, situation.cue
        if match is None or not cue.text:
            return None
        if situation.objection is not None:
            return f"objection {situation.objection.rule}"
        if situation.question is not None:
            return f"question {situation.question.reason}"
        later = " taking" if cue.takes else " again" if match.state.phase == "deal" and match.state.round > 1 else ""
        return f"{match.state.phase} {cue.kind.value}{later}"


def agrees(page: Page, view: Mapping[str, Any]) -> bool:
    """Whether the page shows what the server says: the sentence, the cards of each row, the scores."""
    match, text = view["match"], view["cue"]["text"]
    if page.inner_text("#headline") not in text:
        return False
    if match["over"]:
        return page.locator(".winners").inner_text() == " and ".join(match["winners"])
    if page.locator(".rows").count() == 0:
        return bool(match["rounds"])
    rows = [
        [drawn.get_attribute("aria-label").split(",")[0] for drawn in row.locator(".slot:not(.special) svg").all()]  # type: ignore[union-attr]
        for row in page.locator(".row").all()
    ]
    names = [[card["name"] for card in row["cards"]] for row in match["board"]["rows"]] or [[], [], [], []]
    if page.locator(".notice").count():
        return rows == names
    scores = {
        seat.locator(".name").inner_text(): int(seat.locator(".score").inner_text())
        for seat in page.locator(".seat").all()
    }
    return rows == names and scores == {seat["name"]: seat["score"] for seat in match["seats"]}


def test_a_match_of_take_six_is_watched_from_its_first_card_to_its_winner(
    context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    people = People(
        "take_six", ("Ana", "Bia", "Caio", "Davi"), {"limit": {"rounds": 2}}, seed=4, rates=Rates.all(0.05)
    )  # fmt: skip
    moments = Moments()
    table = HeldTable(people, tmp_path / "journal", hold_when=moments.new)
    page = context(viewport={"width": 1920, "height": 1080}).new_page()
    with served(table, tmp_path) as server:
        client = Client(server.port)
        page.goto(server.url)
        table.thread.start()
        over = False
        while not over:
            assert table.film.held.wait(WITHIN_S), "nothing new happens, and nobody has won"
            until(lambda: agrees(page, client.get("/api/view").json), WITHIN_S)
            view = client.get("/api/view").json
            settle(page)
            picture(page, SCREENS / "match", f"{len(moments.seen):02} {list(moments.seen)[-1]}")
            assert not [*clipped(page), *out_of_sight(page), *overlaps(page), *holes(page)], list(moments.seen)[-1]
            over = view["match"]["over"]
            table.film.held.clear()
        assert set(view["match"]["winners"]) == set(people.match.state.winners)
    kinds = set(moments.seen)
    assert {
        "deal wait",
        "deal wait again",
        "reveal wait",
        "reveal reveal",
        "place place",
        "place place taking",
        "over result",
    } <= kinds
    assert any(kind.startswith("objection") for kind in kinds)


class Deaf:
    """People's crosses do not reach the table by themselves: people wait until phones have said them."""

    def __init__(self, table: HeldTable) -> None:
        self._inbox, self._film = table.film.inbox, table.film
        self.lines: Queue[Mapping[str, Any]] = Queue()
        table.film.inbox = cast(Any, self)

    def post(self, given: Input) -> None:
        if isinstance(given, Enter) and given.line["move"] in ("call", "play"):
            self._film.held.set()
            self.lines.put(given.line)
        else:
            self._inbox.post(given)

    def camera_changed(self, status: Any) -> None:
        self._inbox.camera_changed(status)


def entered(phones: Mapping[str, Page], line: Mapping[str, Any]) -> None:
    """As the people of these phones would do it."""
    if line["move"] == "call":
        for seat, phone in phones.items():
            colour = line["marks"].get(seat, "none")
            phone.locator(f".mark.{colour}").tap()
        return
    phone = phones[line["seat"]]
    phone.locator(f".mark.{line['colour']}").tap()
    for card in line["cards"]:
        phone.locator(f"[data-number='{card}']").tap()
    for mark in line["marks"]:
        phone.locator(f"[data-cross='{mark}']").tap()
    phone.locator(".arguments .main").tap()


def test_a_match_of_qwixx_is_played_on_two_phones(context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    people = People("qwixx_cards", ("Ana", "Zoë"), seed=SHORT_MATCH)
    table = HeldTable(people, tmp_path / "journal", "pt")
    deaf = Deaf(table)
    with served(table, tmp_path, "pt") as server:
        client = Client(server.port)
        screen = context(viewport={"width": 1920, "height": 1080}).new_page()
        screen.goto(server.url)
        table.thread.start()
        until(table.film.held.is_set, WITHIN_S)
        links = client.get("/api/view").json["links"]
        phones = {}
        for seat, language in zip(people.start.seats, ("de", "pt"), strict=True):
            phones[seat] = context(**PHONE | {"locale": language}).new_page()
            phones[seat].goto(server.url + links[seat])
        seen: set[str] = set()
        while (before := table.situation.match) is not None and before.state.phase != "over":
            line = deaf.lines.get(timeout=WITHIN_S)
            before = table.situation.match  # what was drawn meanwhile is in it
            entered(phones, line)
            until(lambda before=before: table.situation.match is not before, WITHIN_S)  # type: ignore[misc]
            if line["move"] not in seen:
                seen.add(line["move"])
                for name, one in (*phones.items(), ("table", screen)):
                    picture(one, SCREENS / "qwixx", f"{name} {line['move']}")
            table.film.held.clear()
        match = table.situation.match
        assert match is not None
        assert match.state.phase == "over"
        expect(screen.locator(".winners")).to_contain_text(match.state.winners[0])
        picture(screen, SCREENS / "qwixx", "over")
        for name, phone in phones.items():
            points = dict(zip(match.header.seats, (sheet.points for sheet in match.state.sheets), strict=True))[name]
            expect(phone.locator("#score")).to_have_text(str(points))
        assert match.state.sheets == people.match.state.sheets
