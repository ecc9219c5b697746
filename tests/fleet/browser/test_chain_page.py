"""The chain's page in a real browser: seen in five languages, on a desk and on a phone, and worked with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from firmware_host.journal import Kind
from firmware_host.words import LANGUAGES, Words
from tests.fleet.brokers import Mosquitto, wait_for
from tests.fleet.pages import PIN, served
from tests.fleet.tables import PlayedTable
from tests.web.browser.conftest import SCREENS, context  # noqa: F401  a fixture
from tests.web.browser.looking import clipped, hard_to_use, picture, weak_contrasts
from tests.web.client import Client

SIZES = {"desk": (1280, 900), "phone": (390, 844)}
PLACES = ("", "results", "disputes", "cups")


class Cafe:
    """Some tables at all kinds of moments, and the page over them."""

    def __init__(self, client: Client, broker: Mosquitto, folder: Path) -> None:
        self.client, self.url = client, client.origin
        self.tables = {
            name: PlayedTable(folder / name, broker.settings(), name)
            for name in ("berlin-1", "berlin-2", "lyon-1", "lyon-2", "porto-1", "porto-2")
        }
        for one in self.tables.values():
            one.join()
        for name, played, most in (
            *(("berlin-1", "take_six", 17), ("berlin-2", "take_six of ten", 8), ("lyon-1", "no_thanks", 21)),
            *(("lyon-2", "qwixx_cards", 9_000), ("porto-1", "take_six of two", 9_000), ("porto-2", "joker", 11)),
        ):
            self.tables[name].play(played, 4, most)
        self.tables["berlin-2"].note(Kind.NOTE, {"kind": "referee_called", "facts": {}})
        self.tables["porto-1"].leave()

    def close(self) -> None:
        for one in self.tables.values():
            one.close()


@pytest.fixture
def cafe(broker: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cafe]:
    with served(broker, tmp_path, str(tmp_path / "chain.db"), monkeypatch) as client:
        one = Cafe(client, broker, tmp_path)
        yield one
        one.close()


def entered(context: Callable[..., BrowserContext], cafe: Cafe, language: str, size: str = "desk") -> Page:  # noqa: F811
    """The page after the PIN was given, with all tables on it."""
    width, height = SIZES[size]
    opened = context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
    page = opened.new_page()
    page.goto(cafe.url)
    page.get_by_label(Words(language).say("fleet.pin_title")).fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator(".tile")).to_have_count(6)
    expect(page.locator(".tile.need")).to_have_count(2)
    return page


def shown(page: Page, place: str, mark: str) -> None:
    page.goto(f"{page.url.partition('#')[0]}#/{place}")
    expect(page.locator(mark).first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_read_in_every_language(
    language: str,
    size: str,
    context: Callable[..., BrowserContext],  # noqa: F811
    cafe: Cafe,
) -> None:
    page = entered(context, cafe, language, size)
    places = {"": ".tile", "results": ".matches a", "disputes": "#main .note", "cups": "form.cup"}
    places |= {"table/berlin-2": ".panel", f"match/lyon-2/{_match(cafe)}": ".line"}
    wrong: list[str] = []
    for place, mark in places.items():
        shown(page, place, mark)
        name = f"{place.partition('/')[0] or 'tables'}-{language}"
        picture(page, SCREENS / f"chain-{size}", name)
        found = [*clipped(page), *weak_contrasts(page), *hard_to_use(page)]
        found += re.findall(r"\b(?:fleet|screen|web)\.[a-z_]+", page.inner_text("body"))
        if place == "" and Words(language).say("fleet.need_help") not in page.inner_text("main"):
            found.append("not in that language")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append("wider than the screen")
        wrong += [f"{name}: {one}" for one in found]
    assert not wrong


def _match(cafe: Cafe) -> str:
    """The match that was played at one of the tables."""
    cafe.client.post("/api/referee/login", {"pin": PIN})
    wait_for(lambda: cafe.client.get("/api/results?table=lyon-2").json["matches"])
    match: str = cafe.client.get("/api/results?table=lyon-2").json["matches"][0]["id"]
    return match


def test_a_table_is_watched_and_helped(context: Callable[..., BrowserContext], cafe: Cafe) -> None:  # noqa: F811
    page = entered(context, cafe, "en")
    table = cafe.tables["berlin-1"]
    line = page.get_by_role("link", name="berlin-1")
    expect(line).to_contain_text("Take Six")
    table.leave()
    expect(line).to_contain_text("It can't be reached.")
    table.join()
    expect(line).not_to_contain_text("It can't be reached.")
    page.get_by_role("link", name="berlin-2").click()
    page.get_by_role("button", name="Help is here").click()
    expect(page.get_by_role("button", name="Help is here")).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    wait_for(lambda: cafe.tables["berlin-2"].asked)


def test_a_tournament_is_made_drawn_and_printed(context: Callable[..., BrowserContext], cafe: Cafe) -> None:  # noqa: F811
    page = entered(context, cafe, "de")
    shown(page, "cups", "form.cup")
    page.get_by_label("Wie es heißt").fill("Herbstpokal")
    page.get_by_label("Spieler, einer je Zeile").fill("Ana\nBia\nCaio\nDavi")
    for name in ("lyon-1", "lyon-2"):
        page.get_by_label(name).check()
    page.get_by_role("button", name="Anfangen").click()
    page.get_by_role("button", name="Nächste Runde auslosen").click()
    expect(page.locator(".seats li")).to_have_count(4)
    for name in ("lyon-1", "lyon-2"):
        cafe.tables[name].play("take_six of two", 7)
    expect(page.locator(".scores")).to_have_count(2)
    expect(page.get_by_role("cell", name="100")).not_to_have_count(0)
    picture(page, SCREENS / "chain-desk", "cup-de")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Blatt drucken")).not_to_be_visible()
    picture(page, SCREENS / "chain-desk", "cup-sheet-de")


def test_a_dispute_is_fetched_and_saved(context: Callable[..., BrowserContext], cafe: Cafe) -> None:  # noqa: F811
    page = entered(context, cafe, "fr")
    shown(page, f"match/lyon-2/{_match(cafe)}", ".line")
    page.get_by_role("button", name="Récupérer le dossier du litige").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("Enregistrer")).click()
    assert download.value.suggested_filename.startswith("lyon-2-")
