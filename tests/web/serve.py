"""A table to build pages on: simulated people play behind the server, without a camera.

    python -m tests.web.serve --game take_six --seats 4 --speed 3 --port 8080

Journal, links and PIN go into a folder; what the table shows is real, but photographs, which are drawn only
with `--pictures`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from firmware_host.config import Config, TableConfig
from firmware_host.simulator import People, Rates
from firmware_host.steward.settings import MODES
from firmware_host.web.board import Board
from firmware_host.web.joined import Joined
from firmware_host.web.server import WebServer, listening
from firmware_host.words import LANGUAGES, Words
from tests.firmware_host.served import Place

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo", "Inês", "João")


def people_of(options: argparse.Namespace) -> People:
    chosen = json.loads(options.options)
    if options.variant:
        chosen["variant"] = options.variant
    rates = Rates.all(options.mistakes) if options.mistakes else Rates()
    return People(options.game, NAMES[: options.seats], chosen, seed=options.seed, rates=rates)


class Table:
    """A service at a simulated table that plays match after match, each with the next seed."""

    def __init__(self, people: People, folder: Path, words: Words, mode: str = "play", speed: float = 0.0) -> None:
        self.board = Board()
        self.place = Place(folder, people)
        programme = self.place.service.programme
        settings = replace(programme.situation.settings, words=words, mode=mode)
        programme.situation = replace(programme.situation, settings=settings)
        programme.coming = programme.situation
        self.board.show(programme.situation)
        self.place.service._devices.shown = self.board.show
        self._speed, self._began = speed, time.monotonic()
        self.place.filmed.before = self._pace
        self.thread = threading.Thread(target=self.place.play, name="table", daemon=True)

    def _pace(self, now: int) -> None:
        if self._speed > 0:
            time.sleep(max(0.0, self._began + now / 1000 / self._speed - time.monotonic()))

    def close(self) -> None:
        self.place.service.stop()
        if self.thread.ident is not None:
            self.thread.join(10)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="take_six")
    parser.add_argument("--variant", default="")
    parser.add_argument("--options", default="{}", help="of the match, as JSON")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--mistakes", type=float, default=0.0, help="how often each kind of mistake is made")
    parser.add_argument("--speed", type=float, default=1.0, help="times as fast as people play; 0: as fast as it goes")
    parser.add_argument("--mode", choices=MODES, default="play")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--address", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--folder", default="", help="where the journal goes; left out: a new one")
    options = parser.parse_args(arguments)
    folder = Path(options.folder or tempfile.mkdtemp(prefix="drover-web-"))
    people = people_of(options)
    table = Table(people, folder / "journal", Words(options.language), options.mode, options.speed)
    config = Config(
        TableConfig(
            options.game, str(people.start.options.get("variant", "base")), options.seats, people.start.seats,
            options.mode, options.language,
        )
    )  # fmt: skip
    joined = Joined(table.board, table.place.inbox.post, folder / "web", config, folder / "journal")
    with WebServer(joined, listening(options.address, options.port), fresh=True) as server:
        print(f"open {server.url}   journal: {folder / 'journal'}", flush=True)
        table.thread.start()
        try:
            while True:
                time.sleep(1)
        except KeyboardInterrupt:
            table.close()


if __name__ == "__main__":
    main()
