"""The record, line by line: each is answered with the state it leads to, or with the rule that refuses it."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.second_opinion.lines import Game, Keys, NoMatch, Refused, is_number, is_text, need_shape, parse_object
from tests.second_opinion.no_thanks import NoThanks
from tests.second_opinion.qwixx_cards import QwixxCards
from tests.second_opinion.take_six import TakeSix

GAMES: dict[str, type[Game]] = {"take_six": TakeSix, "no_thanks": NoThanks, "qwixx_cards": QwixxCards}


class Answer(NamedTuple):
    """What became of a line: `state` where it was accepted, else `rule`, and `line` where another one is at fault."""

    ok: bool
    state: Keys | None = None
    rule: str | None = None
    line: int | None = None
    why: str = ""


class Oracle:
    """A record being read. Raises `NoMatch` for a header that is none."""

    def __init__(self, header: str, secret: bool = False) -> None:
        self._secret = secret
        self._line = 1
        self.in_force: list[tuple[int, Keys]] = []
        self._games = [_opened(header)]  # before the first move in force and after each of them

    def state(self) -> Keys:
        return self._games[-1].state(self._secret)

    def feed(self, line: str) -> Answer:
        """Read one more line."""
        self._line += 1
        try:
            keys = parse_object(line)
            if keys.get("move") == "amend":
                return self._amend(keys)
            if keys.get("move") == "undo":
                self._undo(keys)
            else:
                self._play(keys)
        except Refused as refused:
            return _refusal(refused)
        return Answer(True, self.state())

    def _play(self, keys: Keys) -> None:
        self._games.append(self._games[-1].after(keys))
        self.in_force.append((self._line, keys))

    def _undo(self, keys: Keys) -> None:
        need_shape(keys, {}, {"moves": lambda value: is_number(value) and value >= 1})
        moves = keys.get("moves", 1)
        if moves > len(self.in_force):
            raise Refused("phase", f"only {len(self.in_force)} moves are in force")
        del self.in_force[-moves:], self._games[-moves:]

    def _amend(self, keys: Keys) -> Answer:
        need_shape(keys, {"line": is_number, "with": _is_object})
        lines = [line for line, _ in self.in_force]
        if keys["line"] not in lines:
            raise Refused("malformed", f"line {keys['line']} is no move in force")
        at = lines.index(keys["line"])
        in_force = [*self.in_force[:at], (keys["line"], keys["with"]), *self.in_force[at + 1 :]]
        games = self._games[: at + 1]
        for line, move in in_force[at:]:
            try:
                games.append(games[-1].after(move))
            except Refused as refused:
                return _refusal(refused, line)
        self.in_force, self._games = in_force, games
        return Answer(True, self.state())


def _refusal(refused: Refused, line: int | None = None) -> Answer:
    return Answer(False, rule=refused.rule, line=line, why=str(refused))


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _opened(header: str) -> Game:
    try:
        keys = parse_object(header)
    except Refused as refused:
        raise NoMatch(str(refused)) from None
    for key in keys:
        if key not in ("record", "game", "seats", "options"):
            raise NoMatch(f"unknown key {key!r}")
    for key in ("record", "game", "seats"):
        if key not in keys:
            raise NoMatch(f"no {key!r}")
    if not is_number(keys["record"]) or keys["record"] != 1:
        raise NoMatch("record must be 1")
    if not is_text(keys["game"]) or keys["game"] not in GAMES:
        raise NoMatch("unknown game")
    _need_names(keys["seats"])
    options = keys.get("options", {})
    if not _is_object(options):
        raise NoMatch("options must be an object")
    return GAMES[keys["game"]](keys["seats"], options)


def _need_names(seats: Any) -> None:
    if type(seats) is not list or not all(is_text(seat) and seat for seat in seats):
        raise NoMatch("seats must be names")
    if len(set(seats)) != len(seats):
        raise NoMatch("two seats have one name")
