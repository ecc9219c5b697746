"""The engine against a second implementation of the same rules, on whole matches full of mistakes.

Every match is played by seat-fillers. Its record is then read line by line by both, with wrong
lines and corrections in between, and after each line both must say the same. Where a wrong
line turns out to be legal, the record strays from the match for a while and is then taken back.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.errors import BadHeader, IllegalMove
from engine.match import Match
from engine.players import STYLES, seat_players
from engine.record import event_as_json, play_line, read_header, read_line, write_entry, write_header
from tests.second_opinion import no_thanks, qwixx_cards, take_six, take_six_table
from tests.second_opinion.attempts import Known
from tests.second_opinion.lines import Keys
from tests.second_opinion.mistakes import Mistakes
from tests.second_opinion.oracle import Answer, Oracle

SEATS = ("ana", "bia", "caio", "Zoë", "o'b", "名前", "row", "1", "👍", "a b")
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    *[("take_six", seats, {"limit": {"rounds": 1}}) for seats in (2, 3, 5, 10)],
    ("take_six", 4, {}),
    ("take_six", 3, {"variant": "base", "limit": {"exceed": 20}}),
    ("take_six", 3, {"limit": {"reach": 20}}),
    ("take_six", 2, {"limit": {"rounds": 3}}),
    *[("take_six", seats, {"known_deck": True, "limit": {"rounds": 1}}) for seats in (2, 6)],
    *[("take_six", seats, {"draft": True, "limit": {"rounds": 2}}) for seats in (2, 4)],
    *[("take_six", seats, {"variant": "pro", "limit": {"rounds": 1}}) for seats in (2, 3, 6)],
    ("take_six", 3, {"variant": "pro", "known_deck": False, "limit": {"reach": 30}}),
    ("take_six", 4, {"variant": "pro", "draft": False, "limit": {"exceed": 15}}),
    *[("take_six", seats, {"variant": "anniversary"}) for seats in (2, 3, 4, 5, 6, 7, 8)],
    *[("no_thanks", seats, {"rounds": 2}) for seats in (3, 4, 5, 6, 7)],
    *[("no_thanks", seats, {"variant": "hidden_tiger", "rounds": 2}) for seats in (3, 5, 7)],
    *[("no_thanks", seats, {"variant": "tactical", "rounds": 1}) for seats in (3, 5)],
    ("no_thanks", 4, {"variant": "tactical", "gaps": [10, 19, 28]}),
    *[("no_thanks", seats, {"variant": "tactical_tiger", "rounds": 2}) for seats in (3, 4, 5)],
    ("no_thanks", 3, {"variant": "tactical_tiger", "rounds": 1, "gaps": [10, 20, 30]}),
    *[("qwixx_cards", seats, {"variant": "base"}) for seats in (2, 3, 4, 5)],
    *[("qwixx_cards", seats, {"variant": "joker"}) for seats in (2, 3, 4, 5)],
]


def named(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{name}={json.dumps(item)}" for name, item in value.items()) or "default"
    return str(value)


class Reading:
    """A record that both read."""

    def __init__(self, header: str, secret: bool) -> None:
        self.match = Match.of(read_header(header))
        self._oracle = Oracle(header, secret)
        self._secret = secret
        self.codes: Counter[str] = Counter()
        self.lines = [header]
        assert self._shown() == self._oracle.state()

    def feed(self, line: str) -> None:
        """One more line, about which both must agree."""
        self.lines.append(line)
        blamed = self._blamed
        in_force = self._oracle.in_force
        expected = self._oracle.feed(line)
        answer = self._engine_answer(line)
        self.codes[answer.rule or "ok"] += 1
        said = f"line {len(self.lines)}: {line[:300]}\n{answer}\n{expected}\n{len(in_force)}"
        assert answer.ok == expected.ok, said
        assert answer.state == expected.state, said
        assert answer.line == expected.line, said
        if answer.rule != expected.rule:
            try:
              k=json.loads(line)
              mv=k.get("move")
              if mv=="amend":
                  mv=k["with"]["move"] if k["line"]==answer.line else dict(in_force)[answer.line]["move"]
            except Exception: mv=None
            PAIRS[(self.match.header.game,mv,answer.rule,expected.rule,answer.why.split(" (")[0],expected.why)]+=1

    _blamed=None

    def _engine_answer(self, line: str) -> Answer:
        """What `drover replay --json` would print, without the sentences."""
        try:
            self.match = play_line(self.match, read_line(self.match.header, line), len(self.lines))
        except IllegalMove as error:
            return Answer(False, rule=error.rule, line=error.line, why=str(error))
        json.dumps([event_as_json(event) for event in self.match.events])
        return Answer(True, self._shown())

    def _shown(self) -> Any:
        return json.loads(json.dumps(self.match.as_record(self._secret)))

    def known(self) -> Known:
        header = self.match.header
        return Known(header.game, header.seats, self._oracle.state(), self._oracle.in_force, len(self.lines))

PAIRS=Counter()
T=Counter()

def course_of(match: Match, seed: int, style: str, open_hands: bool) -> list[Keys]:
    """The moves of a whole match, as the record has them."""
    table = seat_players(match, seed, style, open_hands=open_hands)
    course = []
    while (move := table.next_move(match)) is not None:
        course.append(json.loads(write_entry(match.header, move)))
        match = match.play(move)
    return course


def another(match: Match, random: Random) -> Keys | None:
    if match.state.phase in ("deal", "reveal", "setup"): return None
    h=match.header
    options = [json.loads(write_entry(h, m)) for m in islice(h.rules.candidates(h.terms, match.state), 250)]
    for key in ("move", "special"):
        if options:
            w = random.choice(sorted({o.get(key,"") for o in options}))
            options=[o for o in options if o.get(key,"")==w]
    return random.choice(options) if options else None

def read_with_mistakes(reading: Reading, course: list[Keys], random: Random) -> None:
    """Feed the moves of a match, and much that is none, until they are all in force and nothing else is."""
    mistakes = Mistakes(random)
    while True:
        known = reading.known()
        moves = [move for _, move in known.in_force]
        if moves == course: break
        right = next((at for at, (one, other) in enumerate(zip(moves, course)) if one != other), min(len(moves),len(course)))
        legal = course[len(moves)] if len(moves) < len(course) else course[-1]
        how = random.random()
        many = len(reading.lines) > 3 * len(course) + 100
        if right < len(moves):
            if how < 0.2 or many:
                line = json.dumps({"move": "undo", "moves": len(moves) - right})
            elif how < 0.6:
                line = json.dumps(another(reading.match, random) or legal)
            elif how < 0.7:
                line = json.dumps(legal)
            elif how<0.8:
                line = mistakes.correction(known)
            else:
                line = mistakes.line(legal, known)
        elif many or how < 0.6:
            line = json.dumps(legal)
        elif how < 0.65:
            line = mistakes.correction(known)
        else:
            line = mistakes.line(legal, known)
        reading.feed(line)
    for _ in range(10):
        reading.feed(mistakes.line(legal,known) if random.random()<.5 else mistakes.correction(known))

import time
if __name__=="__main__":
    import sys, hashlib
    n=0; codes=Counter(); h=hashlib.sha256()
    nseeds=int(sys.argv[1])
    for seed in range(nseeds):
      for game,count,options in MATCHES:
        t=time.time(); l0=n; ct=0
        for style in STYLES:
            for open_hands in (False,True):
                match=Match.open(game,SEATS[:count],**options)
                t1=time.time()
                course=course_of(match,seed,style,open_hands); ct+=time.time()-t1
                r=Reading(write_header(match.header),open_hands)
                read_with_mistakes(r,course,Random(f"{game}{count}{options}{style}{open_hands}{seed}"))
                n+=len(r.lines); codes+=r.codes; h.update("\n".join(r.lines).encode())
        if seed==0: print(game,count,options,n-l0,round(time.time()-t,2),round(ct,2),flush=True)
    print(n,codes,h.hexdigest())
    for k,v in PAIRS.most_common(): print(v,k)
