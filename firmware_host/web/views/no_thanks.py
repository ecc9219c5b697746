"""No Thanks! on a screen: the card in the middle, the chips on it, who decides, what everybody has taken."""

from __future__ import annotations

from collections.abc import Mapping

from engine.match import Match
from engine.no_thanks.state import points
from firmware_host.steward.situation import Situation
from firmware_host.telling import tell_event
from firmware_host.web.views.games import View
from firmware_host.words import Words

OWN_MOVES = frozenset({"pass", "take", "tiger"})
SECRET_EVENTS: frozenset[str] = frozenset()


def board(situation: Situation, match: Match, words: Words) -> View:
    """Chips in hands and hidden cards are not in it."""
    state, seats = match.state, match.header.seats
    return {
        "active": None if state.active is None else str(state.active),
        "chips": state.on_card,
        "left": state.left,
        "decides": state.to_decide if state.phase == "decide" else None,
        "taken": {seat: [str(card) for card in cards] for seat, cards in zip(seats, state.cards, strict=True)},
        "points": {seat: points(cards, 0) for seat, cards in zip(seats, state.cards, strict=True)},
        "gaps": [str(card) for card in match.header.terms.gaps],
    }


def scores(match: Match) -> Mapping[str, int]:
    """The finished rounds alone: what the chips make of the open cards nobody may know."""
    return dict(zip(match.header.seats, match.state.score, strict=True))


def committed(situation: Situation, match: Match) -> frozenset[str]:
    return frozenset()


def rule(situation: Situation, match: Match, words: Words) -> str:
    return ""


def may(situation: Situation, match: Match, seat: str, words: Words) -> list[View]:
    """Passing and taking; without a chip nobody passes."""
    state = match.state
    if state.phase != "decide" or state.to_decide != seat:
        return []
    at = match.header.terms.index[seat]
    advice = match.advice(secret=True)
    found: list[View] = []
    allowed = "pass" in advice.wants
    why = "" if allowed else words.say("refused.no_chip", seat=seat)
    found.append({"kind": "pass", "allowed": allowed, "why": why})
    taken = advice.choices[-1]
    found.append({"kind": "take", "allowed": True, "why": "", "text": tell_event(words, "no_thanks", taken)})
    if state.tigers[at] is not None:
        found.append({"kind": "tiger", "allowed": True, "why": "", "card": str(state.tigers[at] or "")})
    return found


def hand(match: Match, seat: str) -> View:
    state, at = match.state, match.header.terms.index[seat]
    found: View = {"chips": state.chips[at]}
    if match.header.terms.tigers:
        tiger = state.tigers[at]
        found["tiger"] = None if tiger is None else str(tiger or "?")
    return found


def sheet(match: Match, seat: str, words: Words) -> View | None:
    return None
