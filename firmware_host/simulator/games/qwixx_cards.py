"""How people play the Qwixx card game at a table: numbers on display, and crosses that are entered on a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from engine.errors import IllegalMove
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.state import State
from firmware_host.simulator.arranging import Names, arrange
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.mistakes import Mistake
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.scene import Scene
from firmware_host.simulator.sitting import Sitting
from firmware_host.steward.inputs import Enter
from vision.mat.model import Slot

NUMBER_OF = "neutral {}"
"""What lies face down shows its number without a colour, and that is all that anybody knows of it."""


def play(sitting: Sitting) -> Script:
    while (move := sitting.next_move()) is not None:
        yield from _DO[type(move)](sitting, move)
        yield from sitting.breathe()
    yield sitting.gestures.between(sitting.pace.think)
    cleared: dict[str, Names] = dict.fromkeys(("display", "pile", "discards", "play"), ())
    yield from sitting.gestures.reach(1, _arranged(sitting, cleared))


def _setup(sitting: Sitting, move: Setup) -> Script:
    """Pile and display are laid out."""
    display = tuple(NUMBER_OF.format(number) for number in move.display)
    target = {"pile": (NUMBER_OF.format(move.top),), "display": display}
    yield from sitting.gestures.reach(1, _arranged(sitting, target))
    sitting.play(move)


def _draw(sitting: Sitting, move: Draw) -> Script:
    """Cards go from the display into the hand, and those from the pile fill the gaps."""
    scene, state = sitting.scene, sitting.match.state
    yield sitting.gestures.between(sitting.pace.think)
    gone = _each_once(scene, move)
    fresh = (Counter(move.display) - (Counter(state.display) - Counter(move.numbers))).elements()
    refill = _top_first(list(fresh), state.top)
    gaps = [scene.at("display").index(card) for card in gone]
    number = sitting.number(move.seat)
    pile = slot_of(scene.mat, "pile", 0)
    yield from sitting.gestures.reach(number, [(card.at, partial(scene.lift, card)) for card in gone])
    yield sitting.gestures.between(sitting.pace.breath)
    stops: list[Stop] = []
    for gap, card, under in zip(sorted(gaps), refill, [*refill[1:], move.top], strict=True):
        slot = slot_of(scene.mat, "display", gap)
        stops.append((pile.centre, partial(_uncover, scene, under)))
        stops.append((slot.centre, partial(scene.lay, NUMBER_OF.format(card), "display", slot, place=gap)))
    yield from _perhaps_not_filled(sitting, move)
    more = _one_more(sitting, move)
    if more and sitting.slips.slips("wrong_take"):
        yield from _one_too_many(sitting, move, sitting.random.choice(more), stops)
    else:
        yield from sitting.gestures.reach(number, stops)
    if _shuffled(sitting, move):
        yield from sitting.gestures.reach(number, _arranged(sitting, {"discards": ()}))
    sitting.play(move)


def _perhaps_not_filled(sitting: Sitting, move: Draw) -> Script:
    """Nobody thinks of filling the display, until somebody says so."""
    if sitting.slips.slips("forgotten"):
        mistake = sitting.slips.note(Mistake("forgotten", sitting.now, move.seat, changes=True))
        yield from sitting.notice(mistake)
        mistake.end("put right" if mistake.noticed else "stands", sitting.now)


def _one_more(sitting: Sitting, move: Draw) -> list[int]:
    """The numbers of which one too many can be drawn so that it shows: the table looks like no right draw."""
    before, right = Counter(sitting.match.state.display), Counter(move.display)
    wrong = {number: right - Counter([number]) + Counter([move.top]) for number in right}
    return [number for number, shown in wrong.items() if (before - shown).total() > len(move.numbers)]


def _one_too_many(sitting: Sitting, move: Draw, number: int, stops: list[Stop]) -> Script:
    """One more card is drawn, and its gap filled with the next one. It goes back if anybody objects."""
    scene, seat = sitting.scene, sitting.number(move.seat)
    pile = slot_of(scene.mat, "pile", 0)
    right: dict[str, Names] = {}

    def more() -> None:
        right.update(display=scene.names("display"), pile=scene.names("pile"))
        scene.lift(scene.find(NUMBER_OF.format(number), "display"))
        _uncover(scene, sitting.random.randint(2, 12))

    def fill() -> None:
        gap = right["display"].index(NUMBER_OF.format(number))
        scene.lay(NUMBER_OF.format(move.top), "display", slot_of(scene.mat, "display", gap), place=gap)

    more_stops: list[Stop] = [(pile.centre, more), (slot_of(scene.mat, "display", 0).centre, fill)]
    yield from sitting.gestures.reach(seat, [*stops, *more_stops])
    mistake = sitting.slips.note(Mistake("wrong_take", sitting.now, move.seat, str(number), changes=True))
    yield from sitting.notice(mistake)
    yield from sitting.gestures.reach(seat, _arranged(sitting, right))
    mistake.end("put right" if mistake.noticed else "stands", sitting.now)


def _each_once(scene: Scene, move: Draw) -> list[Any]:
    """The cards of the display that are drawn; of two with the same number two."""
    left = scene.at("display")
    drawn = []
    for number in move.numbers:
        card = next(card for card in left if card.card.name == NUMBER_OF.format(number))
        left.remove(card)
        drawn.append(card)
    return drawn


def _top_first(fresh: list[int], top: int | None) -> list[int]:
    """The cards that refill the display, in the order in which they come off the pile."""
    assert top is not None  # a pile lies when cards are drawn
    fresh.remove(top)
    return [top, *fresh]


def _uncover(scene: Scene, number: int) -> None:
    """The top of the pile is taken, and the next card shows."""
    for card in scene.at("pile"):
        scene.lift(card)
    scene.lay(NUMBER_OF.format(number), "pile", slot_of(scene.mat, "pile", 0))


def _shuffled(sitting: Sitting, move: Draw) -> bool:
    """Whether the pile ran out, and the discards are the new one."""
    after = sitting.match.play(move).state
    return bool(sitting.match.state.discards) and not after.discards


def _call(sitting: Sitting, move: Call) -> Script:
    """Everybody marks, and somebody enters it."""
    yield sitting.gestures.between(sitting.pace.think)
    sitting.say(Enter({"move": "call", "number": move.number, "marks": dict(move.marks)}))
    sitting.play(move)


def _play(sitting: Sitting, move: Play) -> Script:
    """Cards of one colour are laid open, what was marked is entered, and the cards go to the discards."""
    yield sitting.gestures.between(sitting.pace.think)
    number = sitting.number(move.seat)
    names = _names(move)
    yield from sitting.gestures.reach(number, _arranged(sitting, {"play": names}))
    yield sitting.gestures.between(sitting.pace.look)
    line: dict[str, object] = {"move": "play", "seat": move.seat, "colour": move.colour}
    line |= {"cards": list(move.cards), "marks": list(move.marks)}
    if move.jokers is not None:
        line["jokers"] = list(move.jokers)
    yield from _perhaps_misentered(sitting, move, line)
    sitting.say(Enter(line))
    sitting.play(move)
    yield sitting.gestures.between(sitting.pace.breath)
    discards = (*sitting.scene.names("discards"), *(NUMBER_OF.format(card) for card in move.cards))
    yield from sitting.gestures.reach(number, _arranged(sitting, {"play": (), "discards": discards}))


def _perhaps_misentered(sitting: Sitting, move: Play, line: Mapping[str, object]) -> Script:
    """Another number is entered than was laid, though one that might have been."""
    others = [number for number in range(2, 13) if number not in move.cards]
    plays = [replace(move, cards=(number, *move.cards[1:]), marks=(), jokers=None) for number in others]
    legal = [play for play in plays if _is_legal(sitting, play)]
    if move.jokers or not legal or not sitting.slips.slips("wrong_row"):
        return
    wrong = sitting.random.choice(legal)
    sitting.say(Enter({**line, "cards": list(wrong.cards), "marks": []}))
    mistake = sitting.slips.note(Mistake("wrong_row", sitting.now, move.seat, str(wrong.cards[0]), changes=True))
    yield from sitting.notice(mistake)
    mistake.end("put right" if mistake.noticed else "stands", sitting.now)


def _is_legal(sitting: Sitting, play: Play) -> bool:
    try:
        sitting.match.play(play)
    except IllegalMove:
        return False
    return True


def _names(move: Play) -> Names:
    jokers = Counter(move.jokers or ())
    plain = (Counter(move.cards) - jokers).elements()
    return (*(f"{move.colour} {number}" for number in plain), *(f"joker {number}" for number in jokers.elements()))


def _arranged(sitting: Sitting, target: Mapping[str, Names]) -> list[Stop]:
    return arrange(sitting.scene, target, partial(_slots, sitting.scene), sitting.lies_open)


def _slots(scene: Scene, zone: str, names: Names, place: int) -> Slot:
    return slot_of(scene.mat, zone, 0 if zone in ("pile", "discards") else place)


def disagreements(sitting: Sitting) -> list[str]:
    """What of the table is not as the match says."""
    scene = sitting.scene
    state: State = sitting.match.state
    shown = sorted(int(name.split()[1]) for name in scene.names("display"))
    found = [] if shown == list(state.display) else [f"display: {shown}, by the match {state.display}"]
    top = () if state.top is None else (NUMBER_OF.format(state.top),)
    if scene.names("pile") != top:
        found.append(f"pile: {scene.names('pile')}, by the match {state.top}")
    if len(scene.names("discards")) != len(state.discards):
        found.append(f"discards: {len(scene.names('discards'))} cards, by the match {len(state.discards)}")
    return found


_DO: Mapping[type, Callable[[Sitting, Any], Script]] = {
    Setup: _setup,
    Draw: _draw,
    Call: _call,
    Play: _play,
}
