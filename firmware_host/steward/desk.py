"""The steward's desk: what one input brings about, looking at the table as often as that changes something."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine import record
from engine.errors import BadHeader, IllegalMove
from engine.game import Move
from engine.match import Amend, Header, Match, Undo
from firmware_host.steward import effects, telling
from firmware_host.steward.effects import Effect, Objection, Question
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import Seen, Start
from firmware_host.steward.lobby import SEATED_AFTER, seen_from, shown_to
from firmware_host.steward.situation import Situation
from hardware.cues import OFF, Cue

MOST_LOOKS = 40
"""One picture explains at most so many moves one after the other; a round of ten seats has ten."""

CORRECTIONS = ("undo", "amend")
ENTERED_WAITS = 1_500
"""So long a line that was entered too early waits while there is nothing left to make out."""

FILLED = ("row", "active", "display")
"""The kinds of places that are empty before a match."""

BLIND = ("camera", "camera_covered", "camera_frozen", "mat", "config", "storage", "journal_replaced", "journal")
"""What nothing can go on without: what is not seen or can't be written down is no move."""


@dataclass
class Desk:
    """Collects what one input brings about."""

    situation: Situation
    now: int
    effects: list[Effect] = field(default_factory=list)
    cue: Cue | None = None

    def change(self, **changes: Any) -> None:
        self.situation = replace(self.situation, **changes)

    def number(self) -> int:
        self.change(numbers=self.situation.numbers + 1)
        return self.situation.numbers

    def write(self, match: Match) -> None:
        """The match with one more line in it, which is written before anything else is done."""
        assert match.written is not None
        line = as_written(match.header, match.written[2])
        self.effects.append(effects.Write(line, match.written[1]))
        self.photograph("move", self._keys_of(match), match.written[1])
        self.change(match=match)
        if match.state.phase == "over":
            self.effects.append(effects.Close("over"))

    def start(self, start: Start) -> None:
        """A match is opened; one that is still being played is given up for it."""
        try:
            header = Header(start.game, start.seats, start.options)
        except BadHeader as error:
            self.effects.append(effects.Note("start_refused", {"reason": error.reason, **error.facts}))
            return
        if self.situation.match is not None and self.situation.match.state.phase != "over":
            self.effects.append(effects.Close("abandoned"))
        self.effects.append(effects.Open(json.loads(record.write_header(header))))
        self.begin(Match.of(header))
        self.change(places=start.places)

    def begin(self, match: Match, begun: bool = False) -> None:
        self.change(match=match, memory=behaviour_of(match.header.game).memory(begun), said={}, chosen={})
        self.change(question=None, doubt=None, objection=None, amiss=None, pending=None, repairing=False, paused=False)
        self.change(noted=frozenset(), entered=(), idle=None, moved_at=self.now)

    def give_up(self, how: str = "abandoned") -> None:
        """The match ends here. What lies on the table is no new one, until somebody touches it."""
        if self.situation.match is not None and self.situation.match.state.phase != "over":
            self.effects.append(effects.Close(how))
        self.change(match=None, memory=None, question=None, doubt=None, objection=None, amiss=None, pending=None)
        self.change(paused=False, repairing=False, entered=(), idle=None, places=(), cue=OFF)
        self.change(left=None if self.situation.seen is None else lying(self.situation.seen))

    def moved(self) -> None:
        """Somebody is there."""
        if self.situation.idle is not None:
            self.effects.append(effects.Answered(self.situation.idle.number, "", "table"))
        self.change(moved_at=self.now, idle=None)

    def _look_after_itself(self) -> None:
        """A kiosk at which nobody has moved for long asks whether somebody is there, and then is ready for others."""
        situation, settings = self.situation, self.situation.settings
        match = situation.match
        if settings.mode != "kiosk" or not settings.idle_after or match is None or match.written is None or self.blind:
            return
        waited = self.now - situation.moved_at
        if match.state.phase == "over":
            if waited >= settings.idle_after:
                self.again()
            return
        if waited >= settings.idle_after + settings.gives_up_after and situation.idle is not None:
            self.effects.append(effects.Answered(situation.idle.number, "", "time"))
            self.effects.append(effects.Note("timed_out", {"seconds": waited // 1000}))
            self.again()
        elif waited >= settings.idle_after and situation.idle is None:
            wonders = Doubt("still_there", (), (), facts={"seconds": settings.gives_up_after // 1000})
            question = self._question(wonders)
            self.change(idle=question)
            self.effects.append(effects.Ask(question))

    def again(self) -> None:
        """The same game anew, for the same seats or whoever sits down next; what was being played is given up."""
        match, places, lobby = self.situation.match, self.situation.places, self.situation.settings.lobby
        self.give_up()
        if lobby is not None:
            self.change(settings=replace(self.situation.settings, lobby=lobby.unnamed()))
        elif match is not None:
            self.start(Start(match.header.game, match.header.seats, match.header.options, places))

    def play_entered(self, line: Mapping[str, object]) -> IllegalMove | None:
        """A line that somebody entered, if the rules allow it; else why not."""
        match = self.situation.match
        assert match is not None
        try:
            after = record.play_line(match, entry_of(match.header, line))
        except IllegalMove as error:
            return error
        if self._contradicted(after.move):
            return None
        self.write(after)
        if line.get("move") in CORRECTIONS:
            self.change(repairing=True, memory=behaviour_of(match.header.game).memory(begun=True), entered=())
        return None

    def _contradicted(self, move: Move | None) -> bool:
        """Whether other cards lie there than somebody entered: the game objects to that, and nothing is written."""
        situation = self.situation
        assert situation.match is not None
        contradicted = getattr(behaviour_of(situation.match.header.game), "contradicted", None)
        if contradicted is None or situation.seen is None:
            return False
        memory = contradicted(situation.match, situation.memory, self._table(situation.seen), move)
        if memory is not None:
            self.change(memory=memory)
        return memory is not None

    def _table(self, seen: Seen) -> Table:
        situation = self.situation
        waiting = tuple(str(line.get("move")) for _, line in situation.entered)
        return Table(seen_from(seen, situation.places), situation.said, situation.chosen, waiting)

    def take_up(self) -> None:
        """Play what was entered before its turn; refuse what has waited for long with nothing left to wait for."""
        waits = self._unsettled
        while self.situation.entered and self.situation.match is not None:
            (at, line), *others = self.situation.entered
            error = self.play_entered(line)
            if error is not None and waits:
                self.change(entered=tuple((self.now, line) for _, line in self.situation.entered))
                return
            if error is not None and self.now - at < ENTERED_WAITS:
                return
            self.change(entered=tuple(others) if self.situation.entered else ())
            if error is not None:
                self.refuse(error)

    def keep_waiting(self, line: Mapping[str, object]) -> None:
        """Keep what was entered before its turn, as it will stand in the record. Entered twice, it is meant once."""
        match, entered = self.situation.match, self.situation.entered
        assert match is not None
        kept = as_written(match.header, entry_of(match.header, line))
        last = entered[-1][1] if entered else match.written and as_written(match.header, match.written[2])
        if kept != last:
            self.change(entered=(*entered, (self.now, kept)))

    def note_waiting(self, before: Situation) -> None:
        """Whoever entered it was told that it is accepted: it must outlive the program."""
        begun = any(isinstance(effect, effects.Open) for effect in self.effects)
        waiting, known = (tuple(line for _, line in one.entered) for one in (self.situation, before))
        if self.situation.match is not None and waiting != (() if begun else known):
            self.effects.append(effects.Note("waiting", {"count": len(waiting), "lines": waiting}))

    @property
    def _unsettled(self) -> bool:
        """Whether what is seen is still to be made out."""
        situation = self.situation
        if situation.question is not None or isinstance(situation.pending, Doubt) or situation.seen is None:
            return True
        return not situation.seen.steady or bool(situation.seen.covered | situation.seen.moving)

    def refuse(self, error: IllegalMove) -> None:
        self.effects.append(effects.Note("refused", {"rule": error.rule, "reason": error.reason, **error.facts}))

    def settle(self) -> None:
        """Look at the table where something may have changed, and show what it comes to."""
        self._clear_away()
        self._look_after_itself()
        situation = self.situation
        if situation.left is not None and situation.seen is not None and lying(situation.seen) != situation.left:
            self.change(left=None)
        watching = situation.seen is not None and not self.blind and self.situation.left is None
        if situation.match is None and watching:
            self._wait_for_players()
        situation = self.situation
        if situation.match is not None and not situation.paused and watching:
            self.look()
            self.take_up()
        cue = shown_to(self._cue(), self.situation.places)
        if cue != self.situation.cue:
            self.effects.append(effects.Show(cue))
            self.change(cue=cue)

    def _clear_away(self) -> None:
        """A match that is over makes room for the next one when its cards are gone."""
        situation = self.situation
        match, seen = situation.match, situation.seen
        if not situation.settings.again or match is None or seen is None or match.state.phase != "over":
            return
        if not seen.steady or any(card.zone.partition("/")[0] in FILLED for card in (*seen.cards, *seen.hidden)):
            return
        if situation.settings.lobby is not None:
            lobby = situation.settings.lobby.unnamed()
            self.change(match=None, memory=None, places=(), cue=OFF, settings=replace(situation.settings, lobby=lobby))
        else:
            self.start(Start(match.header.game, match.header.seats, match.header.options, situation.places))

    def _wait_for_players(self) -> None:
        """Where whoever lays a card plays, begin once those who do have turned theirs up."""
        situation, lobby = self.situation, self.situation.settings.lobby
        assert situation.seen is not None
        if lobby is None:
            return
        table = Table(situation.seen, situation.said)
        start = lobby.start(table)
        self.cue = lobby.cue(table, situation.settings)
        if start is None:
            self.change(seated=None)
        elif start != situation.seated:
            self.change(seated=start, since=self.now)
        elif self.now - situation.since >= SEATED_AFTER:
            self.change(seated=None)
            self.start(start)

    @property
    def blind(self) -> bool:
        return any(part in BLIND for part in self.situation.troubles)

    def _cue(self) -> Cue:
        situation = self.situation
        told = telling.Told(situation.settings, situation.match)
        if self.blind:
            part = next(part for part in BLIND if part in situation.troubles)
            return told.fault(part, situation.reasons.get(part, ""))
        if situation.match is None or situation.left is not None:
            return told.idle() if self.cue is None else self.cue
        if situation.idle is not None:
            return told.question(situation.idle)
        if situation.paused:
            return told.paused()
        if situation.question is not None and situation.doubt is not None:
            return told.question(situation.question)
        if situation.objection is not None and situation.amiss is not None:
            return told.objection(situation.objection)
        if self.cue is not None:
            return self.cue
        return situation.cue if situation.cue.kind not in ("idle", "fault") else OFF

    def look(self) -> None:
        """Let the game make of the table what it can, again and again while it finds moves."""
        for _ in range(MOST_LOOKS):
            finding = self._found()
            if finding is None:
                return
            self.change(memory=finding.memory)
            if finding.known:
                self.change(said={**self.situation.said, **finding.known})
            self.cue = finding.cue
            self._note(finding)
            if not finding.moves or not self._play(finding):
                self._weigh(finding)
                return

    def _found(self) -> Finding | None:
        situation = self.situation
        assert situation.match is not None
        assert situation.seen is not None
        table = self._table(situation.seen)
        behaviour = behaviour_of(situation.match.header.game)
        if situation.repairing:
            wrong = behaviour.amiss(situation.match, situation.memory, table)
            if wrong is not None or not situation.seen.steady:
                cue = behaviour.cue(situation.match, situation.memory, table, situation.settings)
                return Finding(cue, situation.memory, amiss=wrong)
            self.change(repairing=False)
        return behaviour.look(situation.match, situation.memory, table, situation.settings)

    def _play(self, finding: Finding) -> bool:
        """Play what happened; as a rule it is believed only where nothing moves any more."""
        seen = self.situation.seen
        assert seen is not None
        if not (seen.steady or finding.sure) or seen.bumped:
            return False
        for move in finding.moves:
            match = self.situation.match
            assert match is not None
            try:
                self.write(match.amend(finding.corrects, move) if finding.corrects else match.play(move))
            except IllegalMove:
                break  # what was entered has come before it
            self.take_up()
        self.change(chosen={}, memory=finding.memory if finding.after is None else finding.after)
        # What was objected to may lie wrong still: the next look tells.
        self._answered()
        return True

    def _note(self, finding: Finding) -> None:
        """Each thing worth noting once."""
        for kind, facts in finding.notes:
            key = (kind, tuple(sorted((name, str(value)) for name, value in facts.items())))
            if key not in self.situation.noted:
                self.change(noted=self.situation.noted | {key})
                self.effects.append(effects.Note(kind, facts))

    def _weigh(self, finding: Finding) -> None:
        """Ask or object once it has lain so for long enough; let go of what is settled."""
        found = finding.amiss or finding.doubt
        situation = self.situation
        assert situation.seen is not None
        if found is None or not situation.seen.steady:
            if situation.seen.steady and not self._out_of_sight(situation.doubt) and not self._can_not_tell(situation):
                self._settled()
                self.change(pending=None)
            return
        if found != situation.pending:
            self.change(pending=found, since=self.now)
        if found not in (situation.amiss, situation.doubt):
            self._settled()
        patience = situation.settings.asks_after if found.after is None else found.after
        if self.now - self.situation.since < patience:
            return
        if isinstance(found, Amiss):
            self._object(found)
        else:
            self._ask(found)

    def _out_of_sight(self, doubt: Doubt | None) -> bool:
        """Whether a hand hides the card that is asked about: nothing is settled by that."""
        seen = self.situation.seen
        if doubt is None or seen is None:
            return False
        there = doubt.facts.get("zone") in seen.covered | seen.moving
        return there or any(card.key == doubt.key for card in seen.hidden)

    @staticmethod
    def _can_not_tell(situation: Situation) -> bool:
        """Whether an arm hides if what was objected to is still so: it is not said again once the arm is gone."""
        seen = situation.seen
        return situation.amiss is not None and seen is not None and bool(seen.covered | seen.moving)

    def _object(self, found: Amiss) -> None:
        if self.situation.amiss == found:
            return
        objection = Objection(
            self.number(), found.rule, found.seat, found.card, found.lies, found.belongs, found.facts, found.about
        )
        self.change(objection=objection, amiss=found)
        self.effects.append(effects.Object(objection))
        self.photograph("objection", found.about)

    def _ask(self, found: Doubt) -> None:
        if self.situation.doubt == found:
            return
        question = self._question(found)
        self.change(question=question, doubt=found)
        self.effects.append(effects.Ask(question))
        self.photograph("question", question.about)

    def _question(self, found: Doubt) -> Question:
        about = () if found.key is None else (found.key,)
        return Question(self.number(), found.reason, found.seats, found.choices, found.facts, about)

    def _keys_of(self, match: Match) -> tuple[int, ...]:
        """The cards that the last line is about, as they lie."""
        names: set[str] = set()
        for event in match.events:
            cards = getattr(event, "cards", None)
            several = cards.values() if isinstance(cards, Mapping) else cards or getattr(event, "rows", None) or ()
            names |= {str(card) for card in (*several, getattr(event, "card", None))}
        seen = self.situation.seen
        return () if seen is None else tuple(card.key for card in seen.cards if card.name in names)

    def photograph(self, why: str, about: tuple[int, ...], line: int = 0) -> None:
        """The picture in which it shows, and the last one in which the table lay still before that."""
        seen, before = self.situation.seen, self.situation.before
        if seen is None:
            return
        if before is not None and before != seen.picture:
            self.effects.append(effects.Photograph(before, "before", (), line))
        self.effects.append(effects.Photograph(seen.picture, why, about, line))

    def _settled(self) -> None:
        """Whatever was asked or objected to is so no more: the table made it clear."""
        self._answered()
        if self.situation.objection is not None:
            self.effects.append(effects.PutRight(self.situation.objection.number))
        self.change(objection=None, amiss=None)

    def _answered(self) -> None:
        """Whatever was asked is so no more."""
        if self.situation.question is not None:
            self.effects.append(effects.Answered(self.situation.question.number, "", "table"))
        self.change(question=None, doubt=None)


def lying(seen: Seen) -> frozenset[tuple[str, str, str]]:
    """What lies where, for telling whether anybody has touched it; under a hand it lies as it did."""
    return frozenset((card.zone, card.name or "", card.face) for card in (*seen.cards, *seen.hidden))


def entry_of(header: Header, line: Mapping[str, object]) -> Move | Undo | Amend:
    """What that line says, if it is one of the game's."""
    return record.read_line(header, json.dumps(dict(line)))


def as_written(header: Header, entry: Move | Undo | Amend) -> Mapping[str, object]:
    line: Mapping[str, object] = json.loads(record.write_entry(header, entry))
    return line
