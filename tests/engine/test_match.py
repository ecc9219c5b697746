"""A match as a value: playing, taking back, amending, and what each of them costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import BadHeader, IllegalMove, Match
from engine.game import GAMES
from engine.match import Amend, Amended, Header, LineChanged, TakenBack, Undo
from engine.players import play_out, seat_players
from engine.take_six.moves import Deal, Place, Reveal

SEATS = ("ana", "bia", "caio", "duda")


def first_turn() -> Match:
    """The first turn of the rulebooks' example, its cards revealed; the header is line 1."""
    match = Match.open("take_six", SEATS).play(Deal((12, 37, 43, 58)))
    return match.play(Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 61}))


def placed(match: Match) -> Match:
    """All cards of the queue placed where the rules send them, low cards in row 1."""
    while match.state.phase == "place":
        choice = match.state.choices[0]
        match = match.play(Place(choice.seat, choice.row))
    return match


def test_playing_a_move_leaves_the_match_at_hand_as_it_was() -> None:
    match = first_turn()
    after = match.play(Place("ana", 1))
    assert match.state.rows[0].cards == (12,)
    assert after.state.rows[0].cards == (12, 14)
    assert after.state.rows[1] is match.state.rows[1]


def test_peek_gives_the_last_move_in_force() -> None:
    match = first_turn()
    assert match.peek() == Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 61})
    assert match.undo().peek() == Deal((12, 37, 43, 58))
    assert match.undo(2).peek() is None


def test_undo_gives_the_very_state_of_before_and_the_record_keeps_it() -> None:
    match = first_turn()
    after = placed(match).undo(4)
    assert after.state is match.state
    assert after.events == (TakenBack((7, 6, 5, 4)),)
    assert after.record()[-1] == (8, Undo(4))
    assert [line for line, _ in after.record()] == [2, 3, 4, 5, 6, 7, 8]


def test_undo_can_go_back_to_the_opening_but_not_further() -> None:
    match = first_turn()
    assert match.undo(2).state == Match.open("take_six", SEATS).state
    with pytest.raises(IllegalMove, match="undo_too_many") as refused:
        match.undo(3)
    assert refused.value.rule == "phase"
    with pytest.raises(IllegalMove, match="undo_count"):
        match.undo(0)


def test_a_correction_is_not_undone_itself() -> None:
    match = placed(first_turn()).undo()
    again = match.undo()
    assert again.state.queue[0].card == 44
    assert [earlier.line for earlier in again.in_force()] == [5, 4, 3, 2]


def test_the_line_after_a_correction_counts_on() -> None:
    match = first_turn().undo().play(Reveal({"ana": 1, "bia": 2, "caio": 3, "duda": 4}))
    assert match.line == 5


def test_amend_reads_a_move_differently_and_plays_the_later_ones_again() -> None:
    match = placed(first_turn())
    amended = match.amend(3, Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 66}))
    assert amended.state.rows[3].cards == (58, 66)
    assert amended.state.seen == (match.state.seen - {61}) | {66}
    assert amended.record()[-1] == (8, Amend(3, Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 66})))


def test_amend_tells_what_changed_and_only_that() -> None:
    match = placed(first_turn())
    amended = match.amend(3, Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 66}))
    first, *changes = amended.events
    assert first == Amended(3)
    assert [change.line for change in changes if isinstance(change, LineChanged)] == [3, 7]
    last = changes[-1]
    assert isinstance(last, LineChanged)
    assert last.was[0]._asdict()["card"] == 61
    assert last.now[0]._asdict()["card"] == 66


def test_an_amended_line_stays_in_force_under_its_number() -> None:
    match = placed(first_turn()).amend(3, Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 66}))
    again = match.amend(3, Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 61}))
    assert again.state == placed(first_turn()).state
    assert [earlier.line for earlier in again.in_force()] == [7, 6, 5, 4, 3, 2]


def test_an_amendment_that_makes_a_later_move_illegal_is_refused_with_that_line() -> None:
    match = placed(first_turn())
    with pytest.raises(IllegalMove) as refused:
        match.amend(2, Deal((13, 37, 43, 61)))
    assert (refused.value.rule, refused.value.line) == ("card", 3)
    with pytest.raises(IllegalMove) as refused:
        match.amend(3, Reveal({"ana": 14, "bia": 15, "caio": 44, "duda": 42}))
    assert (refused.value.rule, refused.value.line) == ("seat", 6)


def test_an_amendment_that_is_illegal_itself_is_refused_with_its_own_line() -> None:
    with pytest.raises(IllegalMove) as refused:
        placed(first_turn()).amend(2, Deal((12, 12, 43, 58)))
    assert (refused.value.rule, refused.value.line) == ("card", 2)


@pytest.mark.parametrize("line", [0, 1, 7, 8, 99, -3])
def test_only_a_line_in_force_can_be_amended(line: int) -> None:
    match = placed(first_turn()).undo()  # line 7 is taken back, line 8 is the undo
    with pytest.raises(IllegalMove) as refused:
        match.amend(line, Place("duda", 4))
    assert (refused.value.rule, refused.value.reason) == ("malformed", "amend_line")
    assert refused.value.line is None


