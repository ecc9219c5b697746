"""A match: what was agreed, the moves still in force, and the state that they lead to.

A `Match` is a value. Playing a move gives the next match and leaves the one at hand as it
was; the two share everything that the move did not change, so a move costs the same at the
start and at the end of an evening, and taking one back costs nothing.

>>> from engine.take_six.moves import Deal
>>> match = Match.open("take_six", ["ana", "bia"])
>>> dealt = match.play(Deal(rows=(12, 37, 43, 58)))
>>> dealt.state.phase, dealt.peek().rows
('reveal', (12, 37, 43, 58))
>>> dealt.undo().state == match.state
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.errors import BadHeader, IllegalMove, malformed
from engine.game import Advice, Event, Game, Move, State, Terms, game_named


@dataclass(frozen=True)
class Header:
    """The first line of a record: the game, the seats in clockwise order, the options as given."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    rules: Game = field(init=False, repr=False, compare=False)
    terms: Terms = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules = game_named(self.game)
        _check_seats(self.seats)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "terms", rules.terms(self.seats, self.options))


@dataclass(frozen=True)
class Undo:
    """The last `moves` moves still in force are taken back."""

    moves: int = 1


@dataclass(frozen=True)
class Amend:
    """The move of line `line` was really `with_`; everything after it stands as it was played."""

    line: int
    with_: Move


class TakenBack(NamedTuple):
    """What an undo brought about: the moves of these lines count no longer, the last one first."""

    lines: tuple[int, ...]


class Amended(NamedTuple):
    """The move of a line was read differently."""

    line: int


class LineChanged(NamedTuple):
    """Because of an amendment a line brought about something else than it had before."""

    line: int
    was: tuple[Event, ...]
    now: tuple[Event, ...]


Written = tuple[Any, int, Any]
"""All that was ever written into a record, as a chain: what was written before, a line's number, its entry.

The entry is a move, an `Undo` or an `Amend`. A plain tuple, since every move makes one.
"""


