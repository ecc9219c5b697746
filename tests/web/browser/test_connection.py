"""A page that lost the table says so, comes back by itself, and shows the whole truth again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web.browser import views
from tests.web.browser.cable import Cable
from tests.web.browser.conftest import SCREENS
from tests.web.browser.looking import picture, weak_contrasts
from tests.web.browser.recorded import Recorded

CUT_S = 10


@pytest.fixture
def cable(table: Recorded) -> Iterator[Cable]:
    port = urlsplit(table.url).port
    assert port is not None
    with Cable(port) as cable:
        yield cable


def opened(context: Callable[..., BrowserContext], cable: Cable, path: str = "/") -> Page:
    page = context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"http://127.0.0.1:{cable.port}{path}")
    return page


def test_a_network_that_is_cut_for_ten_seconds(
    context: Callable[..., BrowserContext], table: Recorded, cable: Cable
) -> None:
    page = opened(context, cable)
    table.show(views.waiting())
    expect(page.locator("#headline")).to_contain_text("Caio")
    cable.pull()
    pulled = monotonic()
    expect(page.locator("#lost")).to_be_visible()
    assert "No connection since" in page.inner_text("#lost")
    assert not weak_contrasts(page)
    bar, line = page.locator("#lost").bounding_box(), page.locator("#where").bounding_box()
    assert bar is not None
    assert line is not None
    assert line["y"] >= bar["y"] + bar["height"]
    picture(page, SCREENS / "connection", "lost")
    table.show(views.placing())
    table.show(views.taking())
    page.wait_for_timeout(max(0, CUT_S - (monotonic() - pulled)) * 1000)
    expect(page.locator("#headline")).to_contain_text("Caio")
    cable.plug()
    expect(page.locator("#headline")).to_have_text("Ana takes row 3 with 56.", timeout=8000)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator(".row.taken")).to_have_count(1)
    table.show(views.choosing())
    expect(page.locator("#headline")).to_have_text("Bia, choose a row for 4.")


def test_a_network_that_dies_without_a_word_is_noticed(
    context: Callable[..., BrowserContext], table: Recorded, cable: Cable
) -> None:
    """The server says something every ten seconds; the browser's clock is turned on by half a minute."""
    page = context().new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{cable.port}/")
    table.show(views.waiting())
    expect(page.locator("#headline")).to_contain_text("Caio")
    cable.hush()
    page.clock.run_for(30_000)
    expect(page.locator("#lost")).to_be_visible()
    table.show(views.taking())
    cable.speak()
    page.clock.run_for(10_000)
    expect(page.locator("#headline")).to_have_text("Ana takes row 3 with 56.")
    expect(page.locator("#lost")).to_be_hidden()


def test_a_phone_comes_back_too(context: Callable[..., BrowserContext], table: Recorded, cable: Cable) -> None:
    path = urlsplit(table.seat(1)).path
    page = opened(context, cable, path)
    view, you = views.must_decide()
    table.show(view, {1: you})
    expect(page.locator("#headline")).to_contain_text("Caio")
    cable.pull()
    expect(page.locator("#lost")).to_be_visible()
    page.get_by_role("button", name="Take it").click()
    expect(page.locator("#said")).to_contain_text("cannot be reached")
    view, you = views.asked()
    table.show(view, {1: you})
    cable.plug()
    expect(page.locator("#questions button")).to_have_count(3, timeout=8000)
    expect(page.locator("#lost")).to_be_hidden()
