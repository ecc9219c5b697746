"""What a guest would complain about, looked for on a page: clipped text, weak contrast, what axe finds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

SERIOUS = ("serious", "critical")
_LOOKS = (Path(__file__).parent / "looking.js").read_text(encoding="utf-8")


def _ask(page: Page, what: str) -> Any:
    return page.evaluate(f"{_LOOKS.strip().partition('*/')[2].strip()}.{what}()")


def watch_console(page: Page, complaints: list[str]) -> None:
    """Errors of scripts and what the browser refuses are kept; that a server is gone, is what some tests are about."""

    def heard(message: ConsoleMessage) -> None:
        gone = re.search(r"net::ERR_|Failed to load resource", message.text)
        if message.type in ("error", "warning") and not gone:
            complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))


def clipped(page: Page) -> list[str]:
    """Texts of which a part is not to be seen."""
    found: list[str] = _ask(page, "clipped")
    return found


def out_of_sight(page: Page) -> list[str]:
    """What lies below or above a screen on which nobody can scroll."""
    found: list[str] = _ask(page, "outOfSight")
    return found


def overlaps(page: Page) -> list[str]:
    """Pieces of the table's page that lie over one another."""
    found: list[str] = _ask(page, "overlaps")
    return found


def scrolls(page: Page) -> bool:
    wider, higher = page.evaluate(
        "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
    )
    return bool(wider or higher)


def weak_contrasts(page: Page) -> list[str]:
    """Texts with less than 4.5:1 against anything that may lie behind them."""
    found: list[str] = _ask(page, "weakContrasts")
    return found


def holes(page: Page) -> list[str]:
    """Keys of texts that were not there."""
    return re.findall(r"\bscreen\.[a-z_.]+\d?", page.inner_text("body"))


def hard_to_use(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    result: Any = Axe().run(page)
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in result.response["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def settle(page: Page) -> None:
    """Until everything that moves to a place has arrived there."""
    _ask(page, "settled")


def picture(page: Page, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name.replace(' ', '-').replace(',', '')}.png")