class Match:
    """A match on which moves are played and undone. Treat it as frozen: every method gives a new one.

    `state` is the table now, `events` what the last line brought about, `line` the number of
    the line that holds the last move in force (the header is line 1), `written` the record so far.
    """

    __slots__ = ("before", "events", "header", "line", "move", "state", "written")

    def __init__(
        self,
        header: Header,
        state: State,
        before: Match | None = None,
        move: Move | None = None,
        events: tuple[Event, ...] = (),
        line: int = 1,
        written: Written | None = None,
    ) -> None:
        self.header = header
        self.state = state
        self.before = before
        self.move = move
        self.events = events
        self.line = line
        self.written = written

    @classmethod
    def open(cls, game: str, seats: Sequence[str], **options: object) -> Match:
        """A match before its first move; raises `BadHeader` where the game can't be played so."""
        return cls.of(Header(game, tuple(seats), options))

    @classmethod
    def of(cls, header: Header) -> Match:
        return cls(header, header.rules.opening(header.terms))

    def play(self, move: Move, line: int | None = None) -> Match:
        """The match after `move`, or `IllegalMove`. `line` is the record's line, by default the next.

        The move must be well formed, as `record` reads it; whether it is legal is found out here.
        """
        header = self.header
        state, events = header.rules.play(header.terms, self.state, move)
        written = self.written
        if line is None:
            line = written[1] + 1 if written is not None else 2
        return Match(header, state, self, move, events, line, (written, line, move))

    def peek(self) -> Move | None:
        """The last move still in force, or None before the first."""
        return self.move

    def undo(self, moves: int = 1, line: int | None = None) -> Match:
        """The match as it was `moves` moves ago; the record keeps that they were taken back."""
        if moves < 1:
            raise malformed("undo_count", moves=moves)
        earlier: Match = self
        taken_back: list[int] = []
        for _ in range(moves):
            if earlier.before is None:
                raise IllegalMove("phase", "undo_too_many", moves=moves, in_force=len(taken_back))
            taken_back.append(earlier.line)
            earlier = earlier.before
        events = (TakenBack(tuple(taken_back)),)
        return earlier._corrected(self, Undo(moves), line, events)

    def amend(self, line: int, move: Move, at: int | None = None) -> Match:
        """The match as it would be had the move of `line` been `move`, all later moves played again.

        The events tell what changed. Raises `IllegalMove`, whose `line` says which move it
        was, where the new move or a later one can then not be.
        """
        old = self.after_line(line)
        assert old.before is not None  # only the opening has none, and no line led to it
        new = old.before._replayed(line, move)
        events: list[Event] = [Amended(line), *_differences(old, new)]
        for later in self._after(old):
            new = new._replayed(later.line, later.move)
            events += _differences(later, new)
        return new._corrected(self, Amend(line, move), at, tuple(events))

    def after_line(self, line: int) -> Match:
        """The match as it was after the move of that line, which must still be in force."""
        for earlier in self.in_force():
            if earlier.line == line:
                return earlier
        raise malformed("amend_line", line=line)

    def _after(self, old: Match) -> list[Match]:
        """The matches after `old` up to this one."""
        later = []
        for match in self.in_force():
            if match is old:
                break
            later.append(match)
        return later[::-1]

    def in_force(self) -> Iterator[Match]:
        """The match after each move still in force, the last one first."""
        match = self
        while match.before is not None:
            yield match
            match = match.before

    @property
    def legal_moves(self) -> LegalMoves:
        """Every move that may come now: ask `move in match.legal_moves`, iterate, or count."""
        return LegalMoves(self)

    def advice(self, secret: bool = False) -> Advice:
        """What the rules want next, from whom and why; with `secret` also what only a seat may know."""
        return self.header.rules.advice(self.header.terms, self.state, secret)

    def as_record(self, secret: bool = False) -> dict[str, object]:
        """The state with the keys that the record fixes."""
        return self.header.rules.as_record(self.header.terms, self.state, secret)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self.header == other.header and self.state == other.state and self.record() == other.record()

    __hash__ = None  # type: ignore[assignment]  # moves hold dicts

    def __repr__(self) -> str:
        return f"<Match {self.header.game} of {', '.join(self.header.seats)}: line {self.line}, {self.state.phase}>"

    def record(self) -> list[tuple[int, Move | Undo | Amend]]:
        """Everything written so far, oldest first: each line's number and its entry."""
        lines = []
        written = self.written
        while written is not None:
            written, line, entry = written
            lines.append((line, entry))
        return lines[::-1]

    def _replayed(self, line: int, move: Move) -> Match:
        try:
            return self.play(move, line)
        except IllegalMove as error:
            error.line = line
            raise

    def _corrected(self, now: Match, entry: Undo | Amend, line: int | None, events: tuple[Event, ...]) -> Match:
        if line is None:
            line = now.written[1] + 1 if now.written is not None else 2
        written = (now.written, line, entry)
        return Match(self.header, self.state, self.before, self.move, events, self.line, written)


class LegalMoves:
    """The moves that a match allows now, as a container that is worked out only as far as it is asked.

    There may be millions (every deal is a legal move), and more than are listed: hands and
    specials that only a simulation can give are accepted by `in`, but not listed.
    """

    def __init__(self, match: Match) -> None:
        self._match = match

    def __contains__(self, move: object) -> bool:
        try:
            self._match.play(move)
        except IllegalMove:
            return False
        return True

    def __iter__(self) -> Iterator[Move]:
        header = self._match.header
        for move in header.rules.candidates(header.terms, self._match.state):
            if move in self:
                yield move

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalMoves of {self._match!r}>"


def _differences(old: Match, new: Match) -> list[Event]:
    if old.events == new.events and [type(event) for event in old.events] == [type(event) for event in new.events]:
        return []
    return [LineChanged(new.line, old.events, new.events)]


def _check_seats(seats: tuple[str, ...]) -> None:
    for seat in seats:
        if not seat:
            raise BadHeader("seat_empty")
        if any(_unprintable(char) for char in seat):
            raise BadHeader("seat_unprintable", seat=seat)
    if len(set(seats)) < len(seats):
        raise BadHeader("seat_twice", seat=next(seat for seat in seats if seats.count(seat) > 1))


def _unprintable(char: str) -> bool:
    """Whether it is a control character or half of a pair: nothing that a name can be shown with."""
    return char < " " or "\x7f" <= char < "\xa0" or "\ud800" <= char < "\ue000"