def test_legal_moves_can_be_asked_iterated_and_counted() -> None:
    match = first_turn()
    assert Place("ana", 1) in match.legal_moves
    assert Place("ana", 2) not in match.legal_moves
    assert list(match.legal_moves) == [Place("ana", 1)]
    low = match.undo().play(Reveal({"ana": 3, "bia": 15, "caio": 44, "duda": 61}))
    assert low.legal_moves.count() == 4
    assert "rubbish" not in low.legal_moves


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_over_has_no_legal_move_and_no_advice(game: str) -> None:
    match = Match.open(game, SEATS)
    over = play_out(match, seat_players(match, seed=3))
    assert not over.legal_moves
    assert over.advice().wants == ()
    assert over.state.winners


@pytest.mark.parametrize("game", GAMES)
def test_every_move_that_is_played_was_listed_or_at_least_legal(game: str) -> None:
    match = Match.open(game, SEATS)
    table = seat_players(match, seed=5)
    while (move := table.next_move(match)) is not None and len(match.record()) < 60:
        assert move in match.legal_moves
        if match.state.phase in ("place", "decide", "call"):
            assert move in list(match.legal_moves)
        match = match.play(move)


def test_rubbish_is_refused_by_every_game() -> None:
    for game in GAMES:
        with pytest.raises(IllegalMove, match="not_a_move"):
            Match.open(game, SEATS).play(object())


@pytest.mark.parametrize(
    ("open_badly", "reason"),
    [
        (lambda: Match.open("chess", SEATS), "unknown_game"),
        (lambda: Match.open("take_six", ["ana"]), "seat_count"),
        (lambda: Match.open("take_six", [f"seat {n}" for n in range(11)]), "seat_count"),
        (lambda: Match.open("take_six", [f"seat {n}" for n in range(7)], draft=True), "seat_count"),
        (lambda: Match.open("take_six", [f"seat {n}" for n in range(9)], variant="anniversary"), "seat_count"),
        (lambda: Match.open("take_six", SEATS, variant="anniversary", draft=False), "option_of_another_variant"),
        (lambda: Match.open("take_six", SEATS, limit={"reach": 0}), "option_limit"),
        (lambda: Match.open("take_six", SEATS, limit={"reach": 66, "rounds": 2}), "option_limit"),
        (lambda: Match.open("take_six", SEATS, draft=1), "option_flag"),
        (lambda: Match.open("take_six", SEATS, speed=9), "unknown_option"),
        (lambda: Match.open("no_thanks", SEATS, rounds=True), "option_count"),
        (lambda: Match.open("no_thanks", SEATS, gaps=[10, 20, 30]), "option_of_another_variant"),
        (lambda: Match.open("no_thanks", SEATS, variant="tactical", gaps=[10, 20, 31]), "option_gaps"),
        (lambda: Match.open("no_thanks", [*SEATS, "eva", "fabi"], variant="tactical"), "seat_count"),
        (lambda: Match.open("qwixx_cards", SEATS, variant="pro"), "option_words"),
        (lambda: Match.open("take_six", ["ana", "ana"]), "seat_twice"),
        (lambda: Match.open("take_six", ["ana", ""]), "seat_empty"),
        (lambda: Match.open("take_six", ["ana", "b\x1b[31m"]), "seat_unprintable"),
        (lambda: Match.open("take_six", ["ana", "\ud800"]), "seat_unprintable"),
    ],
)
def test_a_match_that_can_not_be_is_not_opened(open_badly: Callable[[], Match], reason: str) -> None:
    with pytest.raises(BadHeader) as refused:
        open_badly()
    assert refused.value.reason == reason


def test_matches_are_equal_when_their_records_are() -> None:
    assert first_turn() == first_turn()
    assert first_turn() != placed(first_turn())
    assert placed(first_turn()).undo(4) != first_turn()
    assert Header("take_six", SEATS) != Header("take_six", SEATS, {"draft": True})


def test_a_long_evening_costs_no_more_at_its_end_and_ends_without_harm() -> None:
    """A hundred thousand lines hang on one chain; it must be walked and dropped without recursion."""
    match = first_turn()
    for _ in range(50_000):
        match = match.play(Place("ana", 1)).undo()
    assert match.state == first_turn().state
    assert len(match.record()) == 100_002
    assert "line 3" in repr(match)
    del match


def test_a_move_at_the_end_of_an_evening_makes_no_more_than_one_at_its_start() -> None:
    """What a move allocates is counted, which says the same on every machine."""
    match = Match.open("take_six", SEATS, limit={"rounds": 200})
    table = seat_players(match, seed=1)
    sizes = []
    while (move := table.next_move(match)) is not None:
        match = match.play(move)
        if isinstance(move, Deal):
            sizes.append(sum(len(part) for part in (match.state.rows, match.state.seen, match.state.hands)))
    assert len(sizes) == 200
    assert sizes[0] == sizes[-1]
