"""The table of a match at any moment, for drawing, and what has to be moved where so that it lies like that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.match import Match
from firmware_host.journal.naming import named
from firmware_host.steward.inputs import Lying
from firmware_host.steward.qwixx_cards import NEUTRAL
from firmware_host.steward.settings import Settings
from firmware_host.steward.situation import Situation
from firmware_host.web.views.games import View, view_of_game
from firmware_host.words import Said, Words

OPEN_PLACES = ("row", "active")
"""The kinds of places on which cards lie open between two moves."""


def drawn(match: Match, words: Words) -> View:
    """What a page needs to draw the table as it was: the game's own board, the scores, whose turn it was."""
    return drawn_in(Situation(Settings(words), match=match), match, words)


def drawn_in(situation: Situation, match: Match, words: Words) -> View:
    game, state = view_of_game(match.header.game), match.state
    return {
        "game": match.header.game,
        "phase": state.phase,
        "round": getattr(state, "round", None),
        "turn": getattr(state, "turn", None),
        "board": game.board(situation, match, words),
        "scores": [{"seat": seat, "score": score} for seat, score in game.scores(match).items()],
        "winners": list(state.winners),
    }


def places_of(match: Match, words: Words) -> dict[str, str]:
    """In which place of the mat each open card lies."""
    return dict(_places(drawn(match, words)["board"]))


def _places(board: View) -> Iterator[tuple[str, str]]:
    for row in board.get("rows") or ():
        yield from ((str(card["name"]), f"row/{row['number']}") for card in row["cards"])
    if isinstance(board.get("active"), str) and "chips" in board:
        yield str(board["active"]), "active"


def repair(situation: Situation, words: Words) -> list[View]:
    """Every card that does not lie where the match has it, with where it belongs; the seats' own are their own."""
    match, seen = situation.match, situation.seen
    if match is None or seen is None:
        return []
    board, lying = drawn_in(situation, match, words)["board"], (*seen.cards, *seen.hidden)
    wrong = (*_wrong(dict(_places(board)), lying), *_wrong_display(board.get("display"), lying))
    return [tell_move(*move, words) for move in wrong]


def _wrong(belongs: Mapping[str, str], lying: Sequence[Lying]) -> Iterator[tuple[str, str, str]]:
    lies = {card.name: card.zone for card in lying if card.name is not None}
    for card, zone in belongs.items():
        if lies.get(card) != zone:
            yield card, lies.get(card, ""), zone
    for name, zone in lies.items():
        if zone.partition("/")[0] in OPEN_PLACES and name not in belongs and name.isdecimal():
            yield name, zone, ""


def _wrong_display(display: Sequence[int] | None, lying: Sequence[Lying]) -> Iterator[tuple[str, str, str]]:
    """Of the cards that are open to be taken only the numbers count, and one may lie there twice."""
    if display is None:
        return
    belongs = Counter(f"{NEUTRAL}{number}" for number in display)
    lies = Counter(card.name for card in lying if card.zone == "display" and card.name is not None)
    yield from ((name, "", "display") for name in (belongs - lies).elements())
    yield from ((name, "display", "") for name in (lies - belongs).elements())


def tell_move(card: str, lies: str, belongs: str, words: Words) -> View:
    """One card to move, in a sentence."""
    key = "screen.repair.move" if lies and belongs else "screen.repair.lay" if belongs else "screen.repair.take"
    facts = {
        "card": Said(words.card(card)),
        "lies": Said(named(words, lies)),
        "belongs": Said(named(words, belongs)),
    }
    return {"card": card, "from": lies, "to": belongs, "text": words.say_of(key, facts.__getitem__)}
