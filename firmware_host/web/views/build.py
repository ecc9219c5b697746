"""The whole view, for the table's screen, for a seat's phone, and for whoever gave the PIN."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.match import Match
from firmware_host.steward import telling
from firmware_host.steward.effects import Objection, Question
from firmware_host.steward.situation import Situation
from firmware_host.web.views import speech
from firmware_host.web.views.audience import Audience
from firmware_host.web.views.cards import lights, rounds
from firmware_host.web.views.games import View, view_of_game
from firmware_host.words import Words
from hardware.cues import Cue, Pattern
from vision.cards import names_of


@dataclass(frozen=True)
class Extras:
    """What a view has beside the situation: `links` to the places' phones by their numbers."""

    links: Mapping[int, str] = field(default_factory=dict)


def view(situation: Situation, number: int, audience: Audience, extras: Extras | None = None) -> View:
    """What that audience sees of this situation."""
    words = Words(audience.language)
    found: View = {
        "number": number,
        "language": audience.language,
        "mode": situation.settings.mode,
        "game": _game(situation),
        "match": None if situation.match is None else _match(situation, situation.match, words),
        "cue": _cue(situation, words),
        "rule": speech.rule(situation, words),
        "question": _question(situation, audience, words),
        "objection": _objection(situation, audience, words),
        "repair": _repair(situation, words),
        "paused": situation.paused,
        "troubles": [
            {"part": part, "text": telling.tell_trouble(words, part, situation.reasons.get(part, ""))}
            for part in situation.troubles
        ],
    }
    if audience.trusted and extras is not None:
        found["links"] = {seat: extras.links[at] for seat, at in places(situation).items() if at in extras.links}
    if audience.place:
        found["you"] = _you(situation, audience, words)
    return found


def _game(situation: Situation) -> str | None:
    """What is played here, also while nobody does."""
    match, lobby = situation.match, situation.settings.lobby
    return match.header.game if match is not None else None if lobby is None else lobby.game


def places(situation: Situation) -> Mapping[str, int]:
    """At which place of the mat each seat sits."""
    match = situation.match
    if match is None:
        lobby = situation.settings.lobby
        return {} if lobby is None else {name: place for place, name in enumerate(lobby.names, 1)}
    numbers = situation.places or tuple(range(1, len(match.header.seats) + 1))
    return dict(zip(match.header.seats, numbers, strict=True))


def seat_at(situation: Situation, place: int) -> str | None:
    """Who sits at that place of the mat."""
    return next((seat for seat, at in places(situation).items() if at == place), None)


def _match(situation: Situation, match: Match, words: Words) -> View:
    header, state = match.header, match.state
    game = view_of_game(header.game)
    return {
        "game": header.game,
        "variant": header.terms.variant,
        "title": words.say(f"game.{header.game}"),
        "phase": state.phase,
        "line": match.line,
        "round": getattr(state, "round", None),
        "turn": getattr(state, "turn", None),
        "seats": _seats(situation, match),
        "rounds": rounds(match),
        "board": game.board(situation, match, words),
        "last": speech.last(match, words),
        "over": state.phase == "over",
        "winners": list(state.winners),
    }


def _seats(situation: Situation, match: Match) -> list[View]:
    game, state = view_of_game(match.header.game), match.state
    scores, committed = game.scores(match), game.committed(situation, match)
    turns, at = match.advice().seats, places(situation)
    return [
        {
            "number": at[seat],
            "name": seat,
            "score": scores[seat],
            "committed": seat in committed,
            "waited": _is_waited_for(situation.cue, at[seat]),
            "turn": seat in turns,
            "winner": seat in state.winners,
        }
        for seat in match.header.seats
    ]


def _is_waited_for(cue: Cue, place: int) -> bool:
    return cue.light("seat", place - 1) in (Pattern.WAIT, Pattern.QUESTION, Pattern.WRONG)


def _cue(situation: Situation, words: Words) -> View:
    cue = situation.cue
    return {
        "kind": cue.kind.value,
        "text": speech.cue_text(situation, words),
        "rows": lights(cue.rows),
        "seats": lights(cue.seats),
        "card": cue.card,
        "row": cue.row,
        "takes": cue.takes,
        "seat": cue.seat,
        "rule": cue.rule,
    }


def _question(situation: Situation, audience: Audience, words: Words) -> View | None:
    question = situation.question
    if question is None or situation.doubt is None:
        return None
    return _asked(question, situation, audience, words)


def _asked(question: Question, situation: Situation, audience: Audience, words: Words) -> View:
    told = telling.Told(replace(situation.settings, words=words), situation.match)
    others = _other_names(question, situation)
    return {
        "number": question.number,
        "reason": question.reason,
        "text": told.question(question).text[-1],
        "seats": list(question.seats),
        "choices": [
            {"value": choice, "label": telling.tell_choice(words, question, choice)} for choice in question.choices
        ],
        "others": [{"value": name, "label": words.card(name)} for name in others],
        "crop": f"/api/crops/{question.number}" if audience.trusted and question.about else None,
    }


def _other_names(question: Question, situation: Situation) -> tuple[str, ...]:
    """What the card that is asked about may be besides the choices: the eyes may be wrong about all of them."""
    if not question.about or situation.match is None:
        return ()
    return tuple(name for name in names_of(situation.match.header.game) if name not in question.choices)


def _objection(situation: Situation, audience: Audience, words: Words) -> View | None:
    objection = situation.objection
    if objection is None or situation.amiss is None:
        return None
    return {
        "number": objection.number,
        "rule": objection.rule,
        "text": _objected(situation, objection, words),
        "seat": objection.seat,
        "card": objection.card,
        "lies": objection.lies,
        "belongs": objection.belongs,
        "crop": f"/api/crops/{objection.number}" if audience.trusted and objection.about else None,
    }


def _objected(situation: Situation, objection: Objection, words: Words) -> str:
    return telling.tell_objection(replace(situation.settings, words=words), objection)


def _repair(situation: Situation, words: Words) -> View | None:
    """What is to be moved where, while table and match are made to agree."""
    if not situation.repairing:
        return None
    objection = situation.objection
    if objection is None or situation.amiss is None:
        return {"steps": []}
    step = {
        "card": objection.card,
        "from": objection.lies,
        "to": objection.belongs,
        "text": _objected(situation, objection, words),
    }
    return {"steps": [step]}


def _you(situation: Situation, audience: Audience, words: Words) -> View:
    """What the one at that place may know and do."""
    seat, match = seat_at(situation, audience.place), situation.match
    found: View = {"place": audience.place, "seat": seat, "name": seat, "language": audience.language}
    found |= {"questions": [], "may": [], "hand": {}, "sheet": None}
    if match is None or seat is None:
        return found
    game = view_of_game(match.header.game)
    asked = _question(situation, audience, words)
    if asked is not None and (not asked["seats"] or seat in asked["seats"]):
        found["questions"] = [asked]
    if not situation.paused:
        found["may"] = game.may(situation, match, seat, words)
    found["hand"] = game.hand(match, seat)
    found["sheet"] = game.sheet(match, seat, words)
    return found
