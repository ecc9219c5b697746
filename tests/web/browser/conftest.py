"""A real browser for the tests of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.web.browser.looking import watch_console
from tests.web.browser.recorded import Recorded, recorded

SCREENS = Path(__file__).parents[3] / "build" / "screens"
"""Where pictures of the pages go: to be looked at, not to be kept."""


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Opens contexts, each as a device of its own; nothing may be complained about in their consoles."""
    made: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**wanted: object) -> BrowserContext:
        context = browser.new_context(**wanted)  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        context.on("page", lambda page: watch_console(page, complaints))
        made.append(context)
        return context

    yield make
    for one in made:
        one.close()
    assert not complaints


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Recorded]:
    with recorded(tmp_path) as table:
        yield table


@pytest.fixture
def screen(context: Callable[..., BrowserContext], table: Recorded) -> Page:
    """The table's page on a screen of a living room."""
    page = context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(table.url)
    return page
