"""The real server with views that a test gives it: guard, stream and files are real, the table is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2

from firmware_host.config import Config, WebConfig
from firmware_host.steward.inputs import Input
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.web import desk
from firmware_host.web.board import Board
from firmware_host.web.joined import Joined
from firmware_host.web.links import Links
from firmware_host.web.seeing import Views
from firmware_host.web.server import WebServer, listening
from firmware_host.web.views import Audience
from firmware_host.words import Words
from tests.web.browser.views import View, base
from tests.web.standing import until
from vision.synthetic.own import own_face


class Recorded:
    """What is shown instead of a table; `you` is added for phones. `wishes` are what pages posted."""

    def __init__(self) -> None:
        self.board = Board()
        self.view: View = base()
        self.you: dict[int, View] = {}
        self.wishes: list[Input] = []
        self.url = ""
        self.links: Links | None = None
        self.board.show(Situation(Settings(Words("en"))))

    def show(self, view: View, you: dict[int, View] | None = None) -> int:
        """From now on this is how things stand; the number that the view has."""
        self.view, self.you = view, you or {}
        loop, before = self.board._loop, self.board.number
        assert loop is not None, "the server has not begun"
        loop.call_soon_threadsafe(self.board.touch)
        until(lambda: self.board.number > before)
        return self.board.number

    def seat(self, place: int) -> str:
        """The address of that place's page."""
        assert self.links is not None
        return self.url + self.links.all()[place]

    def views(self, board: Board, links: Links) -> Views:
        self.links = links
        return _Views(self, board, links)


class _Views(Views):
    def __init__(self, recorded: Recorded, board: Board, links: Links) -> None:
        super().__init__(board, links)
        self._recorded = recorded

    def of(self, audience: Audience) -> dict[str, Any]:
        number = self._recorded.board.number
        shown = {**self._recorded.view, "number": number, "shown": number}  # each is another one, even where it is not
        if audience.place:
            shown.pop("links", None)
            shown["language"] = audience.language
            own = {"place": audience.place, "language": audience.language}
            shown["you"] = own | self._recorded.you.get(audience.place, {})
        return shown


def crop(number: int) -> bytes:
    """A card as a camera may see it."""
    done, jpeg = cv2.imencode(".jpg", cv2.GaussianBlur(own_face("take_six", "68"), (5, 5), 2))
    assert done
    return jpeg.tobytes()


@contextmanager
def recorded(folder: Path, config: Config | None = None) -> Iterator[Recorded]:
    """A server of its own, until the test is over."""
    shown = Recorded()
    joined = Joined(shown.board, shown.wishes.append, folder, config or Config(web=WebConfig()), crop=crop)
    with patch.object(desk, "Views", shown.views), WebServer(joined, listening("127.0.0.1", 0)) as server:
        shown.url = server.url
        until(lambda: shown.board._loop is not None)
        yield shown
