"""From the hands to the reveal: every seat lays a card face down at its own pace, then all turn them up."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.match import Match
from engine.take_six.moves import Reveal
from engine.values import changed, replaced
from firmware_host.simulator.clockwork import Script, Until, finished
from firmware_host.simulator.games.take_six.lying import arranged
from firmware_host.simulator.gestures import Stop
from firmware_host.simulator.mistakes import Mistake
from firmware_host.simulator.places import slot_of
from firmware_host.simulator.sitting import Sitting
from hardware.cues import Kind


def reveal(sitting: Sitting, move: Reveal) -> Script:
    stolen = _stolen(sitting, move)
    cards = dict(move.cards) if stolen is None else {**move.cards, stolen.seat: int(stolen.card)}
    yield finished(sitting.clockwork.start(_commit(sitting, seat, card)) for seat, card in cards.items())
    yield from sitting.wait_for(Kind.REVEAL, sitting.now)
    yield finished(sitting.clockwork.start(_turn_up(sitting, seat)) for seat in cards)
    if stolen is None:
        sitting.play(move)
    else:
        yield from _with_anothers(sitting, move, stolen)
    yield from _perhaps_swapped(sitting)


def hands(sitting: Sitting) -> dict[str, set[int]]:
    """What the seats have in their hands besides the committed card."""
    players: Any = sitting.players
    held: dict[str, set[int]] = players.hands
    return held


def _commit(sitting: Sitting, seat: str, card: int) -> Script:
    """A seat lays its card face down, mostly."""
    gestures, number = sitting.gestures, sitting.number(seat)
    yield gestures.between(sitting.pace.think)
    spare = sorted(hands(sitting)[seat])
    if spare and sitting.slips.slips("taken_back"):
        yield from _lay(sitting, seat, sitting.random.choice(spare))
        sitting.slips.note(Mistake("taken_back", sitting.now, seat, str(card), fate="past"))
        yield gestures.between(sitting.pace.look)
        zone = f"seat/{number}"
        stops = [(lying.at, partial(sitting.scene.lift, lying)) for lying in sitting.scene.at(zone)]
        yield from gestures.reach(number, stops)
        yield gestures.between(sitting.pace.breath)
    if sitting.slips.slips("early"):
        yield from _early(sitting, seat, card)
        return
    yield from _lay(sitting, seat, card)
    if spare and sitting.slips.slips("second"):
        yield from _second(sitting, seat, sitting.random.choice(spare))


def _lay(sitting: Sitting, seat: str, card: int, face_up: bool = False, slot: int = 0) -> Script:
    zone = f"seat/{sitting.number(seat)}"
    where = slot_of(sitting.scene.mat, zone, slot)
    used = [lying for lying in sitting.scene.at(zone) if slot == 0]
    stops: list[Stop] = [(lying.at, partial(sitting.scene.lift, lying)) for lying in used]
    stops.append((where.centre, lambda: sitting.scene.lay(str(card), zone, where, face_up=face_up)))
    yield from sitting.gestures.reach(sitting.number(seat), stops)


def _early(sitting: Sitting, seat: str, card: int) -> Script:
    """The card lies open at once, or is turned up before the others are down."""
    at_once = sitting.sometimes(0.5)
    yield from _lay(sitting, seat, card, face_up=at_once)
    if not at_once:
        yield sitting.gestures.between(sitting.pace.breath)
        yield from _turn_up(sitting, seat)
    sitting.slips.note(Mistake("early", sitting.now, seat, str(card), fate="past"))


def _second(sitting: Sitting, seat: str, card: int) -> Script:
    """One more card lies beside the first, for a while."""
    zone = f"seat/{sitting.number(seat)}"
    yield sitting.gestures.between(sitting.pace.breath)
    yield from _lay(sitting, seat, card, slot=1)
    sitting.slips.note(Mistake("second", sitting.now, seat, str(card), fate="past"))
    yield sitting.gestures.between(sitting.pace.look)
    lying = sitting.scene.find(str(card), zone)
    yield from sitting.gestures.reach(sitting.number(seat), [(lying.at, lambda: sitting.scene.lift(lying))])


def _turn_up(sitting: Sitting, seat: str) -> Script:
    lying = sitting.scene.at(f"seat/{sitting.number(seat)}")[0]
    if lying.face_up:
        return
    yield sitting.gestures.between(sitting.pace.react)
    yield from sitting.gestures.reach(sitting.number(seat), [(lying.at, lambda: sitting.scene.turn(lying))])


def _stolen(sitting: Sitting, move: Reveal) -> Mistake | None:
    """Where hands are public, somebody may play a card that another seat has drafted."""
    held = hands(sitting)
    if not sitting.match.header.terms.draft or not all(held.values()):
        return None
    for seat in move.cards:
        if sitting.slips.slips("anothers"):
            owner = sitting.random.choice([other for other in sitting.seats if other != seat])
            card = sitting.random.choice(sorted(held[owner]))
            return Mistake("anothers", sitting.now, seat, str(card), changes=True, facts={"owner": owner})
    return None


def _with_anothers(sitting: Sitting, move: Reveal, mistake: Mistake) -> Script:
    """A card that is not the seat's lies open. It goes back for the right one, or both seats keep what they have."""
    seat, card = mistake.seat, int(mistake.card)
    mistake.at = sitting.now
    sitting.slips.note(mistake)
    yield from sitting.notice(mistake)
    if sitting.obliges(mistake):
        yield from _replace(sitting, seat, move.cards[seat])
        sitting.play(move)
        mistake.end("put right", sitting.now)
        return
    owner = str(mistake.facts["owner"])
    right = move.cards[seat]
    hands(sitting)[owner].remove(card)
    hands(sitting)[owner].add(right)
    _exchanged(sitting, (seat, right), (owner, card))
    sitting.play(Reveal({**move.cards, seat: card}))
    mistake.end("stands", sitting.now)


