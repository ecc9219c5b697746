"""The referee's page in a real browser: a dispute found, corrected, put right and exported."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from firmware_host.journal.reader import Reader
from tests.web.browser.conftest import SCREENS
from tests.web.browser.looking import picture
from tests.web.browser.office import PIN, Office, complaints, office, too_wide
from tests.web.standing import until

FOLDER = SCREENS / "referee"
DESK = {"width": 1366, "height": 860}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path) as found:
        yield found


@pytest.fixture
def page(context: Callable[..., BrowserContext], desk: Office) -> Page:
    page = context(viewport=DESK, locale="en-GB", accept_downloads=True).new_page()
    desk.enter(page, "/referee")
    return page


def opened(page: Page) -> None:
    """The match that is being played, at its newest moment."""
    page.locator("a.match").first.click()
    expect(page.locator(".photo img")).to_be_visible()


def reveal(page: Page) -> dict[str, int]:
    """Choose the newest reveal; the cards of the seats."""
    entry = page.locator(".entry.look-move", has_text="Turn 2:").first
    text = entry.inner_text()
    entry.click()
    expect(page.locator(".moment-text")).to_contain_text("Turn 2:")
    return {name: int(card) for name, card in re.findall(r"(Ana|Bia|Caio) (\d+)", text)}


def test_the_pin_is_chosen_once_and_asked_for_then(context: Callable[..., BrowserContext], desk: Office) -> None:
    first = context(locale="en-GB").new_page()
    first.goto(f"{desk.server.url}/referee")
    expect(first.locator("#pin-why")).to_contain_text("Choose a PIN")
    picture(first, FOLDER, "pin")
    assert complaints(first) == []
    first.locator("#pin").fill(PIN)
    first.keyboard.press("Enter")
    expect(first.locator("a.match")).to_have_count(1)
    other = context(locale="de-DE").new_page()
    other.goto(f"{desk.server.url}/referee")
    other.locator("#pin").fill("000000")
    other.keyboard.press("Enter")
    expect(other.locator(".error")).not_to_be_empty()
    other.locator("#pin").fill(PIN)
    other.keyboard.press("Enter")
    expect(other.locator("h1")).to_have_text("Schiedsrichter")
    expect(other.locator("a.match")).to_have_count(1)
    first.get_by_role("button", name="Log out").click()
    expect(first.locator("#pin")).to_be_visible()


def test_a_swapped_card_is_found_corrected_and_exported(page: Page, desk: Office, tmp_path: Path) -> None:
    opened(page)
    picture(page, FOLDER, "match")
    cards = reveal(page)
    expect(page.locator(".readings .reading")).to_have_count(3)
    picture(page, FOLDER, "reveal")
    highest = max(cards, key=lambda name: cards[name])
    page.get_by_role("button", name="Correct this reading").click()
    field = page.get_by_label(f"Card of {highest}")
    expect(page.get_by_role("button", name="Yes, it was so")).to_be_disabled()
    field.fill(str(cards[highest] + 1))
    expect(page.locator("table.changes")).to_contain_text(f"{highest} {cards[highest] + 1}")
    assert "amended" not in (page.locator(".entries").inner_text())
    picture(page, FOLDER, "preview")
    with Reader.open(desk.table.place.folder) as reader:
        before = len(reader.lines(reader.last_match() or 0))
    page.get_by_role("button", name="Yes, it was so").click()
    expect(page.locator(".entry.look-correction")).to_contain_text(str(cards[highest] + 1))
    expect(page.locator(".entry.amended")).to_contain_text("Turn 2:")
    with Reader.open(desk.table.place.folder) as reader:
        lines = reader.lines(reader.last_match() or 0)
    assert len(lines) == before + 1
    assert lines[-1]["move"] == "amend"
    picture(page, FOLDER, "corrected")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the dispute").click()
    file = tmp_path / "dispute.zip"
    download.value.save_as(file)
    with zipfile.ZipFile(file) as archive:
        assert '"move": "amend"' in archive.read("record.jsonl").decode()
    expect(page.get_by_text("The file is with your downloads.").first).to_be_visible()


def test_what_can_not_have_been_is_refused_before_anybody_says_yes(page: Page) -> None:
    opened(page)
    cards = reveal(page)
    page.get_by_role("button", name="Correct this reading").click()
    lowest = min(cards, key=lambda name: cards[name])
    other = max(cards, key=lambda name: cards[name])
    page.get_by_label(f"Card of {lowest}").fill(str(cards[other]))
    expect(page.locator(".results .error")).to_contain_text("have been so: ")
    expect(page.get_by_role("button", name="Yes, it was so")).to_be_disabled()
    page.get_by_label(f"Card of {lowest}").fill("a card")
    expect(page.locator(".results .error")).not_to_be_empty()
    picture(page, FOLDER, "refused")
    page.get_by_role("button", name="Leave it as it is").click()
    expect(page.locator(".work")).to_be_hidden()


def test_moves_are_taken_back_and_the_table_is_put_right(page: Page) -> None:
    opened(page)
    reveal(page)
    page.get_by_role("button", name="Take back to here").click()
    expect(page.locator(".gone li")).not_to_have_count(0)
    told = page.locator(".work .moves .move").all_inner_texts()
    assert told
    page.get_by_role("button", name="Yes, take back").click()
    expect(page.locator(".repair")).to_be_visible()
    expect(page.locator(".repair .move")).to_have_count(len(told))
    picture(page, FOLDER, "repair")
    expect(page.locator(".entry.taken_back").first).to_be_visible()


def test_two_moments_are_compared(page: Page) -> None:
    opened(page)
    reveal(page)
    page.get_by_role("button", name="Compare with another moment").click()
    expect(page.locator(".compare-head")).to_contain_text("choose the other moment")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".compare-head")).to_contain_text("What is marked")
    expect(page.locator(".compared article")).to_have_count(2)
    assert page.locator(".compared .marked").count() > 0
    picture(page, FOLDER, "compared")
    assert complaints(page) == []
    page.get_by_role("button", name="End the comparison").click()
    expect(page.locator(".compared")).to_have_count(0)


def test_with_the_keyboard_alone(page: Page) -> None:
    """From the list of matches to a correction that was entered."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('match')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".photo img")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator(".entry[aria-current=true]")).to_have_class(re.compile("look-"))
    text = page.locator(".moment-text")
    for _ in range(60):
        if "Turn 2:" in text.inner_text():
            break
        seen = page.locator(".entry[aria-current=true]").get_attribute("data-seq")
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "seq => document.querySelector('.entry[aria-current=true]').dataset.seq !== seq", arg=seen
        )
        current = page.locator(".entry[aria-current=true] .entry-text").inner_text().strip()
        expect(text).to_have_text(current)
    assert "Turn 2:" in text.inner_text()
    cards = {name: int(card) for name, card in re.findall(r"(Ana|Bia|Caio) (\d+)", text.inner_text())}
    highest = max(cards, key=lambda name: cards[name])
    _tab_to(page, "Correct this reading")
    page.keyboard.press("Enter")
    for _ in sorted(cards)[: sorted(cards).index(highest)]:
        page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type(str(cards[highest] + 1))
    expect(page.locator(".yes")).to_be_enabled()
    _tab_to(page, "Yes, it was so")
    page.keyboard.press("Enter")
    expect(page.locator(".entry.look-correction")).to_be_visible()


