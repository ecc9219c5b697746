"""The set-up page in a real browser: what a café owner does with it, without a terminal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from firmware_host.config import parse
from hardware.cues import Pattern
from hardware.presses import Press
from tests.web.browser.conftest import SCREENS
from tests.web.browser.looking import picture
from tests.web.browser.office import Office, complaints, office, too_wide
from tests.web.standing import until

FOLDER = SCREENS / "setup"
PARTS = ("settings", "mat", "camera", "deck", "hands")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    monkeypatch.setenv("DROVER_DATA", str(tmp_path / "data"))
    with office(tmp_path) as found:
        yield found


@pytest.fixture
def page(context: Callable[..., BrowserContext], desk: Office) -> Page:
    page = context(viewport={"width": 1366, "height": 860}, locale="en-GB", accept_downloads=True).new_page()
    desk.enter(page, "/setup")
    expect(page.get_by_label("Names, clockwise")).to_have_value("Ana, Bia, Caio")
    return page


def test_what_is_wrong_shows_while_it_is_typed_and_is_not_saved(page: Page, desk: Office) -> None:
    before = desk.file.read_text(encoding="utf-8")
    save = page.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    seats = page.get_by_label("Places on the mat")
    seats.press_sequentially("12")
    expect(page.locator("#set-table-seats-error")).to_contain_text("a whole number from 2 to 10")
    expect(seats).to_have_attribute("aria-invalid", "true")
    expect(save).to_be_disabled()
    page.get_by_text("Lights, buttons and buzzer").click()
    page.get_by_label("Pin of the buzzer").press_sequentially("16")
    expect(page.locator("#set-gpio-buzzer-error")).to_contain_text("Pin 16 is used twice")
    picture(page, FOLDER, "wrong")
    assert complaints(page) == []
    page.get_by_label("Pin of the buzzer").fill("12")
    expect(page.locator("#set-gpio-buzzer-error")).to_be_empty()
    expect(save).to_be_disabled()
    assert desk.file.read_text(encoding="utf-8") == before


def test_a_game_is_set_up_saved_and_begun_anew(page: Page, desk: Office) -> None:
    page.get_by_label("Game", exact=True).select_option(label="No Thanks!")
    expect(page.get_by_label("Variant").locator("option", has_text="Tactical").first).to_be_attached()
    page.get_by_label("Variant").select_option(label="Hidden Tiger")
    page.get_by_label("Language of the table").select_option(label="Português")
    save = page.get_by_role("button", name="Save")
    expect(save).to_be_enabled()
    save.click()
    expect(page.get_by_text("kept beside it").first).to_be_visible()
    text = desk.file.read_text(encoding="utf-8")
    assert text.startswith("# Ours\n")
    table = parse(text).table
    assert (table.game, table.variant, table.language) == ("no_thanks", "hidden_tiger", "pt")
    assert tomllib.loads(text)["gpio"]["buttons"] == {"confirm": 16}
    picture(page, FOLDER, "saved")
    page.get_by_role("button", name="Restart now").click()
    until(lambda: desk.restarted == 1)
    expect(page.get_by_text("The table restarts")).to_be_visible()


def test_the_camera_is_shown_and_judged(page: Page) -> None:
    page.get_by_role("link", name="Camera").click()
    expect(page.locator("img.live")).to_be_visible()
    expect(page.locator(".finding")).to_have_attribute("data-kind", "fine")
    expect(page.get_by_text("0 not surely read")).to_be_visible()
    wide = page.locator("img.live").evaluate("image => image.naturalWidth")
    assert wide == 1152
    picture(page, FOLDER, "camera")
    assert complaints(page) == []


def test_nothing_can_be_entered_that_is_overwritten_by_what_still_comes(page: Page) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/api/setup/config**", hold)
    with page.expect_request("**/api/setup/config**"):
        page.get_by_role("link", name="Mat", exact=True).click()
    expect(page.get_by_role("heading", name="Mat")).to_be_visible()
    expect(page.get_by_label("Places", exact=True)).to_be_hidden()
    waiting[0].continue_()
    expect(page.get_by_label("Places", exact=True)).to_have_value("3")


def test_a_mat_is_printed(page: Page) -> None:
    page.get_by_role("link", name="Mat", exact=True).click()
    page.get_by_label("Places", exact=True).fill("4")
    mat = page.get_by_role("link", name="Download the mat")
    # The papers that fit four are asked for first.
    expect(mat).to_have_attribute("href", re.compile("seats=4"))
    page.get_by_label("Paper").select_option(index=1)
    with page.expect_download() as download:
        mat.click()
    assert download.value.suggested_filename.startswith("mat-take_six-4-")
    page.get_by_label("Places", exact=True).fill("40")
    expect(page.locator(".mat .error")).not_to_be_empty()
    picture(page, FOLDER, "mat")


def test_a_deck_is_learned_and_kept(page: Page) -> None:
    page.get_by_role("link", name="Cards", exact=True).click()
    page.get_by_label("Name of the deck").fill("café")
    page.get_by_role("button", name="Learn this deck").click()
    expect(page.locator(".one-card")).to_be_visible()
    page.get_by_role("button", name="It lies there: learn it").click()
    expect(page.locator(".deck > .error")).to_contain_text("Lay exactly one")
    page.get_by_role("button", name="Learn all that lie there").click()
    expect(page.locator(".deck > .good")).to_contain_text("Learned:")
    picture(page, FOLDER, "deck")
    assert complaints(page) == []
    page.get_by_role("button", name="Keep the deck").click()
    expect(page.locator(".deck > .good")).to_contain_text("The deck is kept.")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("café: Take Six")).to_be_visible()


def test_lights_and_buttons_are_tried_out(page: Page, desk: Office) -> None:
    page.get_by_role("link", name="Lights and buttons").click()
    page.get_by_role("button", name="Try everything out").click()
    until(lambda: desk.part.cues[-1].rows == (Pattern.STEADY,))
    page.get_by_role("button", name="Works", exact=True).click()
    until(lambda: desk.part.cues[-1].rows == (Pattern.OFF, Pattern.STEADY))
    page.get_by_role("button", name="Does not work").click()
    expect(page.locator(".try .chip.wrong")).to_have_count(1)
    desk.bench._press(Press("confirm"))
    expect(page.locator("[data-button=confirm]")).to_contain_text("pressed")
    picture(page, FOLDER, "hands")
    assert complaints(page) == []
    page.get_by_role("button", name="End the test").click()
    until(lambda: not desk.bench.testing)


def test_with_the_keyboard_alone(page: Page, desk: Office) -> None:
    """A name is changed and saved."""
    _tab_to(page, "document.activeElement.id === 'set-table-names'")
    page.keyboard.press("End")
    page.keyboard.type(", Davi")
    expect(page.get_by_role("button", name="Save")).to_be_enabled()
    _tab_to(page, "document.activeElement.textContent === 'Save'")
    page.keyboard.press("Enter")
    expect(page.get_by_text("kept beside it").first).to_be_visible()
    assert parse(desk.file.read_text(encoding="utf-8")).table.names == ("Ana", "Bia", "Caio", "Davi")
    expect(page.get_by_role("button", name="Restart now")).to_be_focused()


def _tab_to(page: Page, there: str) -> None:
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(there):
            return
    raise AssertionError(f"no way to where {there} by the keyboard")


@pytest.mark.parametrize("language", ["en", "pt", "fr", "de", "es"])
@pytest.mark.parametrize("width", [1366, 390])
def test_every_language_has_room_and_nothing_is_hard_to_use(
    language: str, width: int, context: Callable[..., BrowserContext], desk: Office
) -> None:
    page = context(viewport={"width": width, "height": 844}, locale=language).new_page()
    desk.enter(page, "/setup")
    wrong = []
    for part in PARTS:
        page.evaluate("name => (location.hash = name)", part)
        page.wait_for_function("name => document.querySelector(`a[href='#${name}']`)?.ariaCurrent === 'page'", arg=part)
        expect(page.locator(".part :is(input, select, button, img:not([hidden]))").first).to_be_visible()
        for details in page.locator(".part details").all():
            details.evaluate("one => (one.open = true)")
        picture(page, FOLDER, f"{part} {language} {width}")
        wrong += [f"{part}: {one}" for one in complaints(page)] + ([f"{part} is too wide"] if too_wide(page) else [])
    assert wrong == []
