"""A table whose people can be made to wait, and whose photographs are drawn: what a referee needs to look at."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from firmware_host.config import Config
from firmware_host.simulator import People
from firmware_host.simulator.filming import as_far_as_seen, view_over
from firmware_host.steward.inputs import Seen
from firmware_host.steward.situation import Situation
from firmware_host.web.board import Board
from firmware_host.web.joined import Joined
from firmware_host.web.setup_camera import Sees
from firmware_host.web.setup_parts import Parts
from firmware_host.words import Words
from tests.firmware_host.served import EVERY_MS, Filmed, Place
from vision.cameras.camera import small_grey
from vision.eyes import Eyes
from vision.frame import Frame, Picture
from vision.mat.pose import locate
from vision.sighting import Sighting
from vision.synthetic.photograph import Photographer
from vision.synthetic.table import Table as Laid
from vision.synthetic.table import View

SIZE = (1152, 648)
WITHIN_S = 60.0
BEGAN = datetime(2025, 3, 1, 19, 30, tzinfo=timezone(timedelta(hours=1)))


@dataclass(eq=False)
class LatePicture:
    """A frame whose picture is drawn when somebody wants to see it, as of the moment in which it was taken."""

    taken: int
    number: int
    table: Laid
    view: View
    photographer: Photographer
    facts: dict[str, float] = field(default_factory=dict)

    @cached_property
    def small(self) -> Picture:
        return small_grey(self.picture)

    @cached_property
    def picture(self) -> Picture:
        self.photographer.look_from(self.view)
        return self.photographer.photograph(as_far_as_seen(self.table, self.view), self.number)


@dataclass
class HeldFilm(Filmed):
    """The people's time stands still while they are held; that of the table goes on."""

    held: threading.Event = field(default_factory=threading.Event)
    world: int = 0
    photographer: Photographer | None = None
    newest: LatePicture | None = None
    mat: None = None

    def step(self, frame: Frame, impossible: Any = ()) -> Any:
        return super().step(replace_taken(frame, self.world), impossible)

    def seen(self, *_: object) -> Seen:
        """What the newest picture shows."""
        assert self._told is not None
        assert self.newest is not None
        return replace(self._told, taken=self.newest.taken, picture=self.newest.number)

    def wait_for(self, after: int, timeout: int) -> Frame | None:
        if not self.held.is_set():
            self.world += EVERY_MS
        self.time += EVERY_MS
        self.before(self.time)
        table = self.people.step(self.world)
        for given in self.people.inputs(self.world):
            self.inbox.post(given)
        self.number += 1
        if self.photographer is None:
            self.photographer = Photographer(view_over(table, SIZE))
        view = self.people.view(self.photographer.view)
        self.newest = LatePicture(self.time, self.number, table, view, self.photographer)
        return cast(Frame, self.newest)


def replace_taken(frame: Frame, taken: int) -> Frame:
    return cast(Frame, replace(cast(Any, frame), taken=taken))


class HeldTable:
    """A service at it, ready to be joined to a web server. `hold_when` is asked after every step."""

    def __init__(
        self,
        people: People,
        folder: Path,
        language: str = "en",
        hold_when: Callable[[Situation], bool] = lambda situation: False,
        pace_s: float = 0.0,
    ) -> None:
        self.board = Board()
        self._read: tuple[Sighting, ...] | None = None
        film = HeldFilm(people, cast(Any, None))
        self.film = film
        self.place = Place(folder, people, film)
        programme = self.place.service.programme
        settings = replace(programme.situation.settings, words=Words(language))
        programme.situation = replace(programme.situation, settings=settings)
        programme.coming = programme.situation
        self.board.show(programme.situation)
        devices = self.place.service._devices
        devices.shown = self.board.show
        # Whoever is held hears in a time of their own.
        devices.heard = lambda effect, now: people.hear(effect, film.world)
        devices.wall = lambda: (BEGAN + timedelta(milliseconds=film.time)).isoformat(timespec="milliseconds")
        film.before = self._before
        self._hold_when, self._pace_s = hold_when, pace_s
        self.thread = threading.Thread(target=self.place.play, name="table", daemon=True)

    def _before(self, now: int) -> None:
        situation = self.situation
        if not self.film.held.is_set() and self._hold_when(situation):
            self.film.held.set()
        # An evening in seconds is not to be too quick for whoever develops its photographs.
        orders = self.place.service._darkroom._orders
        while orders.qsize() > orders.maxsize // 2 and self.place.service._darkroom._thread.is_alive():
            time.sleep(0.005)
        # Held people leave nothing to do: the table need not race through its evening.
        time.sleep(max(self._pace_s, 0.02 if self.film.held.is_set() else 0.0))

    @property
    def situation(self) -> Situation:
        return self.place.service.programme.situation

    def start_and_hold(self) -> None:
        """Play until the people are held."""
        self.thread.start()
        assert self.film.held.wait(WITHIN_S), "the moment to stop at never came"

    def go_on(self) -> None:
        self._hold_when = lambda situation: False
        self.film.held.clear()

    def frame(self) -> Frame | None:
        return cast("Frame | None", self.film.newest)

    def sees(self) -> Sees:
        """What a watcher would know of the newest picture; real eyes look at it."""
        newest = self.film.newest
        if newest is None:
            return Sees()
        return self._look(newest.picture)

    def _look(self, picture: Picture) -> Sees:
        mat = self.film.people.mat
        pose = locate(picture, mat)
        # Held people move nothing: what was read once is still so.
        if self._read is None or not self.film.held.is_set():
            self._read = tuple(Eyes(self.film.people.match.header.game).see(picture))
        cards = tuple(one for one in self._read if pose and pose.is_as_large_as_a_card(mat, one.quad))
        return Sees(mat, pose, cards)

    def joined(self, folder: Path, config: Config, config_file: Path | None = None, **parts: Any) -> Joined:
        """All that a server is joined to."""
        journal, post = self.place.folder, self.place.inbox.post
        return Joined(
            *(self.board, post, folder, config, journal, config_file, self.frame),
            parts=Parts(self.sees, **parts),
        )

    def close(self) -> None:
        self.place.service.stop()
        if self.thread.ident is not None:
            self.thread.join(10)
