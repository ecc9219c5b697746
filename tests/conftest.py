"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from shutil import which
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The same examples everywhere and every time: a failure can be repeated by whoever reads of it.
settings.register_profile("drover", derandomize=True)
settings.load_profile("drover")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One real browser for all tests of pages: Playwright runs only once in a process."""
    from playwright.sync_api import sync_playwright

    found = which("chromium") or which("chromium-browser")
    assert found, "There is no Chromium here; please install the Debian package chromium (make test does)."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()
