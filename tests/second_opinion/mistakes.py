"""Mistakes for a record: lines that the match does not allow, or that are no lines at all.

Most are nearly right: a legal line with one thing changed, or a move of the right kind with
the wrong numbers. Some happen to be legal; whoever plays them must be ready for that.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.second_opinion.attempts import COLOURS, HIGHEST, MOVES, SPECIALS, Attempts, Known
from tests.second_opinion.lines import Keys

WORDS = (*SPECIALS, *COLOURS, "joker", "purple")
STRANGERS = ("nobody", "", "ANA", "\ud800")
ADDED = ("extra", "seat", "row", "before", "card", "hands", "specials", "tigers", "jokers", "draw", "moves", "with")
ODD: tuple[Any, ...] = (0, -1, 1.0, 2.5, 1e300, True, False, None, "1", "", "red", [], {}, [1], {"ana": 1}, 10**30)
OPTIONS = ("variant", "known_deck", "draft", "limit", "rounds", "gaps", "extra")
OPTION_VALUES: tuple[Any, ...] = (
    *("pro", "anniversary", "hidden_tiger", "tactical", "joker", True, False, 1, 2),
    *([10, 20, 30], [10, 19, 28], [10, 20], [10.0, 20, 30], {"reach": 0}, {"reach": 5, "rounds": 1}),
    *({"exceed": 5.0}, {"rounds": 1}, {"lowest": 3}, {}),
)
ODD_COUNTS: tuple[Any, ...] = (0, -1, 10**12, 1.0, True, None, "1")
# fmt: off
NO_LINES = (
    "", " ", "\t", "\r", "\u00a0", "{", "}", "null", "[]", "1", '"undo"', "{}", "NaN", "[" * 5000,
    '{"move": null}', '{"move": ["undo"]}', '{"move": "Undo"}', '{"mov": "undo"}', '{"move": "\\ud800"}',
    '{"move": "undo", "move": "undo"}', '{"move": "undo"} {"move": "undo"}', '{"move": "undo",}', "{'move': 'undo'}",
    '[{"move": "undo"}]', '\ufeff{"move": "undo"}', '{"move": "undo", "moves": 01}', '{"move": "undo", "moves": -0}',
    '{"move": "undo", "moves": Infinity}', '{"move": "undo", "moves": 1e0}', '{"move": "undo" \x01}',
    '{"move": "undo", "moves": ' + "9" * 5000 + "}", '{"record": 1}', '{"move": "amend"}',
)
# fmt: on


class Mistakes:
    def __init__(self, random: Random) -> None:
        self._random = random

    def line(self, legal: Keys, known: Known) -> str:
        """A wrong line where `legal` might stand."""
        makers = (self._no_line, self._misspelt, self._changed, self._attempted, self._of_another_game, self._again)
        maker = self._random.choices(makers, (1, 2, 10, 12, 2, 1))[0]
        return maker(legal, known)

    def correction(self, known: Known) -> str:
        """An undo or an amendment, often a good one."""
        undo = self._random.random() < 0.4 or not known.in_force
        keys = self._undo(known) if undo else self._amend(known)
        if self._random.random() < 0.05:
            self._change(keys, known)
        return json.dumps(keys)

    def header(self, header: Keys, known: Known) -> str:
        """Another header, most often a wrong one."""
        keys = copy.deepcopy(header)
        if self._random.random() < 0.5:
            self._change(keys, known)
        else:
            value = copy.deepcopy(self._random.choice((*OPTION_VALUES, *ODD)))
            keys.setdefault("options", {})[self._random.choice(OPTIONS)] = value
        return json.dumps(keys)

    def _no_line(self, legal: Keys, known: Known) -> str:
        return self._random.choice(NO_LINES)

    def _misspelt(self, legal: Keys, known: Known) -> str:
        """A character too many, too few or wrong, a key twice, a number that JSON does not have."""
        text, random = json.dumps(legal), self._random
        at = random.randrange(len(text))
        digit = next((place for place, char in enumerate(text) if char.isdigit()), at)
        number = random.choice(("NaN", "-Infinity", "1e0", "0", "-", "1.", "9" * 30, "9" * 5000))
        return random.choice(
            (
                text[:at],
                text[:at] + text[at + 1 :],
                text[:at] + random.choice('{}[],:"x1.\\ ') + text[at + 1 :],
                text[:-1] + ', "move": "undo"}',
                text[:digit] + number + text[digit:],
                text + random.choice(("x", ",", "}", " ", "\r", "\x00")),
            )
        )

    def _changed(self, legal: Keys, known: Known) -> str:
        keys = copy.deepcopy(legal)
        for _ in range(self._random.choice((1, 1, 1, 2))):
            self._change(keys, known)
        return json.dumps(keys)

    def _attempted(self, legal: Keys, known: Known) -> str:
        return json.dumps(Attempts(self._random, known).move())

    def _of_another_game(self, legal: Keys, known: Known) -> str:
        return self._attempted(legal, known._replace(game=self._random.choice(list(MOVES))))

    def _again(self, legal: Keys, known: Known) -> str:
        return json.dumps(self._random.choice(known.in_force)[1] if known.in_force else legal)

    # Corrections

    def _undo(self, known: Known) -> Keys:
        few, all_ = self._random.randint(1, 6), len(known.in_force)
        moves = self._random.choice((1, 2, few, few, all_ + 1, self._random.choice(ODD_COUNTS)))
        return {"move": "undo"} if self._random.random() < 0.3 else {"move": "undo", "moves": moves}

    def _amend(self, known: Known) -> Keys:
        """Another move in the place of an earlier one, mostly a late one."""
        random, moves = self._random, known.in_force
        line, move = copy.deepcopy(random.choice(moves[-8:] if random.random() < 0.8 else moves))
        how = random.random()
        if how < 0.5:
            self._change(move, known)
        elif how < 0.8:
            move = Attempts(random, known).move()
        elif how < 0.9:
            move = copy.deepcopy(random.choice(moves)[1])
        if random.random() < 0.1:
            line = random.choice((1, known.lines, known.lines + 1, random.randint(1, known.lines), *ODD_COUNTS))
        return {"move": "amend", "line": line, "with": move}

    # One thing changed

    def _change(self, keys: Keys, known: Known) -> None:
        random, how = self._random, self._random.random()
        names = [key for key in keys if key != "move"]
        if how < 0.06 and names:
            del keys[random.choice(names)]
        elif how < 0.12:
            keys[random.choice(ADDED)] = random.choice((self._odd(), *known.seats))
        elif how < 0.15 or not names:
            keys["move"] = random.choice((*MOVES[known.game], "undo", "amend", "", None, 1))
        else:
            inside, key = random.choice([*_places(keys, random.choice(names))])
            inside[key] = self._odd() if how < 0.25 else self._other(inside[key], known)

    def _odd(self) -> Any:
        return copy.deepcopy(self._random.choice(ODD))

    def _other(self, value: Any, known: Known) -> Any:
        random, near = self._random, Attempts(self._random, known).card()
        if isinstance(value, str):
            alike = next((words for words in (SPECIALS, COLOURS) if value in words), known.seats)
            return random.choice((*alike, *alike, *STRANGERS, *known.seats, *WORDS))
        if isinstance(value, list):
            return self._other_list(value, random.choice((*value, near, random.choice(WORDS))))
        if isinstance(value, dict):
            return self._other_map(value)
        if type(value) is int:
            any_ = random.randint(1, HIGHEST[known.game])
            return random.choice((value - 1, value + 1, value + 10, any_, any_, near, near, float(value), str(value)))
        return self._odd()

    def _other_list(self, value: list[Any], extra: Any) -> list[Any]:
        shuffled = self._random.sample(value, len(value))
        return self._random.choice((shuffled, value[1:], [*value, extra], [*value[1:], extra]))

    def _other_map(self, value: Keys) -> Keys:
        if not value:
            return {"nobody": 1}
        one, other = self._random.choice(list(value)), self._random.choice(list(value))
        without = {name: item for name, item in value.items() if name != one}
        stranger = {**value, self._random.choice(STRANGERS): value[one]}
        twice = {**value, one: value[other]}
        return self._random.choice((without, stranger, twice, {**twice, other: value[one]}))


def _places(inside: Any, key: Any) -> Iterator[tuple[Any, Any]]:
    """Where something may be changed: under that key, and all the way down."""
    yield inside, key
    value = inside[key]
    if isinstance(value, dict | list):
        for deeper in value if isinstance(value, dict) else range(len(value)):
            yield from _places(value, deeper)
