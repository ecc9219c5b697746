"""Watches over the Qwixx card game: the display, the top of the pile, the cards drawn. Crosses come from screens."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.qwixx_cards.moves import Draw, Setup
from engine.qwixx_cards.pile import DISPLAY, FULL_HAND
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import seat_numbers
from firmware_host.steward.settings import Settings
from hardware import cues
from hardware.cues import OFF, Cue

SHOWN, PILE = "display", "pile"
NEUTRAL = "neutral "


@dataclass(frozen=True)
class Memory:
    """`lay` are the keys and numbers of the cards of the display as they lay before the draw."""

    lay: tuple[tuple[int, int], ...] = field(default=())


def memory(begun: bool = False) -> Memory:
    return Memory()


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to."""
    if table.seen.bumped:
        memory = Memory()  # no card is known again by its key
    finding = Finding(cue(match, memory, table, settings), memory)
    if match.state.phase not in ("setup", "draw") or not (table.can_be_seen(SHOWN) and table.can_be_seen(PILE)):
        return finding
    display, pile = table.cards(SHOWN), table.cards(PILE)
    if len(display) != DISPLAY or len(pile) != 1:
        return finding
    for card in (*display, *pile):
        if _number(card) is None:
            choices = tuple(name for name, _ in card.maybe if name.startswith(NEUTRAL))
            return replace(finding, doubt=Doubt("unread", (), choices, card.key, {"zone": card.zone}))
    numbers, top = [_number(card) or 0 for card in display], _number(pile[0]) or 0
    lay = tuple((card.key, number) for card, number in zip(display, numbers, strict=True))
    if match.state.phase == "setup":
        return _tried(match, finding, Setup(tuple(numbers), top), lay)
    if top == match.state.top and Counter(numbers) == Counter(match.state.display) and _same_cards(memory, lay):
        return replace(finding, memory=Memory(lay))
    return _drawn(match, finding, lay, top)


def cue(match: Match, memory: Memory, table: Table, settings: Settings) -> Cue:
    """Whose turn it is, and for what."""
    state, words = match.state, settings.words
    if state.phase == "over":
        return wording.result(match, settings)
    if not settings.leads:
        return OFF
    if state.phase == "setup":
        return cues.wait((), (words.say("cue.setup"),))
    said = words.say(f"cue.qwixx_{state.phase}", seat=state.active, number=state.top)
    seats = match.header.seats if state.phase == "call" else (state.active,)
    return cues.wait(seat_numbers(match, seats), (state.active, said), state.active, str(state.top or ""))


def amiss(match: Match, memory: Memory, table: Table) -> Amiss | None:
    """A display that shows other numbers than the match has."""
    if match.state.phase == "setup" or not table.can_be_seen(SHOWN):
        return None
    numbers = [number for card in table.cards(SHOWN) if (number := _number(card)) is not None]
    lacks = Counter(match.state.display) - Counter(numbers)
    if not lacks:
        return None
    return Amiss("display_lacks", lies=SHOWN, belongs=SHOWN, facts={"cards": tuple(lacks.elements())})


def _number(card: Lying) -> int | None:
    name = card.name or ""
    return int(name.removeprefix(NEUTRAL)) if name.startswith(NEUTRAL) else None


def _same_cards(memory: Memory, lay: tuple[tuple[int, int], ...]) -> bool:
    """Whether nothing in the display was touched, as far as that is known."""
    return not memory.lay or {key for key, _ in memory.lay} == {key for key, _ in lay}


def _drawn(match: Match, finding: Finding, lay: tuple[tuple[int, int], ...], top: int) -> Finding:
    """Which numbers were taken: those of the cards that lie there no more, as many as make a hand of five."""
    state = match.state
    seat = state.active
    count = FULL_HAND - state.hands[match.header.terms.index[seat]].size
    keys = {key for key, _ in lay}
    gone = [number for key, number in finding.memory.lay if key not in keys]
    if len(gone) != count:
        # Cards were pushed together: what stays is what the new display has in common with the old one.
        new = Counter(number for _, number in lay) - Counter([state.top])
        stays = Counter(state.display) & new
        gone = list((Counter(state.display) - stays).elements())
    if len(gone) != count:
        return finding
    move = Draw(seat, tuple(sorted(gone)), tuple(sorted(number for _, number in lay)), top)
    return _tried(match, finding, move, lay)


def _tried(match: Match, finding: Finding, move: Move, lay: tuple[tuple[int, int], ...]) -> Finding:
    try:
        match.play(move)
    except IllegalMove as error:
        return replace(finding, amiss=Amiss(error.reason, lies=SHOWN, belongs=SHOWN, facts=error.facts, after=3000))
    return replace(finding, moves=(move,), after=Memory(lay))
