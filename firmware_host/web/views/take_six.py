"""Take Six on a screen: the rows, the card that is placed now, those that wait."""

from __future__ import annotations

from collections.abc import Mapping

from engine.match import Match
from engine.take_six.cards import heads_on
from engine.take_six.specials import lying
from firmware_host.steward import wording
from firmware_host.steward.seats import Memory
from firmware_host.steward.situation import Situation
from firmware_host.steward.stories import zones_of
from firmware_host.telling import tell_event
from firmware_host.web.views.cards import row_light
from firmware_host.web.views.games import View
from firmware_host.words import Words
from hardware.cues import Kind

OWN_MOVES = frozenset({"special", "exchange", "place"})
SECRET_EVENTS = frozenset({"drafted"})
"""What was drafted is in a hand: whoever saw it remembers, and nobody else is told."""


def board(situation: Situation, match: Match, words: Words) -> View:
    state, cue = match.state, situation.cue
    zones = zones_of(match)
    rows: list[View] = []
    for at, row in enumerate(state.rows, 1):
        number = wording.zone_number(zones, at)
        rows.append(
            {
                "number": number,
                "cards": [_card(card) for card in row.cards],
                "heads": sum(heads_on(card) for card in row.cards),
                "capacity": row.capacity,
                "blocked": row.blocked,
                "light": row_light(cue, number),
            }
        )
    rows.sort(key=lambda row: int(row["number"]))
    return {
        "rows": rows,
        "placing": _placing(situation),
        "waiting_cards": [{"seat": seat, "card": str(card), "heads": heads_on(card)} for card, seat in state.queue],
        "specials": _specials(match),
    }


def _card(number: int) -> View:
    return {"name": str(number), "heads": heads_on(number)}


def _placing(situation: Situation) -> View | None:
    cue = situation.cue
    if cue.kind is not Kind.PLACE:
        return None
    return {"seat": cue.seat, "card": cue.card, "row": cue.row, "takes": cue.takes}


def _specials(match: Match) -> View | None:
    """The special cards that everybody can see, and how many each seat holds."""
    specials = match.state.specials
    if specials is None:
        return None
    return {
        "lying": {name: count for name, count in sorted(lying(match.state).items()) if count},
        "count": dict(zip(match.header.seats, specials.count, strict=True)),
        "pending": specials.pending,
        "taker": specials.taker,
    }


def scores(match: Match) -> Mapping[str, int]:
    """The finished rounds and what lies in the piles."""
    state = match.state
    piles = (0,) * len(state.pile) if state.phase == "over" else state.pile
    return {seat: score + pile for seat, score, pile in zip(match.header.seats, state.score, piles, strict=True)}


def committed(situation: Situation, match: Match) -> frozenset[str]:
    if match.state.phase == "place":
        return frozenset(seat for _, seat in match.state.queue)
    memory = situation.memory
    return memory.committed if match.state.phase == "reveal" and isinstance(memory, Memory) else frozenset()


def rule(situation: Situation, match: Match, words: Words) -> str:
    """Why the card goes where it goes; where there is a choice, what there is to choose."""
    state = match.state
    if state.phase != "place" or len(state.choices) != 1:
        return ""
    placed = state.choices[0]
    return tell_event(words, "take_six", placed._replace(row=wording.zone_number(zones_of(match), placed.row)))


def may(situation: Situation, match: Match, seat: str, words: Words) -> list[View]:
    """Choosing a row, where the card fits nowhere; playing a special card; exchanging one."""
    state = match.state
    found: list[View] = []
    if state.phase == "place" and state.queue[0].seat == seat and len(state.choices) > 1:
        chosen, zones = situation.chosen.get(seat), zones_of(match)
        for choice in state.choices:
            row = wording.zone_number(zones, choice.row)
            found.append(
                {
                    "kind": "choose",
                    "row": row,
                    "cost": choice.heads,
                    "cards": [_card(card) for card in choice.taken],
                    "chosen": chosen == str(row),
                    "text": tell_event(words, "take_six", choice._replace(row=row)),
                }
            )
    return found + _special_wishes(match, seat)


def _special_wishes(match: Match, seat: str) -> list[View]:
    specials = match.state.specials
    if specials is None:
        return []
    at = match.header.terms.index[seat]
    advice = match.advice()
    found: list[View] = []
    if "special" in advice.wants and seat in advice.seats and specials.count[at]:
        found.append({"kind": "special", "count": specials.count[at]})
    if "exchange" in advice.wants and specials.taker == seat:
        found.append({"kind": "exchange", "count": specials.count[at]})
    return found


def hand(match: Match, seat: str) -> View:
    """The cards that are known to be in that hand; a camera knows none."""
    state, at = match.state, match.header.terms.index[seat]
    cards = sorted(card for card in state.hands[at] if card not in state.seen)
    found: View = {"cards": [_card(card) for card in cards]}
    if state.specials is not None:
        found["specials"] = {"known": list(state.specials.known[at]), "count": state.specials.count[at]}
    return found


def sheet(match: Match, seat: str, words: Words) -> View | None:
    return None
