"""The engine against a second implementation of the rules, on whole matches that are badly recorded.

Seat-fillers play a match. Its record, with wrong lines and corrections in between, is read line
by line by both, and after every line both must say the same. Where a wrong line turns out to be
legal, the record strays from the match for a while and is then taken back.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from random import Random
from typing import Any

import pytest

from engine.errors import BadHeader, IllegalMove
from engine.match import Match
from engine.players import STYLES, seat_players
from engine.record import event_as_json, play_line, read_header, read_line, write_entry, write_header
from tests.second_opinion import no_thanks, qwixx_cards, take_six_specials, take_six_table
from tests.second_opinion.attempts import Known
from tests.second_opinion.lines import Keys, NoMatch
from tests.second_opinion.mistakes import Mistakes
from tests.second_opinion.oracle import Answer, Oracle

SEATS = ("ana", "bia", "caio", "Zoë", "o'b", "名前", "row", "1", "👍", "a b")
MATCHES: list[tuple[str, int, dict[str, Any], int]] = [
    *[("take_six", seats, {"limit": {"rounds": 1}}, 2) for seats in (2, 3, 5, 10)],
    *[("take_six", 3, {"limit": {limit: 20}}, 2) for limit in ("reach", "exceed")],
    ("take_six", 2, {"variant": "base", "limit": {"rounds": 3}}, 1),
    ("take_six", 4, {}, 1),
    *[("take_six", seats, {"known_deck": True, "limit": {"rounds": 1}}, 2) for seats in (2, 6)],
    *[("take_six", seats, {"draft": True, "limit": {"rounds": 2}}, 1) for seats in (2, 4)],
    *[("take_six", seats, {"variant": "pro", "limit": {"rounds": 1}}, 1) for seats in (2, 3, 6)],
    ("take_six", 3, {"variant": "pro", "known_deck": False, "limit": {"reach": 30}}, 1),
    ("take_six", 4, {"variant": "pro", "draft": False, "limit": {"exceed": 15}}, 2),
    *[("take_six", seats, {"variant": "anniversary"}, 16 // seats) for seats in (2, 3, 4, 5, 6, 7, 8)],
    *[("no_thanks", seats, {"rounds": 1}, 1) for seats in (3, 4, 5, 6, 7)],
    *[("no_thanks", seats, {"variant": "hidden_tiger", "rounds": 2}, 1) for seats in (3, 5, 7)],
    *[("no_thanks", seats, {"variant": "tactical", "rounds": 1}, 1) for seats in (3, 5)],
    ("no_thanks", 4, {"variant": "tactical", "gaps": [10, 19, 28]}, 1),
    *[("no_thanks", seats, {"variant": "tactical_tiger", "rounds": 2}, 1) for seats in (3, 4, 5)],
    ("no_thanks", 3, {"variant": "tactical_tiger", "rounds": 1, "gaps": [10, 20, 30]}, 1),
    *[("qwixx_cards", seats, {"variant": "base"}, 7) for seats in (2, 3, 4, 5)],
    *[("qwixx_cards", seats, {"variant": "joker"}, 7) for seats in (2, 3, 4, 5)],
]
"""Each with how often it is played: in every style, with open hands and without."""

OFTEN_WRONG = {"deal": 0.85, "setup": 0.85, "draw": 0.6}
"""The rarer moves with the most to get wrong: how often a wrong line stands before them."""

READ_DIFFERENTLY = {
    # The specification fixes no order of checks once shape, phase and seat are right. Where two
    # things are wrong at once, the engine looks at the number of blocks before the row, and at the
    # card to move before the row it goes to.
    ("special block", "special", "row"),
    ("special move", "special", "row"),
    ("special move", "card", "row"),
    # Nor does it say whether a card in a blocked row is the wrong card or in the wrong row, ...
    ("special move", "row", "special"),
    # ... or whether a number that no card has is first of all no card, or in no row that is taken.
    ("special negate", "card", "special"),
    # Jokers that are not among the cards played: to the engine the wrong cards, so that phase and
    # seat come first; to the second opinion a wrong shape.
    ("play with jokers", "card", "malformed"),
    ("play with jokers", "phase", "malformed"),
    ("play with jokers", "seat", "malformed"),
}
"""Where the specification can be read in two ways: the move, the engine's code, the second opinion's."""


def named(value: object) -> str:
    return json.dumps(value).replace('"', "") if isinstance(value, dict) else str(value)


def kind_of(move: Keys) -> str:
    if "special" in move:
        return f"{move['move']} {move['special']}"
    return f"{move['move']} with jokers" if "jokers" in move else str(move["move"])


class Reading:
    """A record that both read."""

    def __init__(self, header: str, secret: bool) -> None:
        self.match = Match.of(read_header(header))
        self.codes: Counter[str | None] = Counter()
        self.lines = 1
        self._oracle = Oracle(header, secret)
        self._secret = secret
        assert self._shown() == self._oracle.state()

    def feed(self, line: str) -> None:
        """One more line, about which both must agree."""
        self.lines += 1
        expected, answer = self._oracle.feed(line), self._engine_answer(line)
        said = f"line {self.lines}: {line[:500]}\nthe engine: {answer.why}\nthe second opinion: {expected.why}"
        assert answer.ok == expected.ok, said
        assert answer.state == expected.state, said
        assert answer.line == expected.line, said
        if answer.rule != expected.rule:
            assert (self._blamed(line, answer.line), answer.rule, expected.rule) in READ_DIFFERENTLY, said
        self.codes[answer.rule] += 1

    def known(self) -> Known:
        header = self.match.header
        return Known(header.game, header.seats, self._oracle.state(), self._oracle.in_force, self.lines)

    def _engine_answer(self, line: str) -> Answer:
        """What `drover replay --json` says of the line, the sentences aside."""
        try:
            self.match = play_line(self.match, read_line(self.match.header, line), self.lines)
        except IllegalMove as error:
            return Answer(False, rule=error.rule, line=error.line, why=str(error))
        json.dumps([event_as_json(event) for event in self.match.events])
        return Answer(True, self._shown())

    def _shown(self) -> Keys:
        state: Keys = json.loads(json.dumps(self.match.as_record(self._secret)))
        return state

    def _blamed(self, line: str, at: int | None) -> str:
        """The kind of move that is at fault, here or in the line that a correction names."""
        keys = json.loads(line)
        if at is not None:
            keys = keys["with"] if keys["line"] == at else dict(self._oracle.in_force)[at]
        return kind_of(keys)


def course_of(match: Match, seed: int, style: str, open_hands: bool) -> list[Keys]:
    """The moves of a whole match, as the record has them."""
    table = seat_players(match, seed, style, open_hands=open_hands)
    course = []
    while (move := table.next_move(match)) is not None:
        course.append(json.loads(write_entry(match.header, move)))
        match = match.play(move)
    return course


def badly_kept(reading: Reading, course: list[Keys], random: Random) -> Iterator[str]:
    """The lines of a record in which, in the end, the moves of the match are in force and nothing else."""
    mistakes, patience = Mistakes(random), 3 * len(course) + 100
    while True:
        known = reading.known()
        moves = [move for _, move in known.in_force]
        right = agreeing(moves, course)
        if right == len(moves) == len(course):
            return
        patience -= 1
        legal = course[min(len(moves), len(course) - 1)]
        often = OFTEN_WRONG.get(legal["move"], 0.35)
        if patience > 0 and random.random() < often:
            yield wrong_line(mistakes, legal, known, random)
        elif right == len(moves):
            yield json.dumps(legal)
        elif patience <= 0 or random.random() < 0.35:
            yield json.dumps({"move": "undo", "moves": len(moves) - right})
        else:
            yield json.dumps(likely_move(reading.match, random) or legal)


def agreeing(moves: Sequence[Keys], course: Sequence[Keys]) -> int:
    """How many moves are as they were in the match, before the first that is not."""
    pairs = enumerate(zip(moves, course, strict=False))
    return next((at for at, (move, other) in pairs if move != other), min(len(moves), len(course)))


def wrong_line(mistakes: Mistakes, legal: Keys, known: Known, random: Random) -> str:
    return mistakes.correction(known) if random.random() < 0.12 else mistakes.line(legal, known)


def likely_move(match: Match, random: Random) -> Keys | None:
    """A move that the engine thinks worth trying, each kind as often as another."""
    if match.state.phase in ("deal", "reveal"):
        return None  # nearly every one of millions
    header = match.header
    worth_trying = islice(header.rules.candidates(header.terms, match.state), 250)
    moves = [json.loads(write_entry(header, move)) for move in worth_trying]
    if not moves:
        return None
    kind = random.choice(sorted({kind_of(move) for move in moves}))
    likely: Keys = random.choice([move for move in moves if kind_of(move) == kind])
    return likely


def read(match: Match, lines: Iterable[Keys]) -> Reading:
    """Both read a record without a mistake."""
    reading = Reading(write_header(match.header), secret=False)
    for line in lines:
        reading.feed(json.dumps(line))
    return reading


def read_match(game: str, seats: int, options: Keys, style: str, open_hands: bool, seed: int) -> Reading:
    """Both read the record of one match, and agree."""
    match = Match.open(game, SEATS[:seats], **options)
    course = course_of(match, seed, style, open_hands)
    random = Random(f"{game} {seats} {options} {style} {open_hands} {seed}")
    reading = Reading(write_header(match.header), secret=open_hands)
    for line in badly_kept(reading, course, random):
        reading.feed(line)
    assert reading.match.state.phase == "over"
    for _ in range(10):
        reading.feed(wrong_line(Mistakes(random), course[-1], reading.known(), random))
    return reading


def read_matches(game: str, seats: int, options: Keys, times: int) -> Counter[str | None]:
    """Both read several matches; the codes of the answers are counted."""
    codes: Counter[str | None] = Counter()
    for seed, style, open_hands in product(range(times), STYLES, (False, True)):
        codes += read_match(game, seats, options, style, open_hands, seed).codes
    return codes


@pytest.mark.parametrize(("game", "seats", "options", "times"), MATCHES, ids=named)
def test_both_read_a_match_the_same_way(game: str, seats: int, options: Keys, times: int) -> None:
    read_matches(game, seats, options, times)


@pytest.mark.parametrize(("game", "seats", "options"), [match[:3] for match in MATCHES], ids=named)
def test_both_refuse_the_same_headers(game: str, seats: int, options: Keys) -> None:
    random = Random(f"{game} {seats} {options}")
    header = {"record": 1, "game": game, "seats": list(SEATS[:seats]), "options": options}
    known = Reading(json.dumps(header), secret=False).known()
    for _ in range(60):
        line = Mistakes(random).header(header, known)
        try:
            Reading(line, secret=True)
        except BadHeader as error:
            if error.reason != "seat_unprintable":  # the specification says nothing of such names
                with pytest.raises(NoMatch):
                    Oracle(line)


@pytest.mark.parametrize("limit", ["reach", "exceed"])
@pytest.mark.parametrize("beside", [-1, 0, 1])
def test_both_end_a_match_at_the_same_limit(limit: str, beside: int) -> None:
    one_round = Match.open("take_six", SEATS[:3], limit={"rounds": 1})
    course = course_of(one_round, seed=1, style="any", open_hands=False)
    most = max(read(one_round, course).match.state.score)
    read(Match.open("take_six", SEATS[:3], limit={limit: most + beside}), course)


@pytest.mark.parametrize(
    ("game", "options", "codes"),
    [
        ("take_six", {"variant": "anniversary"}, {"card", "hand", "row", "special"}),
        ("no_thanks", {"variant": "hidden_tiger"}, {"card", "hand", "chips"}),
        ("qwixx_cards", {"variant": "joker"}, {"card", "hand", "mark"}),
    ],
    ids=named,
)
def test_the_mistakes_break_every_rule(game: str, options: Keys, codes: set[str]) -> None:
    assert read_matches(game, 3, options, times=2).keys() == {None, "malformed", "phase", "seat", *codes}


@pytest.mark.parametrize(
    ("game", "seats", "options", "rule", "name", "wrong"),
    [
        ("take_six", 3, {}, take_six_table.Row, "full", property(lambda row: len(row.cards) > row.capacity)),
        ("take_six", 7, {"variant": "anniversary"}, take_six_specials, "COPIES", 5),
        ("no_thanks", 3, {"variant": "tactical"}, no_thanks, "TURNED_UP", 23),
        ("qwixx_cards", 3, {}, qwixx_cards.QwixxCards, "need_not_played", lambda *_: None),
    ],
    ids=["six cards in a row", "five copies", "a short deck", "a card twice"],
)
def test_a_wrong_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, game: str, seats: int, options: Keys, rule: object, name: str, wrong: object
) -> None:
    monkeypatch.setattr(rule, name, wrong)
    with pytest.raises(AssertionError, match="the second opinion"):
        read_matches(game, seats, options, times=5)
