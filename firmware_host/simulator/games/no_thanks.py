"""How people play No Thanks! at a table: a card in the middle, chips on it, and what everybody took before them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from engine.no_thanks.moves import Deal, Pass, Take, Tiger, TurnUp
from engine.no_thanks.state import State
from firmware_host.simulator.arranging import Names, arrange
from firmware_host.simulator.clockwork import Script
from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.mistakes import Mistake
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.scene import Scene
from firmware_host.simulator.sitting import Sitting
from firmware_host.steward.inputs import Enter
from vision.mat.model import CARD, Point, Slot

DECK_CARD = "3"
"""Some card lies on top of the deck, and nobody sees which."""

IN_RUN, APART = 34.0, 59.0
"""Millimetres from a card to the next one of its run, of which more than half still shows, and to another run."""

CHIP_STEP = 21.0


def play(sitting: Sitting) -> Script:
    while (move := sitting.next_move()) is not None:
        yield from _DO[type(move)](sitting, move)
        if sitting.match.state.phase in ("deal", "over"):
            yield from _clear(sitting)
        yield from sitting.breathe()


def _deal(sitting: Sitting, move: Deal) -> Script:
    """The deck is laid into the middle."""
    state: State = sitting.match.state
    slot = slot_of(sitting.scene.mat, "deck", 0)
    stops: list[Stop] = [(slot.centre, lambda: sitting.scene.lay(DECK_CARD, "deck", slot, face_up=False))]
    yield from sitting.gestures.reach(sitting.number(state.starter), stops)
    sitting.play(move)


def _turn_up(sitting: Sitting, move: TurnUp) -> Script:
    """The seat to decide turns up the next card."""
    state: State = sitting.match.state
    scene = sitting.scene
    deck, active = slot_of(scene.mat, "deck", 0), slot_of(scene.mat, "active", 0)
    stops: list[Stop] = [
        (deck.centre, lambda: _take_off_deck(scene, state.left - 1)),
        (active.centre, lambda: scene.lay(str(move.card), "active", active)),
    ]
    yield from sitting.gestures.reach(sitting.number(state.to_decide or state.starter), stops)
    sitting.play(move)


def _take_off_deck(scene: Scene, left: int) -> None:
    """Nobody can see how high the deck is, but when it is gone."""
    for card in scene.at("deck") if left == 0 else ():
        scene.lift(card)


def _pass(sitting: Sitting, move: Pass) -> Script:
    """A chip on the card, or beside it."""
    yield sitting.gestures.between(sitting.pace.think)
    if sitting.sometimes(sitting.habits.passes_on_screen):
        sitting.say(Enter({"move": "pass", "seat": move.seat}))
    at = _place_of_chip(sitting)
    yield from sitting.gestures.reach(sitting.number(move.seat), [(at, lambda: sitting.scene.lay_chip(at))])
    sitting.play(move)
    if sitting.slips.slips("taken_back"):
        yield from _takes_back(sitting, move.seat, at)


def _takes_back(sitting: Sitting, seat: str, at: Point) -> Script:
    """A chip goes back into the hand, until somebody objects."""
    yield sitting.gestures.between(sitting.pace.look)
    number = sitting.number(seat)
    yield from sitting.gestures.reach(number, [(at, sitting.scene.lift_chip)])
    mistake = Mistake("taken_back", sitting.now, seat, changes=True)
    yield from _put_right(sitting, mistake, [(at, lambda: sitting.scene.lay_chip(at))])


def _put_right(sitting: Sitting, mistake: Mistake, stops: list[Stop]) -> Script:
    """It is put right once somebody objects or asks; else it is so all the same after a while, but counts."""
    sitting.slips.note(mistake)
    yield from sitting.notice(mistake)
    yield from sitting.gestures.reach(sitting.number(mistake.seat), stops)
    mistake.end("put right" if mistake.noticed else "stands", sitting.now)


def _take(sitting: Sitting, move: Take) -> Script:
    """The chips and the card go to the seat."""
    yield sitting.gestures.between(sitting.pace.think)
    scene, card = sitting.scene, str(sitting.match.state.active)
    active = slot_of(scene.mat, "active", 0)
    if sitting.slips.slips("early"):
        yield from _next_one_early(sitting, move.seat)
    if sitting.slips.slips("wrong_take"):
        yield from _taken_by_another(sitting, move.seat, card)
    forgets = bool(scene.chips) and sitting.match.state.left > 0 and sitting.slips.slips("forgotten")
    stops: list[Stop] = [(active.centre, partial(_take_active, scene, not forgets))]
    yield from sitting.gestures.reach(sitting.number(move.seat), [*stops, *_laid_open(sitting, move.seat, card)])
    sitting.play(move)
    if forgets:
        mistake = Mistake("forgotten", sitting.now, move.seat, card, changes=True)
        yield from _put_right(sitting, mistake, [(active.centre, scene.lift_chips)])


def _next_one_early(sitting: Sitting, seat: str) -> Script:
    """The next card is turned up, onto the one that nobody has taken yet."""
    scene, state = sitting.scene, sitting.match.state
    card = sitting.random.choice([one for one in sitting.match.header.terms.deck if one not in state.seen])
    slot = slot_of(scene.mat, "active", 0)
    beside = Slot((slot.centre[0] + APART / 2, slot.centre[1]), slot.angle, slot.use)
    number = sitting.number(seat)
    yield from sitting.gestures.reach(number, [(beside.centre, lambda: scene.lay(str(card), "active", beside))])
    mistake = Mistake("early", sitting.now, seat, str(card), changes=True)
    away: Stop = (beside.centre, lambda: scene.lift(scene.find(str(card), "active")))
    yield from _put_right(sitting, mistake, [away])


def _taken_by_another(sitting: Sitting, seat: str, card: str) -> Script:
    """A seat whose turn it is not takes the card, and gives it back when somebody asks."""
    scene = sitting.scene
    thief = sitting.random.choice([other for other in sitting.seats if other != seat])
    number, slot = sitting.number(thief), slot_of(scene.mat, "active", 0)
    chips = [*scene.chips]
    taking: list[Stop] = [(slot.centre, partial(_take_active, scene))]
    yield from sitting.gestures.reach(number, [*taking, *_laid_open(sitting, thief, card)])

    def back() -> None:
        scene.lay(card, "active", slot)
        scene.put_chips(chips)

    lifted: Stop = (slot.centre, lambda: scene.lift(scene.find(card, f"seat/{number}")))
    mistake = Mistake("wrong_take", sitting.now, thief, card, changes=True)
    yield from _put_right(sitting, mistake, [lifted, (slot.centre, back)])


def _take_active(scene: Scene, with_chips: bool = True) -> None:
    if with_chips:
        scene.lift_chips()
    for card in scene.at("active"):
        scene.lift(card)


def _tiger(sitting: Sitting, move: Tiger) -> Script:
    yield sitting.gestures.between(sitting.pace.think)
    yield from sitting.gestures.reach(sitting.number(move.seat), _laid_open(sitting, move.seat, str(move.card)))
    sitting.play(move)


def _clear(sitting: Sitting) -> Script:
    """After a round: everybody hands their cards to one seat."""
    yield sitting.gestures.between(sitting.pace.think)
    for seat in range(1, len(sitting.seats) + 1):
        stops = arrange(sitting.scene, {f"seat/{seat}": ()}, partial(_in_runs, sitting.scene), sitting.lies_open)
        if stops:
            yield from sitting.gestures.reach(seat, stops)


def _laid_open(sitting: Sitting, seat: str, card: str) -> list[Stop]:
    """One more card with those of a seat: in its place as long as all have room, else on top of them."""
    scene, zone = sitting.scene, f"seat/{sitting.number(seat)}"
    lying = scene.names(zone)
    names = tuple(sorted((*lying, card), key=int))
    if _length(names) <= _room(scene, zone):
        return arrange(scene, {zone: names}, partial(_in_runs, scene), sitting.lies_open)
    slots = scene.mat.zone(zone).slots
    slot = slots[len(lying) % len(slots)]
    return [(slot.centre, lambda: scene.lay(card, zone, slot))]


def _in_runs(scene: Scene, zone: str, names: Names, place: int) -> Slot:
    """Where a card of a seat goes: runs lie together, each card over the one before."""
    slots = scene.mat.zone(zone).slots
    line = _line(scene, zone)
    along = sum(_step(names[at], names[at + 1]) for at in range(place))
    first = slots[min(int(along // line) * (len(slots) // _lines(scene, zone)), len(slots) - 1)]
    return Slot((first.centre[0] + along % line, first.centre[1]))


def _step(card: str, following: str) -> float:
    return IN_RUN if int(following) == int(card) + 1 else APART


def _length(names: Names) -> float:
    return sum(_step(card, following) for card, following in pairwise(names)) + APART


def _room(scene: Scene, zone: str) -> float:
    """How far the cards of a seat may reach, all lines together, with a card's width to spare at the end of each."""
    return (_line(scene, zone) - APART / 2) * _lines(scene, zone)


