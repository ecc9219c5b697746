"""How fast the engine and `drover replay` are.

Every number stands beside a floor measured in the same run, since machines differ and are
shared: read the ratio, not only the number. Run it with `make bench`.
"""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from engine import record
from engine.match import Match
from engine.players import play_out, seat_players
from engine.take_six.cards import HEADS
from engine.take_six.moves import Deal, Place, Reveal

SEATS = ("ana", "bia", "caio", "duda")
OPENED = Match.open("take_six", SEATS)
DROVER = Path(sys.executable).parent / "drover"
WANTED_ROUNDS = 4000
WANTED_START_MS = 150
WANTED_REPLAY_MS = 100


def engine_round(rng: random.Random) -> Match:
    """A round with random hands: every move is checked, and each placement says its rule and numbers."""
    cards = rng.sample(range(1, 105), 44)
    hands = {seat: tuple(cards[4 + 10 * at : 14 + 10 * at]) for at, seat in enumerate(SEATS)}
    match = OPENED.play(Deal(tuple(cards[:4]), hands))
    for turn in range(10):
        match = match.play(Reveal({seat: hands[seat][turn] for seat in SEATS}))
        for _ in SEATS:
            choices = match.state.choices
            choice = choices[0] if len(choices) == 1 else rng.choice(choices)
            match = match.play(Place(choice.seat, choice.row))
    return match


def bare_round(rng: random.Random) -> list[int]:
    """The same round on bare lists: nothing is checked, explained, kept or undone."""
    cards = rng.sample(range(1, 105), 44)
    rows = [[card] for card in cards[:4]]
    piles = [0, 0, 0, 0]
    for turn in range(10):
        for card, seat in sorted((cards[4 + 10 * seat + turn], seat) for seat in range(4)):
            ends = [row[-1] for row in rows]
            below = [end for end in ends if end < card]
            at = ends.index(max(below)) if below else rng.randrange(4)
            if below and len(rows[at]) < 5:
                rows[at].append(card)
            else:
                piles[seat] += sum([HEADS[taken] for taken in rows[at]])
                rows[at] = [card]
    return piles


def rate(play: Callable[[random.Random], object], seconds: float = 1.0, runs: int = 5) -> float:
    """Rounds a second of one core's own time: the best of several runs, the one least disturbed by others."""
    best = 0.0
    for run in range(runs):
        rng = random.Random(run)
        count, start = 0, process_time()
        while process_time() - start < seconds:
            for _ in range(50):
                play(rng)
            count += 50
        best = max(best, count / (process_time() - start))
    return best


def started(*command: str | Path) -> float:
    """Milliseconds from start to end of a command: the median of several runs."""
    times = []
    for _ in range(15):
        start = perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append((perf_counter() - start) * 1000)
    return statistics.median(times)


def thousand_moves() -> str:
    """A record of a thousand moves, of several rounds of Take Six."""
    match = play_out(
        Match.open("take_six", SEATS, limit={"rounds": 25}), seat_players(Match.open("take_six", SEATS), 1)
    )
    return "".join(record.write(match).splitlines(keepends=True)[:1001])


def replayed(text: str) -> float:
    """Milliseconds to replay a record inside one process, answers in JSON included."""
    lines = text.splitlines()
    times = []
    for _ in range(9):
        start = perf_counter()
        match = Match.of(record.read_header(lines[0]))
        for number, line in enumerate(lines[1:], 2):
            match = record.play_line(match, record.read_line(match.header, line), number)
            json.dumps(record.answer(number, match))
        times.append((perf_counter() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    rounds, floor = rate(engine_round), rate(bare_round)
    print(
        f"rounds of Take Six a second: {rounds:.0f} (wanted: {WANTED_ROUNDS}); {floor / rounds:.1f} times a bare loop"
    )
    with tempfile.TemporaryDirectory() as folder:
        short, long = Path(folder) / "short.jsonl", Path(folder) / "long.jsonl"
        text = thousand_moves()
        long.write_text(text, encoding="utf-8")
        short.write_text("".join(text.splitlines(keepends=True)[:3]), encoding="utf-8")
        bare = started(sys.executable, "-c", "pass")
        start = started(DROVER, "replay", short)
        print(f"drover replay starts in {start:.0f} ms (wanted: {WANTED_START_MS}); a bare Python in {bare:.0f} ms")
        print(f"1,000 moves replay in {replayed(text):.0f} ms (wanted: {WANTED_REPLAY_MS})", end="; ")
        print(f"as a command, start and JSON included, in {started(DROVER, 'replay', '--json', long):.0f} ms")


if __name__ == "__main__":
    main()
