"""How messages travel: every example of docs/bar.md, and what noise can do to a frame."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hardware.bar_link import ETX, fresh_session, hello
from hardware.pico import frames, messages
from hardware.presses import BUTTONS

SESSION = 0x5E2A
EXAMPLES = {
    "HELLO": (messages.HELLO, 0, messages.hello()),
    "IDENTITY": (
        messages.IDENTITY,
        0,
        messages.identity((1, 0, 0), 0x1F40, 4, 6, 0b11101111, 1, 380, bytes.fromhex("E6614C311B000003")),
    ),
    "SHOW": (messages.SHOW, 1, messages.show(1, 0, [(0, 0, 0, 0), (1, 0, 200, 120)], [(4, 200, 200, 200)])),
    "EDGES": (messages.EDGES, 2, messages.edges(61000, [(messages.DOWN | 5, 90), (5, 5)])),
    "BEAT": (messages.BEAT, 0, b""),
    "BAR'S BEAT": (messages.BEAT, 0, messages.beat(61250)),
    "ACK": (messages.ACK, 2, bytes((messages.EDGES,))),
    "BYE": (messages.BYE, 0, b""),
}

numbers = st.integers(0, 255)
payloads = st.binary(max_size=frames.LONGEST_PAYLOAD) | st.lists(st.sampled_from([0, 1, 255]), max_size=240).map(bytes)
framed = st.tuples(st.integers(0, 0xFFFF), numbers, numbers, payloads)


def heard(data: bytes) -> list[tuple[int, int, int, bytes]]:
    return list(filter(None, map(frames.Receiver().take, data)))


def test_the_examples_of_the_page_are_what_the_program_says() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bar.md").read_text(encoding="utf-8")
    told = {
        name.strip(): data for name, data in re.findall(r"^    ([A-Z' ]+?) +((?:[0-9a-f]{2} ?)+)$", page, re.MULTILINE)
    }
    said = {name: frames.encode(SESSION, *example).hex(" ") for name, example in EXAMPLES.items()}
    assert told == said


def test_the_page_has_every_kind_of_message_and_none_stops_a_pico_that_is_starting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bar.md").read_text(encoding="utf-8")
    kinds = {kind for kind, _, _ in EXAMPLES.values()}
    assert {int(kind) for kind in re.findall(r"^### (\d+) ", page, re.MULTILINE)} == kinds
    assert ETX not in kinds
    assert all(ETX not in hello(fresh_session()) for _ in range(2000))


def test_both_ends_call_buttons_the_same() -> None:
    assert messages.BUTTONS == BUTTONS


@given(framed)
def test_a_frame_comes_out_as_it_went_in_and_holds_no_zero_inside(frame: tuple[int, int, int, bytes]) -> None:
    data = frames.encode(*frame)
    assert data[0] == data[-1] == 0
    assert 0 not in data[1:-1]
    assert len(data) == len(frame[3]) + 11
    assert heard(data) == [frame]


@given(framed, st.binary(max_size=600))
def test_after_garbage_the_next_frame_is_heard(frame: tuple[int, int, int, bytes], garbage: bytes) -> None:
    assert heard(garbage + frames.encode(*frame))[-1] == frame


@given(framed, st.data())
def test_a_frame_that_was_changed_cut_or_doubled_inside_is_not_heard(
    frame: tuple[int, int, int, bytes], data: st.DataObject
) -> None:
    said = frames.encode(*frame)
    at = data.draw(st.integers(1, len(said) - 2))
    change = data.draw(st.sampled_from(["flip", "drop", "double", "cut"]))
    if change == "flip":
        spoiled = said[:at] + bytes((said[at] ^ data.draw(st.integers(1, 255)),)) + said[at + 1 :]
    elif change == "drop":
        spoiled = said[:at] + said[at + 1 :]
    elif change == "double":
        spoiled = said[:at] + said[at : at + 1] + said[at:]
    else:
        spoiled = said[:at] + b"\0"
    assert frame not in heard(spoiled)


def test_no_single_flipped_bit_goes_unnoticed() -> None:
    said = frames.encode(SESSION, *EXAMPLES["SHOW"])
    for bit in range(8, 8 * (len(said) - 1)):
        spoiled = bytearray(said)
        spoiled[bit // 8] ^= 1 << bit % 8
        assert not heard(bytes(spoiled))


def test_a_flood_without_end_is_thrown_away_and_counted() -> None:
    receiver = frames.Receiver()
    for byte in b"\xff" * 100_000 + b"\0":
        assert receiver.take(byte) is None
    assert receiver.spoiled == 1
    assert list(filter(None, map(receiver.take, frames.encode(1, 6, 0)))) == [(1, 6, 0, b"")]


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_what_is_too_short_is_nothing_and_what_is_longer_is_read_as_far_as_it_is_known(cut: bytes, more: bytes) -> None:
    for read in (messages.read_identity, messages.read_show, messages.read_edges, messages.read_beat):
        read(cut)
    identity, show = EXAMPLES["IDENTITY"][2], EXAMPLES["SHOW"][2]
    assert messages.read_identity(identity + more) == messages.read_identity(identity)
    assert messages.read_show(show + more) == (1, 0, [(0, 0, 0, 0), (1, 0, 200, 120)], [(4, 200, 200, 200)])
    assert messages.read_edges(EXAMPLES["EDGES"][2] + more) == [(0x85, 90), (5, 5)]
    assert messages.read_beat(EXAMPLES["BAR'S BEAT"][2] + more) == 61250
    assert messages.read_identity(identity[:-1]) is None
    assert messages.read_show(show[:-1]) is None


@given(numbers.filter(bool), st.integers(0, 254))
def test_numbers_go_round_without_zero(start: int, steps: int) -> None:
    number = start
    for _ in range(steps):
        number = frames.following(number)
        assert 1 <= number <= 255
    assert frames.distance(start, number) == steps