def _lines(scene: Scene, zone: str) -> int:
    return len({slot.centre[1] for slot in scene.mat.zone(zone).slots})


def _line(scene: Scene, zone: str) -> float:
    xs = [slot.centre[0] for slot in scene.mat.zone(zone).slots]
    return max(xs) - min(xs) + APART


def _place_of_chip(sitting: Sitting) -> Point:
    """A free place among the chips, or, once those are full, on the card; after that one lies where it falls."""
    card, chips = sitting.scene.mat.zone("active").slots
    places = [_offset(chips.centre, across, down) for down in range(4) for across in range(2)]
    places += [_offset(card.centre, across, down) for down in range(4) for across in range(2)]
    count = len(sitting.scene.chips)
    x, y = places[count] if count < len(places) else card.centre
    wobble = 1.0 if count < len(places) else CARD[0] / 3
    return (
        round(x + sitting.random.uniform(-wobble, wobble), 1),
        round(y + sitting.random.uniform(-wobble, wobble), 1),
    )


def _offset(middle: Point, across: int, down: int) -> Point:
    return (middle[0] + (across - 0.5) * CHIP_STEP, middle[1] + (down - 1.5) * CHIP_STEP)


def disagreements(sitting: Sitting) -> list[str]:
    """What of the table is not as the match says."""
    scene, state = sitting.scene, sitting.match.state
    found = []
    for seat, cards in enumerate(state.cards, 1):
        lying = sorted(map(int, scene.names(f"seat/{seat}")))
        if lying != list(cards):
            found.append(f"seat/{seat}: {lying}, by the match {cards}")
    active = () if state.active is None else (str(state.active),)
    if scene.names("active") != active or len(scene.chips) != state.on_card:
        found.append(f"active: {scene.names('active')} with {len(scene.chips)} chips, by the match {state.on_card}")
    if bool(scene.at("deck")) != (state.left > 0):
        found.append(f"deck: {len(scene.at('deck'))} cards, by the match {state.left}")
    return found


_DO: Mapping[type, Callable[[Sitting, Any], Script]] = {
    Deal: _deal,
    TurnUp: _turn_up,
    Pass: _pass,
    Take: _take,
    Tiger: _tiger,
}