def _exchanged(sitting: Sitting, one: tuple[str, int], other: tuple[str, int]) -> None:
    """The hands that everybody knows are what they have become: each of two seats has the other's card."""
    match, index = sitting.match, sitting.match.header.terms.index
    drafted = match.state.hands
    for (seat, gone), (_, come) in ((one, other), (other, one)):
        drafted = replaced(drafted, index[seat], drafted[index[seat]] - {gone} | {come})
    state = changed(match.state, hands=drafted)
    sitting.match = Match(match.header, state, match.before, match.move, match.events, match.line, match.written)


def _replace(sitting: Sitting, seat: str, card: int) -> Script:
    """The card before a seat goes back into the hand, and another one is laid open."""
    number = sitting.number(seat)
    yield from sitting.gestures.reach(number, arranged(sitting, {f"seat/{number}": (str(card),)}))


def _perhaps_swapped(sitting: Sitting) -> Script:
    """After all cards have lain open for a moment, somebody may think better of it."""
    reveal = sitting.match.peek()
    assert isinstance(reveal, Reveal)  # the last move was one
    held = hands(sitting)
    swapping = [seat for seat in reveal.cards if held[seat] and sitting.slips.slips("swap")]
    if not swapping:
        return
    seat = sitting.random.choice(swapping)
    right, wrong = reveal.cards[seat], sitting.random.choice(sorted(held[seat]))
    yield sitting.gestures.between(sitting.pace.look)
    # While the table still asks what the card is, everybody looks at it.
    yield Until(lambda: not sitting.ears.questions, sitting.pace.doubt)
    yield from _replace(sitting, seat, wrong)
    mistake = sitting.slips.note(Mistake("swap", sitting.now, seat, str(wrong), True, {"was": right}))
    yield from sitting.notice(mistake)
    if sitting.obliges(mistake):
        yield from _replace(sitting, seat, right)
        mistake.end("put right", sitting.now)
        return
    held[seat].remove(wrong)
    held[seat].add(right)
    before = sitting.match.before
    assert before is not None  # the reveal was one of its moves
    sitting.match = before.play(Reveal({**reveal.cards, seat: wrong}))
    mistake.end("stands", sitting.now)
