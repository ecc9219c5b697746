"""Seat-fillers: they bring every match to its end, by the rules, and some of them play to win."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from engine import Match
from engine.game import GAMES
from engine.no_thanks.moves import Deal as DealOfNoThanks
from engine.no_thanks.moves import Tiger
from engine.players import STYLES, play_out, seat_players
from engine.record import read, write
from engine.take_six.moves import Deal, Exchange, Place, Reveal, Special

SEATS = ("ana", "bia", "caio", "davi", "eva", "fabio", "gil", "hana", "ivo", "joana")


class Kind(NamedTuple):
    """A game with its options, and how many may sit at it."""

    game: str
    options: Mapping[str, object]
    least: int
    most: int

    def __str__(self) -> str:
        return " ".join([self.game, *(str(name if value is True else value) for name, value in self.options.items())])

    def opened(self, seats: int) -> Match:
        return Match.open(self.game, SEATS[:seats], **self.options)


KINDS = (
    Kind("take_six", {}, 2, 10),
    Kind("take_six", {"known_deck": True}, 2, 6),
    Kind("take_six", {"draft": True}, 2, 6),
    Kind("take_six", {"variant": "pro"}, 2, 6),
    Kind("take_six", {"variant": "anniversary"}, 2, 8),
    Kind("no_thanks", {}, 3, 7),
    Kind("no_thanks", {"variant": "hidden_tiger"}, 3, 7),
    Kind("no_thanks", {"variant": "tactical"}, 3, 5),
    Kind("no_thanks", {"variant": "tactical", "gaps": [10, 19, 28]}, 3, 5),
    Kind("no_thanks", {"variant": "tactical_tiger"}, 3, 5),
    Kind("qwixx_cards", {}, 2, 5),
    Kind("qwixx_cards", {"variant": "joker"}, 2, 5),
)
each_kind = pytest.mark.parametrize("kind", KINDS, ids=str)
each_style = pytest.mark.parametrize("style", STYLES)


def match_by(kind: Kind, seed: int, seats: int = 4, **players: Any) -> Match:
    """A whole match, played by players as `seat_players` takes them."""
    opened = kind.opened(seats)
    return play_out(opened, seat_players(opened, seed, **players))


def moves_of(match: Match, *kinds: type) -> list[Any]:
    return [move for _, move in match.record() if isinstance(move, kinds)]


# To the end, by the rules


@each_style
@each_kind
def test_every_number_of_seats_plays_a_match_to_its_end(kind: Kind, style: str) -> None:
    for seats in range(kind.least, kind.most + 1):
        for open_hands in (False, True):
            over = match_by(kind, seed=seats, seats=seats, style=style, open_hands=open_hands)
            assert over.state.phase == "over"
            assert over.state.winners


@each_kind
def test_a_match_of_both_styles_plays_to_its_end(kind: Kind) -> None:
    over = match_by(kind, seed=5, style="sensible", styles={"bia": "any", "davi": "any"})
    assert over.state.phase == "over"


@each_kind
def test_a_table_has_no_move_left_once_the_match_is_over(kind: Kind) -> None:
    opened = kind.opened(3)
    table = seat_players(opened, seed=1)
    assert table.next_move(play_out(opened, table)) is None


@each_kind
def test_what_they_play_can_be_written_down_and_read_again(kind: Kind) -> None:
    over = match_by(kind, seed=2, open_hands=True)
    assert read(write(over)) == over


# Seeds


@each_style
@each_kind
def test_the_same_seed_gives_the_same_match(kind: Kind, style: str) -> None:
    assert match_by(kind, seed=7, style=style) == match_by(kind, seed=7, style=style)


@each_style
@each_kind
def test_other_seeds_give_other_matches(kind: Kind, style: str) -> None:
    matches = [match_by(kind, seed, style=style) for seed in range(3)]
    assert len({write(match) for match in matches}) == 3


def test_the_same_seed_gives_the_same_match_in_another_process() -> None:
    program = "\n".join(
        [
            "from engine import Match",
            "from engine.players import play_out, seat_players",
            "from engine.record import write",
            "variants = {'take_six': 'anniversary', 'no_thanks': 'hidden_tiger', 'qwixx_cards': 'joker'}",
            "for game, variant in variants.items():",
            f"    match = Match.open(game, {SEATS[:4]}, variant=variant)",
            "    print(write(play_out(match, seat_players(match, 7, 'any'))), end='')",
        ]
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert [printed[0].count(f'"game": "{game}"') for game in GAMES] == [1, 1, 1]


# Open and hidden hands


@pytest.mark.parametrize("variant", ["base", "pro", "anniversary"])
def test_open_hands_of_take_six_are_told_with_the_deal(variant: str) -> None:
    over = match_by(Kind("take_six", {"variant": variant}, 2, 6), seed=3, open_hands=True)
    for deal in moves_of(over, Deal):
        assert {seat: len(hand) for seat, hand in deal.hands.items()} == dict.fromkeys(
            SEATS[:4], 12 if variant == "anniversary" else 10
        )
        assert (deal.specials is None) == (variant != "anniversary")


@pytest.mark.parametrize("variant", ["base", "pro", "anniversary"])
def test_hidden_hands_of_take_six_are_told_by_no_move(variant: str) -> None:
    over = match_by(Kind("take_six", {"variant": variant}, 2, 6), seed=3)
    deals = moves_of(over, Deal)
    assert deals
    assert all(deal.hands is None and deal.specials is None for deal in deals)


@each_style
def test_what_is_drawn_in_an_exchange_is_told_with_open_hands_only(style: str) -> None:
    kind = Kind("take_six", {"variant": "anniversary"}, 2, 8)
    for open_hands in (True, False):
        exchanges = [
            move
            for seed in range(3)
            for move in moves_of(match_by(kind, seed, style=style, open_hands=open_hands), Exchange)
        ]
        assert exchanges
        assert all((move.draw is not None) == open_hands for move in exchanges)


def test_a_hand_that_was_told_is_what_its_seat_reveals() -> None:
    over = match_by(KINDS[0], seed=4, open_hands=True)
    told: dict[str, set[int]] = {}
    for move in moves_of(over, Deal, Reveal):
        if isinstance(move, Deal):
            assert not any(told.values())
            told = {seat: set(hand) for seat, hand in (move.hands or {}).items()}
        else:
            for seat, card in move.cards.items():
                told[seat].remove(card)
    assert told == {seat: set() for seat in SEATS[:4]}


@pytest.mark.parametrize("variant", ["hidden_tiger", "tactical_tiger"])
def test_open_tigers_are_told_with_the_deal_and_are_what_is_played(variant: str) -> None:
    over = match_by(Kind("no_thanks", {"variant": variant}, 3, 5), seed=3, open_hands=True)
    told: Mapping[str, int] = {}
    shown = 0
    for move in moves_of(over, DealOfNoThanks, Tiger):
        if isinstance(move, DealOfNoThanks):
            told = move.tigers or {}
            assert tuple(told) == SEATS[:4]
        else:
            assert told[move.seat] == move.card
            shown += 1
    assert shown > 0


@pytest.mark.parametrize("variant", ["hidden_tiger", "tactical_tiger"])
def test_hidden_tigers_are_told_when_they_are_played_at_the_earliest(variant: str) -> None:
    over = match_by(Kind("no_thanks", {"variant": variant}, 3, 5), seed=3)
    assert [deal.tigers for deal in moves_of(over, DealOfNoThanks)] == [None] * 4
    assert moves_of(over, Tiger)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.options.get("variant") != "anniversary"], ids=str)
def test_telling_the_hands_changes_nothing_in_what_is_played(kind: Kind) -> None:
    told, untold = (match_by(kind, seed=6, open_hands=open_hands) for open_hands in (True, False))
    assert told.as_record(secret=True) == untold.as_record(secret=True)
    assert told.state.phase == "over"


@pytest.mark.parametrize("variant", ["base", "joker"])
def test_the_record_of_the_qwixx_card_game_has_no_place_for_hands(variant: str) -> None:
    kind = Kind("qwixx_cards", {"variant": variant}, 2, 5)
    assert match_by(kind, seed=6, open_hands=True) == match_by(kind, seed=6)


# Styles


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_sensible_players_beat_those_who_play_anything(kind: Kind) -> None:
    matches = 8 if kind.options.get("variant") == "anniversary" else 30
    assert sensible_wins(kind, matches) >= 0.8 * matches


def test_a_style_for_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no such seat: 'zoe'"):
        seat_players(Match.open("take_six", SEATS), seed=1, styles={"zoe": "any"})


def sensible_wins(kind: Kind, matches: int) -> float:
    """How many matches the sensible two of four seats win; a shared win counts by its share."""
    won = 0.0
    for seed in range(matches):
        sensible = SEATS[seed % 2 : 4 : 2]
        winners = match_by(kind, seed, styles=dict.fromkeys(sensible, "sensible")).state.winners
        won += sum(seat in sensible for seat in winners) / len(winners)
    return won


@pytest.mark.parametrize("style", STYLES)
def test_both_styles_play_special_cards(style: str) -> None:
    kind = Kind("take_six", {"variant": "anniversary"}, 2, 8)
    played = [move for seed in range(3) for move in moves_of(match_by(kind, seed, style=style), Special, Place)]
    assert {type(move) for move in played} == {Special, Place}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("style", ["", "clever", "Sensible"])
def test_an_unknown_style_is_refused(game: str, style: str) -> None:
    match = Match.open(game, SEATS[:3])
    with pytest.raises(ValueError, match="no such style"):
        seat_players(match, 1, style)
    with pytest.raises(ValueError, match="no such style"):
        seat_players(match, 1, styles={"bia": style})
