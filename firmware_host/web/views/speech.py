"""What lights and display say now, in the language of whoever reads it."""

from __future__ import annotations

from dataclasses import replace

from engine.game import event_kind
from engine.match import Match
from firmware_host.steward import telling
from firmware_host.steward.desk import BLIND
from firmware_host.steward.findings import Table
from firmware_host.steward.games import behaviour_of
from firmware_host.steward.inputs import Seen
from firmware_host.steward.lobby import seen_from
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.telling import tell_event, tell_next
from firmware_host.web.views.games import view_of_game
from firmware_host.words import Words
from hardware.cues import Cue, Kind


def cue_text(situation: Situation, words: Words) -> list[str]:
    """The cue's text; in another language than the table's it is made again."""
    cue = situation.cue
    if words.language == situation.settings.words.language or not cue.text:
        return list(cue.text)
    return list(_again(situation, replace(situation.settings, words=words)).text)


def _again(situation: Situation, settings: Settings) -> Cue:
    told = telling.Told(settings, situation.match)
    kind = situation.cue.kind
    if kind is Kind.FAULT:
        part = next((part for part in BLIND if part in situation.troubles), BLIND[0])
        return told.fault(part, situation.reasons.get(part, ""))
    if situation.paused:
        return told.paused()
    if kind is Kind.ASK and situation.question is not None:
        return told.question(situation.question)
    if kind is Kind.WRONG and situation.objection is not None:
        return told.objection(situation.objection)
    seen = situation.seen or Seen(0, 0)
    if situation.match is None:
        lobby = settings.lobby
        return told.idle() if lobby is None else lobby.cue(Table(seen, situation.said), settings)
    table = Table(seen_from(seen, situation.places), situation.said, situation.chosen)
    behaviour = behaviour_of(situation.match.header.game)
    return behaviour.cue(situation.match, situation.memory, table, settings)


def last(match: Match, words: Words) -> dict[str, object] | None:
    """What the newest line brought about, without what only a seat may know."""
    game = match.header.game
    secret = view_of_game(game).SECRET_EVENTS
    said = [tell_event(words, game, event) for event in match.events if event_kind(type(event)) not in secret]
    return {"line": match.line, "text": " ".join(said)} if match.move is not None and said else None


def rule(situation: Situation, words: Words) -> str:
    """What decides now, or, where nothing is to be decided, what comes next."""
    match = situation.match
    if match is None or not situation.settings.leads:
        return ""
    return view_of_game(match.header.game).rule(situation, match, words) or tell_next(words, match)
