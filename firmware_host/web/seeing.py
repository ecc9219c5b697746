"""Views for those who ask, each made once for all who see the same."""

from __future__ import annotations

from firmware_host.steward.situation import Situation
from firmware_host.web.board import Board
from firmware_host.web.links import Links
from firmware_host.web.views import Audience, Extras, view
from firmware_host.web.views.games import View


class Views:
    """The newest view of each audience."""

    def __init__(self, board: Board, links: Links) -> None:
        self._board, self._links = board, links
        self._number = -1
        self._made: dict[Audience, View] = {}

    def of(self, audience: Audience) -> View:
        if self._board.number != self._number:
            self._made, self._number = {}, self._board.number
        if audience not in self._made:
            self._made[audience] = view(self.situation, self._number, audience, Extras(self._links.all()))
        return self._made[audience]

    @property
    def situation(self) -> Situation:
        assert self._board.situation is not None  # one is shown before the server begins
        return self._board.situation
