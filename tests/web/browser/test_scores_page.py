"""The score sheet, on a screen and on paper."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.web.browser import views
from tests.web.browser.conftest import SCREENS
from tests.web.browser.looking import hard_to_use, holes, picture, weak_contrasts
from tests.web.browser.recorded import Recorded
from tests.web.browser.views import LONG_NAMES


def test_the_sheet_has_every_round_and_fits_a_page(context: Callable[..., BrowserContext], table: Recorded) -> None:
    page = context(viewport={"width": 1000, "height": 700}).new_page()
    page.goto(f"{table.url}/scores")
    expect(page.locator("#matches")).to_have_text("No match has been played yet.")
    table.show(views.match_over(LONG_NAMES))
    expect(page.locator("tbody tr")).to_have_count(10)
    assert page.locator("tbody tr").first.inner_text().split("\t") == [LONG_NAMES[0], "5", "20", "25"]
    assert f"Winner: {LONG_NAMES[0]}" in page.inner_text("main")
    assert not [*holes(page), *weak_contrasts(page), *hard_to_use(page)]
    picture(page, SCREENS, "scores")
    page.emulate_media(media="print")
    expect(page.locator("#print")).to_be_hidden()
    assert not weak_contrasts(page)
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    assert page.get_attribute("#csv", "href") == "/api/scores.csv"
