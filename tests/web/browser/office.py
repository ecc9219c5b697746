"""A table with its pages for those who look after it, and a browser that gave the PIN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from firmware_host.config import Config, TableConfig
from firmware_host.simulator import People
from firmware_host.steward.situation import Situation
from firmware_host.web.server import WebServer, listening
from firmware_host.web.setup_bench import Bench
from hardware.hands import PartPlan
from hardware.keeper import Has
from tests.hardware.parts import SpyPart
from tests.web.browser.looking import clipped, hard_to_use, holes, weak_contrasts
from tests.web.held_table import HeldTable
from tests.web.standing import until

NAMES = ("Ana", "Bia", "Caio")
PIN = "271828"
CONFIG = '# Ours\n[table]\nnames = ["Ana", "Bia", "Caio"]\n[gpio]\nrows = [17, 27]\nbuttons = { confirm = 16 }\n'


def first_placement(situation: Situation) -> bool:
    """All have turned up their cards of turn 2, and the first of them was placed."""
    match = situation.match
    return match is not None and match.state.turn == 2 and match.state.phase == "place" and len(match.state.queue) < 3


class Office:
    """`part` remembers what lights were told; `restarted` counts how often the table was to begin anew."""

    def __init__(self, folder: Path, hold_when: Callable[[Situation], bool] = first_placement) -> None:
        people = People("take_six", NAMES, {"limit": {"rounds": 1}}, seed=5)
        self.table = HeldTable(people, folder / "journal", hold_when=hold_when)
        self.file = folder / "table.toml"
        self.file.write_text(CONFIG, encoding="utf-8")
        self.part = SpyPart()
        self.part.has = Has(2, 0, ("confirm", "row/1"), True, False)
        self.bench = Bench([PartPlan("gpio", lambda edge: self.part, True)], lambda press: None, lambda fault: None)
        self.restarted = 0
        config = Config(TableConfig("take_six", "base", 3, NAMES))
        parts: Any = {"bench": self.bench, "restart": self._restart}
        self.server = WebServer(
            self.table.joined(folder / "web", config, self.file, **parts), listening("127.0.0.1", 0)
        )

    def _restart(self) -> None:
        self.restarted += 1

    def enter(self, page: Page, path: str) -> None:
        """Open that page and give the PIN, which is set by that if it was not."""
        page.goto(f"{self.server.url}{path}")
        page.locator("#pin").fill(PIN)
        page.keyboard.press("Enter")
        page.locator("form.pin").wait_for(state="detached")


@contextmanager
def office(folder: Path, hold_when: Callable[[Situation], bool] = first_placement) -> Iterator[Office]:
    found = Office(folder, hold_when)
    found.bench.start()
    until(lambda: found.bench.has().rows == 2)
    try:
        with found.server:
            found.table.start_and_hold()
            yield found
            found.table.close()
    finally:
        found.bench.close()


def complaints(page: Page) -> list[str]:
    """What somebody would complain about who sees, hears or only types."""
    return [*holes(page), *weak_contrasts(page), *hard_to_use(page)]


def too_wide(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return wide or bool([one for one in clipped(page) if not one.startswith(("entries", "note file"))])
