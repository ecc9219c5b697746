"""Films that others draw: no hands, and all that changes changes from one picture to the next."""

from __future__ import annotations

import pytest

from tests.firmware_host.jumping import Style, watched

SMALL = (1536, 864)


@pytest.mark.parametrize(
    "style",
    [
        Style(size=SMALL),
        Style(size=SMALL, hold=6, reveal_at_once=False, take_before=True, pile="off"),
        Style(size=SMALL, commit_at_once=True, place_at_once=True, pile="up", crooked=2.5),
    ],
    ids=["one by one", "each card by itself", "all at once"],
)
def test_cards_that_jump_from_place_to_place_are_followed(style: Style) -> None:
    told = watched(2, 3, style, turns=4)
    assert told.record == told.played
    assert told.asked == told.objected == []
