"""A seat's page on a phone: what it offers, what it refuses and why, by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.web.browser import views
from tests.web.browser.conftest import SCREENS
from tests.web.browser.looking import clipped, hard_to_use, holes, picture, weak_contrasts
from tests.web.browser.recorded import Recorded
from tests.web.browser.views import PHONES

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALLEST_TOUCH = 44


class Phone:
    """A phone at place 1. `wishes` are what it posted; here nobody plays, so all of them are refused."""

    def __init__(self, context: BrowserContext, table: Recorded) -> None:
        self.table, self.page = table, context.new_page()
        self.wishes: list[dict[str, object]] = []
        self.page.on("request", self._heard)
        self.page.goto(table.seat(1))

    def _heard(self, request: Request) -> None:
        if request.method == "POST":
            self.wishes.append(dict(request.post_data_json or {}))

    def show(self, name: str) -> Page:
        view, you = PHONES[name]()
        number = self.table.show(view, {1: you})
        self.page.wait_for_function("number => Number(document.body.dataset.view) >= number", arg=number)
        return self.page

    def wished(self, count: int = 1) -> dict[str, object]:
        """What it asked for last; its answer has come."""
        expect(self.page.locator("#said")).to_be_visible()
        assert len(self.wishes) == count
        return self.wishes[-1]


@pytest.fixture
def phone(context: Callable[..., BrowserContext], table: Recorded) -> Phone:
    return Phone(context(**PHONE), table)


@pytest.mark.parametrize("language", ["en", "pt", "fr", "de", "es"])
def test_everything_fits_a_phone_in_every_language(
    language: str, context: Callable[..., BrowserContext], table: Recorded
) -> None:
    """The narrowest one that is in use."""
    phone = Phone(context(**PHONE | {"viewport": {"width": 320, "height": 640}, "locale": language}), table)
    for name in PHONES:
        page = phone.show(name)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        picture(page, SCREENS / "phone" / language, name)
        assert not [*clipped(page), *holes(page)], name
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), name
    assert page.get_attribute("html", "lang") == language


@pytest.mark.parametrize("name", PHONES)
def test_phones_are_easy_to_read_and_to_hit(name: str, phone: Phone) -> None:
    page = phone.show(name)
    assert not weak_contrasts(page)
    assert not hard_to_use(page)
    for button in page.locator("#may button:visible, #questions button:visible, header select, summary:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= SMALLEST_TOUCH, button.inner_text()


def test_a_row_is_chosen_by_what_it_costs(phone: Phone) -> None:
    page = phone.show("must choose")
    rows = page.locator(".option")
    costs = ("".join(one for one in text if one.isdigit()) for text in page.locator(".option .heads").all_inner_texts())
    assert list(costs) == ["5", "2", "17", "2"]
    rows.nth(1).tap()
    assert phone.wished() == {"kind": "choose", "seat": "Bia", "row": 2}


def test_a_special_card_asks_for_what_it_needs(phone: Phone) -> None:
    page = phone.show("must choose")
    page.get_by_text("Play a special card").tap()
    page.locator(".tile", has_text="Move").tap()
    play = page.get_by_role("button", name="Play Move")
    play.tap()
    expect(page.locator("#said")).to_have_text("Something is still to be chosen.")
    assert not phone.wishes
    page.get_by_role("group", name="Which card?").get_by_role("radio", name="15").check()
    page.get_by_role("group", name="Which row?").get_by_role("radio", name="2").check()
    play.tap()
    expect(page.locator("#said")).not_to_have_text("Something is still to be chosen.")
    assert phone.wished() == {
        "kind": "enter",
        "line": {"move": "special", "seat": "Bia", "special": "move", "card": 15, "row": 2},
    }


def test_passing_and_taking_with_the_keyboard_alone(phone: Phone) -> None:
    page = phone.show("must decide")
    page.keyboard.press("Tab")
    expect(page.locator("#language")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="No, thanks!")).to_be_focused()
    page.keyboard.press("Enter")
    assert phone.wished() == {"kind": "pass", "seat": "Caio"}
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Take it")).to_be_focused()
    assert phone.wished(2) == {"kind": "take", "seat": "Caio"}


def test_who_has_no_chip_hears_why_passing_is_not_possible(phone: Phone) -> None:
    page = phone.show("without chips")
    page.get_by_role("button", name="No, thanks!").tap(force=True)
    expect(page.locator("#said")).to_contain_text("no chip left")
    assert not phone.wishes


def test_own_chips_are_on_the_own_phone(phone: Phone) -> None:
    assert "4" in phone.show("must decide").inner_text(".purse")


def test_a_called_number_is_crossed_once_and_what_may_not_be_is_explained(phone: Phone) -> None:
    page = phone.show("called")
    page.locator(".mark.green").tap(force=True)
    expect(page.locator("#said")).to_have_text(views.PASSED)
    assert not phone.wishes
    page.locator(".line.red .cell", has_text="3").tap()
    expect(page.locator("#said")).to_have_text(views.PASSED)
    page.locator(".mark.red").tap()
    expect(page.locator("#said")).not_to_have_text(views.PASSED)
    assert phone.wished() == {"kind": "mark", "seat": "Ana", "colour": "red"}
    with page.expect_request("**/api/inputs*"):
        page.get_by_role("button", name="Cross nothing").tap()
    assert phone.wishes[-1] == {"kind": "mark", "seat": "Ana", "colour": ""}


def test_a_play_of_several_cards_with_the_keyboard_alone(phone: Phone) -> None:
    page = phone.show("plays")

    def go_to(css: str) -> None:
        for _ in range(60):
            if page.evaluate("css => document.activeElement.matches(css)", css):
                return
            page.keyboard.press("Tab")
        raise AssertionError(css)

    presses = (".mark.red", *(f"[data-number='{card}']" for card in (8, 9, 11)), "[data-cross='8']", "[data-cross='9']")
    for css in presses:
        go_to(css)
        page.keyboard.press("Enter")
    go_to(".arguments .main")
    page.keyboard.press("Enter")
    line = {"move": "play", "seat": "Ana", "colour": "red", "cards": [8, 9, 11], "marks": [8, 9]}
    assert phone.wished() == {"kind": "enter", "line": line}


def test_an_own_question_is_answered(phone: Phone) -> None:
    page = phone.show("asked")
    page.get_by_role("button", name="89").tap()
    assert phone.wished() == {"kind": "answer", "question": 3, "value": "89"}


def test_a_card_that_is_none_of_the_choices_is_chosen_from_all_others(phone: Phone) -> None:
    page = phone.show("asked")
    page.select_option(".other", label="67")
    assert phone.wished() == {"kind": "answer", "question": 3, "value": "67"}


def test_the_language_is_the_phones_own_and_is_kept(context: Callable[..., BrowserContext], table: Recorded) -> None:
    device = context(**PHONE | {"locale": "fr-FR"})
    phone = Phone(device, table)
    page = phone.show("must decide")
    expect(page.get_by_role("button", name="Non, merci")).to_be_visible()
    page.select_option("#language", "de")
    expect(page.get_by_role("button", name="Nein danke")).to_be_visible()
    again = Phone(device, table)
    expect(again.show("must decide").get_by_role("button", name="Nein danke")).to_be_visible()


def test_a_name_of_ones_own(phone: Phone) -> None:
    """It is the server that knows it; without a match to be in, it is taken."""
    page = phone.show("must decide")
    page.get_by_text("Change your name").tap()
    page.get_by_label("Name").fill("Zoë <b>")
    page.get_by_role("button", name="Save").tap()
    assert phone.wished() == {"kind": "name", "name": "Zoë <b>"}
    expect(page.locator("#said")).to_contain_text("Zoë <b>")


def test_an_old_link_says_what_to_do(context: Callable[..., BrowserContext], table: Recorded) -> None:
    page = context(**PHONE).new_page()
    page.goto(f"{table.url}/seat/{'x' * 24}")
    expect(page.locator("#rule")).to_contain_text("Scan the code")
    expect(page.locator("#lost")).to_be_hidden()


def test_a_link_that_ends_while_it_is_used_says_so_as_well(phone: Phone) -> None:
    """As when a match is over and others sit down."""
    page = phone.show("must decide")
    table = phone.table
    assert table.links is not None
    table.links.renew()
    table.show(views.no_thanks())
    expect(page.locator("#rule")).to_contain_text("Scan the code")
    expect(page.locator("#may")).to_be_empty()
    expect(page.locator("#lost")).to_be_hidden()


def test_the_rules_in_six_pictures_are_on_the_phone(phone: Phone) -> None:
    page = phone.show("called")
    page.get_by_text("How to play").tap()
    expect(page.locator(".lessons li")).to_have_count(6)
    picture(page, SCREENS / "phone", "rules")
    assert not weak_contrasts(page)
