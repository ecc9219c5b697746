"""Watches over the Qwixx card game: the display, the top of the pile, the cards drawn. Crosses come from screens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import hypot

from engine.errors import IllegalMove
from engine.game import Move
from engine.match import Match
from engine.qwixx_cards.moves import Call, Draw, Play, Setup
from engine.qwixx_cards.pile import DISPLAY, FULL_HAND
from engine.qwixx_cards.terms import COLOURS, NUMBERS
from firmware_host.steward import wording
from firmware_host.steward.findings import Amiss, Doubt, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import seat_numbers
from firmware_host.steward.settings import Settings
from hardware import cues
from hardware.cues import OFF, Cue
from vision.cards import JOKER

SHOWN, PILE, PLAYED = "display", "pile", "play"
NEUTRAL = "neutral "
KNOWN = frozenset(f"{NEUTRAL}{number}" for number in NUMBERS)
DRAWN_AFTER, SHORT_AFTER = 4_000, 8_000
"""A draw is not finished for so long, and a display not filled."""

CAME_AGAIN_AFTER = 2_500
"""For so long somebody may still be about to draw another card."""

SAME_PLACE_MM = 8.0
MOST_LAYOUTS = 24
Layout = tuple[Lying, ...]
"""The cards of the display from left to right, and the top of the pile."""


@dataclass(frozen=True)
class Memory:
    """`lay` are the layouts that were seen: the one by the match, then those since of which not all is known yet.

    `bumped`: no card is known again by its key, only by its place.
    """

    lay: tuple[Layout, ...] = ()
    bumped: bool = False
    entered: tuple[str, ...] = ()
    """The cards that somebody entered as played, although others lie there."""

    laid: frozenset[str] = frozenset()
    """What lay there to be played before the draw."""

    unwatched: bool = False
    """Whether nobody watched for a while: what was drawn meanwhile may be more than one turn, and is asked about."""

    drawn: int = 0
    """So many layouts were seen when a number was called, or something else laid to be played; 0: not yet."""


def memory(begun: bool = False) -> Memory:
    return Memory(unwatched=begun)


def unwatched(memory: Memory) -> Memory:
    return replace(memory, unwatched=True)


def look(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """What the table comes to. While a card is asked about people play on, and what they lay is kept in its order."""
    memory = replace(memory, bumped=memory.bumped or table.seen.bumped)
    finding = Finding(cue(match, memory, table, settings), memory)
    call = _called(match, table)
    if call is not None:
        # No picture has a part in it, so that nobody waits until an arm is gone.
        return replace(finding, moves=(call,), sure=True)
    if memory.entered:
        laid = _played(table)
        if laid and laid != memory.entered and match.state.phase == "play":
            return replace(finding, amiss=_contradiction(match, memory.entered, laid))
        memory = replace(memory, entered=())
        finding = replace(finding, memory=memory)
    if match.state.phase == "over" or not (table.can_be_seen(SHOWN) and table.can_be_seen(PILE)):
        return finding
    display, pile = table.cards(SHOWN), table.cards(PILE)
    if len(display) == DISPLAY and len(pile) == 1 and table.seen.steady and _all_neutral((*display, *pile)):
        memory = _with(match, memory, (*display, *pile))
        memory = replace(memory, unwatched=memory.unwatched and len(memory.lay) > 1)
    memory = _with_play(match, memory, table)
    memory = replace(memory, lay=tuple(_as_said(layout, table) for layout in memory.lay))
    found = _explained(match, replace(finding, memory=memory), table)
    if found.after is not None:
        return replace(found, after=replace(found.after, laid=memory.laid | _laid(table)))
    if not found.doubt and not found.amiss and len(display) < DISPLAY and pile and memory.lay:
        facts: dict[str, object] = {"count": DISPLAY - len(display)}
        return replace(found, amiss=Amiss("display_short", lies=SHOWN, belongs=SHOWN, facts=facts, after=SHORT_AFTER))
    return found


def _laid(table: Table) -> frozenset[str]:
    """What is read of the cards that lie there to be played, or did before."""
    return frozenset(card.name for card in table.cards(PLAYED) if card.name and not card.name.startswith(NEUTRAL))


def _with_play(match: Match, memory: Memory, table: Table) -> Memory:
    """Who calls a number, or lays something to be played, has drawn."""
    if not table.can_be_seen(PLAYED) or not table.seen.steady:
        return memory
    if match.state.phase != "draw":
        return replace(memory, laid=_laid(table), drawn=0)
    over = "call" in table.entered or bool(_laid(table) - memory.laid - _just_played(match))
    return replace(memory, drawn=memory.drawn or len(memory.lay) * over)


def _just_played(match: Match) -> frozenset[str]:
    """What was entered as played: some enter it first and lay it then."""
    move = match.peek()
    if not isinstance(move, Play):
        return frozenset()
    return frozenset(f"{kind} {card}" for kind in (move.colour, JOKER) for card in move.cards)


def _all_neutral(layout: Layout) -> bool:
    """Whether all show their neutral sides, or may: one that is turned over where it lies is just being drawn."""
    return all(not KNOWN.isdisjoint((card.name,) if card.name else dict(card.maybe)) for card in layout)


def contradicted(match: Match, memory: Memory, table: Table, move: Move) -> Memory | None:
    """What is kept in mind where somebody enters a play, and other cards lie there; None: nothing speaks against it."""
    if not isinstance(move, Play):
        return None
    jokers = Counter(move.jokers or ())
    plain = (Counter(move.cards) - jokers).elements()
    entered = (*(f"{move.colour} {card}" for card in plain), *(f"joker {card}" for card in jokers.elements()))
    laid = _played(table)
    return replace(memory, entered=tuple(sorted(entered))) if laid and laid != tuple(sorted(entered)) else None


def _played(table: Table) -> tuple[str, ...]:
    """The cards that lie there to be played, if all of them can be read."""
    cards = [card for card in table.cards(PLAYED) if card.face == "up"]
    if not table.can_be_seen(PLAYED) or not table.seen.steady or any(card.name is None for card in cards):
        return ()
    return tuple(sorted(card.name for card in cards if card.name and not card.name.startswith(NEUTRAL)))


def _contradiction(match: Match, entered: tuple[str, ...], laid: tuple[str, ...]) -> Amiss:
    facts = {"seat": match.state.active, "cards": laid, "other": entered}
    return Amiss("play_differs", match.state.active, "", PLAYED, PLAYED, facts, after=0)


def _called(match: Match, table: Table) -> Call | None:
    """Once all seats have said on their screens what they cross, that is the call."""
    said = table.chosen
    if match.state.phase != "call" or match.state.top is None or any(seat not in said for seat in match.header.seats):
        return None
    call = Call(match.state.top, {seat: colour for seat, colour in said.items() if colour in COLOURS})
    return call if call in match.legal_moves else None


def _with(match: Match, memory: Memory, layout: Layout) -> Memory:
    """One more layout, if it is another one than the last."""
    lay = memory.lay
    if not lay and match.state.phase != "setup":
        # The match goes on: what lies there is as the match has it, or drawn from that already.
        lay = (_by_the_match(match, layout),)
    drawn = not memory.bumped and _same_drawn(match, lay, layout)
    if lay and _same(lay[-1], layout, memory.bumped) and not drawn:
        return replace(memory, lay=(*lay[:-1], _known_again(lay[-1], layout)), bumped=False)
    # The first ones are asked about: without them nobody would know what was drawn.
    return replace(memory, lay=(*lay, layout)[:MOST_LAYOUTS], bumped=False)


def _by_the_match(match: Match, layout: Layout) -> Layout:
    """The cards as the match has them, those that lie there still by their keys."""
    free = list(layout)
    cards: list[Lying] = []
    for number in (*match.state.display, match.state.top):
        name = f"{NEUTRAL}{number}"
        there = next(
            (card for card in free if card.name == name and (card.zone == PILE) == (len(cards) == DISPLAY)), None
        )
        if there is not None:
            free.remove(there)
        cards.append(there or Lying(-1, name, "up", SHOWN, (0.0, 0.0)))
    return tuple(cards)


def _same(one: Layout, other: Layout, bumped: bool) -> bool:
    """Whether nothing was touched, or moved about without a change."""
    if {card.key for card in one} == {card.key for card in other}:
        return True
    if bumped:
        return all(_alike(card, now) for card, now in zip(one, other, strict=True))
    names = [card.name for card in one]
    top = one[-1].name == other[-1].name
    return None not in names and top and Counter(names) == Counter(card.name for card in other)


def _same_drawn(match: Match, lay: Sequence[Layout], now: Layout) -> bool:
    """Whether a number was drawn that came again, and again the same one lies below it.

    As many cards must be new as were to be drawn, and the pile's: where all are, they were only pushed about.
    """
    if len(lay) > 1 or match.state.phase != "draw" or 0 in (*_numbers(lay[0]), *_numbers(now)):
        return False
    keys = {card.key for card in now}
    try:
        match.play(_draw(match, lay[0], now))
    except IllegalMove:
        return False
    gone = sum(card.key not in keys for card in lay[0][:-1])
    return gone == _to_draw(match) and lay[0][-1].key not in keys


def _alike(card: Lying, now: Lying) -> bool:
    near = hypot(card.at[0] - now.at[0], card.at[1] - now.at[1]) <= SAME_PLACE_MM
    return near and (card.name is None or now.name in (None, card.name))


def _known_again(before: Layout, now: Layout) -> Layout:
    """The same cards as they lie now; what was known of them stays known."""
    names = {card.key: card.name for card in before}
    at_place = zip(before, now, strict=True)
    return tuple(
        replace(card, name=card.name or names.get(card.key) or (other.name if _alike(other, card) else None))
        for other, card in at_place
    )


def _as_said(layout: Layout, table: Table) -> Layout:
    said = table.said
    return tuple(replace(card, name=said[card.key]) if card.key in said else card for card in layout)


def _explained(match: Match, finding: Finding, table: Table) -> Finding:
    """The setup, or the draw that leads from one layout to a later one."""
    lay = finding.memory.lay
    first = lay[1] if len(lay) > 1 else ()
    for card in (*lay[0], *first) if lay else ():
        if _number(card) is None:
            choices = tuple(name for name, _ in card.maybe if name in KNOWN)
            return replace(finding, doubt=Doubt("unread", (), choices, card.key, {"zone": card.zone}))
    if not lay:
        return finding
    if match.state.phase == "setup":
        return _tried(match, finding, Setup(_numbers(lay[0])[:-1], _numbers(lay[0])[-1]), lay)
    if match.state.phase == "draw":
        return _drawn(match, finding, lay, table)
    if len(lay) > 1:
        return replace(finding, amiss=_changed(match, lay[1]))
    return finding


def _changed(match: Match, layout: Layout) -> Amiss | None:
    """Somebody draws although it is not the time for it, or has changed what lies there."""
    lacks = Counter(match.state.display) - Counter(_numbers(layout)[:-1])
    facts = {"cards": tuple(lacks.elements())}
    return Amiss("display_lacks", lies=SHOWN, belongs=SHOWN, facts=facts, after=DRAWN_AFTER) if lacks else None


def gone(match: Match) -> frozenset[str]:
    """Whatever is in play may lie on the table until the end."""
    return frozenset()


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
    waited_for = tuple(seat for seat in match.header.seats if seat not in table.chosen)
    seats = waited_for if state.phase == "call" else (state.active,)
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


def _numbers(layout: Layout) -> tuple[int, ...]:
    return tuple(_number(card) or 0 for card in layout)


def _drawn(match: Match, finding: Finding, lay: Sequence[Layout], table: Table) -> Finding:
    """Which numbers were taken. Some draw and fill one by one, so that only a later layout shows it all."""
    if finding.memory.drawn == 1 and (unseen := _came_again(match, finding, lay[0], lay, table)) is not None:
        return unseen
    found = finding
    for at, layout in enumerate(lay[1:], 1):
        if 0 in _numbers(layout):
            break
        tried = _tried(match, finding, _draw(match, lay[0], layout), lay[at:])
        if tried.moves and not finding.memory.unwatched:
            return tried
        found = _came_again(match, finding, lay[0], lay[at:], table) or tried
        if at == finding.memory.drawn - 1 and not found.amiss:
            break  # what was drawn by then is all
    return found


def _came_again(match: Match, finding: Finding, before: Layout, lay: Sequence[Layout], table: Table) -> Finding | None:
    """More was drawn than is missing: numbers that came again from the pile, or a turn that nobody saw. It is asked."""
    seat = match.state.active
    ways = {" ".join(map(str, draw.numbers)): draw for draw in _draws(match, before, lay[0])}
    said = ways.get(table.chosen.get(seat, ""))
    if said is not None:
        return _tried(match, finding, said, lay)
    facts: dict[str, object] = {"seat": seat, "right": _to_draw(match), "zone": SHOWN}
    after = 0 if finding.memory.unwatched or finding.memory.drawn else CAME_AGAIN_AFTER
    doubt = Doubt("came_again", (seat,), tuple(ways), facts=facts, after=after)
    return replace(finding, doubt=doubt) if ways else None


def _draws(match: Match, before: Layout, now: Layout) -> Iterator[Draw]:
    """Every draw after which the display may show what it does: what stays, and the former top of the pile."""
    *numbers, top = _numbers(now)
    shown = Counter(_numbers(before)[:-1])
    for drawn in sorted({tuple(sorted(drawn)) for drawn in combinations(shown.elements(), _to_draw(match))}):
        if (shown - Counter(drawn)) + Counter([match.state.top]) <= Counter(numbers):
            draw = Draw(match.state.active, drawn, tuple(sorted(numbers)), top)
            if draw in match.legal_moves:
                yield draw


def _to_draw(match: Match) -> int:
    """How many cards make a full hand."""
    state = match.state
    return int(FULL_HAND - state.hands[match.header.terms.index[state.active]].size)


def _draw(match: Match, before: Layout, now: Layout) -> Draw:
    """The numbers of the cards that lie there no more, as many as make a hand of five if that can be."""
    state = match.state
    count = _to_draw(match)
    keys = {card.key for card in now}
    gone = [number for card, number in zip(before[:-1], _numbers(before), strict=False) if card.key not in keys]
    *numbers, top = _numbers(now)
    if len(gone) != count:
        # Cards were pushed together: what stays is what the new display has in common with the old one.
        new = Counter(numbers) - Counter([state.top])
        stays = Counter(state.display) & new
        gone = list((Counter(state.display) - stays).elements())
    return Draw(state.active, tuple(sorted(gone)), tuple(sorted(numbers)), top)


def _tried(match: Match, finding: Finding, move: Draw | Setup, lay: Sequence[Layout]) -> Finding:
    try:
        match.play(move)
    except IllegalMove as error:
        found = Amiss(error.reason, lies=SHOWN, belongs=SHOWN, facts=error.facts, after=DRAWN_AFTER)
        return replace(finding, amiss=found)
    return replace(finding, moves=(move,), after=Memory(tuple(lay)))