def _tab_to(page: Page, name: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").strip() == name:
            return
    raise AssertionError(f"no way to {name!r} by the keyboard")


def test_a_match_that_goes_on_is_followed(page: Page, desk: Office) -> None:
    opened(page)
    newest = page.locator(".moment-text").inner_text()
    page.evaluate("document.querySelector('.timeline').dataset.same = 'yes'")
    desk.table.go_on()
    expect(page.locator(".moment-text")).not_to_have_text(newest)
    expect(page.locator(".timeline")).to_have_attribute("data-same", "yes")


@pytest.mark.parametrize("language", ["en", "pt", "fr", "de", "es"])
@pytest.mark.parametrize("width", [1366, 390])
def test_every_language_has_room_and_nothing_is_hard_to_use(
    language: str, width: int, context: Callable[..., BrowserContext], desk: Office
) -> None:
    page = context(viewport={"width": width, "height": 844}, locale=language).new_page()
    desk.enter(page, "/referee")
    expect(page.locator("a.match")).to_have_count(1)
    assert complaints(page) == []
    opened(page)
    page.locator(".entry.look-move").nth(1).click()
    expect(page.locator(".open-correct")).to_be_visible()
    page.locator(".open-back").click()
    expect(page.locator(".gone li").first).to_be_visible()
    picture(page, FOLDER, f"{language} {width}")
    assert complaints(page) == []
    assert not too_wide(page)


def test_a_match_is_paused_and_ended_only_by_who_is_asked_twice(page: Page, desk: Office) -> None:
    opened(page)
    page.get_by_text("The match being played").click()
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()
    until(lambda: desk.table.situation.paused)
    page.get_by_role("button", name="Play on").click()
    until(lambda: not desk.table.situation.paused)
    leaves = page.get_by_role("button", name="Caio goes home")
    leaves.click()
    expect(page.get_by_text("This ends the match for everybody")).to_be_visible()
    picture(page, FOLDER, "running")
    assert complaints(page) == []
    page.get_by_role("button", name="Leave it as it is").click()
    match = desk.table.situation.match
    assert match is not None
    assert match.header.seats == ("Ana", "Bia", "Caio")
    leaves.first.click()
    page.get_by_role("button", name="Caio goes home").last.click()
    until(lambda: (now := desk.table.situation.match) is not None and now.header.seats == ("Ana", "Bia"))
