"""The placing of Take Six: players move faster than anybody speaks, so what is seen is explained, not prescribed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.errors import IllegalMove
from engine.match import Match
from engine.take_six.cards import SPECIALS
from engine.take_six.events import Placed
from engine.take_six.moves import Place
from firmware_host.steward import wording
from firmware_host.steward.findings import NO_CARD, Amiss, Doubt, Finding, Table
from firmware_host.steward.inputs import Lying
from firmware_host.steward.places import number_of, seat_zone
from firmware_host.steward.rows import Difference, Lies, all_zones
from firmware_host.steward.seats import Memory, Ways, fresh_specials, unread_card
from firmware_host.steward.settings import Settings
from firmware_host.steward.stories import Story, stories

NOT_TAKEN_AFTER = 2000
UNFINISHED_AFTER = 8000
GONE_AFTER = 2500
SWAPPED_AFTER = 600
SPECIAL_AFTER = 4000
"""Where special cards are played: what looks wrong may be half of what one of them does."""


def look_at_placing(match: Match, memory: Memory, table: Table, settings: Settings) -> Finding:
    """The moves that lead to what is seen, or what is wrong with it."""
    fresh = fresh_specials(match, memory, table)
    memory = memory.with_specials(fresh)
    if memory.ways is not None and memory.ways.line != match.line:
        memory = replace(memory, ways=None)
    lies = Lies(table)
    surely = [card for card in fresh if (card.zone, card.name) not in memory.maybe_used]
    told = list(stories(match, table, fresh, lies))
    counts = [lies.count(story.rows, story.zones) + _unaccounted(match, story, surely) for story in told]
    finding = Finding(wording.placing(match, table, settings), memory)
    if not all(table.can_be_seen(zone) for zone in all_zones(table, told[0].zones)):
        return finding
    right = [story for story, count in zip(told, counts, strict=True) if count == 0]
    # A special card that lies there was played; and no more has happened than must have.
    right.sort(key=lambda story: (_as_seen(match, story, memory), len(story.moves)))
    if memory.ways is not None and _are_gone(memory.ways, right, fresh):
        return _as_said(match, finding, memory.ways, table)
    if right:
        return _explained(match, finding, right, table)
    best = min(range(len(told)), key=lambda at: (counts[at], len(told[at].moves)))
    return _with(
        finding,
        _unexplained(match, told, told[best], lies.differences(told[best].rows, told[best].zones), table, fresh),
    )


def _as_seen(match: Match, story: Story, memory: Memory) -> tuple[int, int]:
    """How well the special cards of the story are what was seen: many that surely were played, few that maybe were."""
    maybe = sum((seat_zone(match, move.seat), move.special) in memory.maybe_used for move in story.specials)
    return maybe - len(story.specials), maybe


def _unaccounted(match: Match, story: Story, fresh: Sequence[Lying]) -> int:
    """How many special cards in sight the story leaves unexplained; those of seats still to place may wait."""
    if not fresh:
        return 0
    placed = {seat_zone(match, move.seat) for move in story.moves if isinstance(move, Place)}
    played = Counter(move.special for move in story.specials)
    left = 0
    for card in fresh:
        if played[card.name or ""] > 0:
            played[card.name or ""] -= 1
        elif card.zone in placed or not card.zone.startswith("seat/"):
            left += 1
    return left


def _with(finding: Finding, found: Doubt | Amiss) -> Finding:
    return replace(finding, doubt=found) if isinstance(found, Doubt) else replace(finding, amiss=found)


def _explained(match: Match, finding: Finding, right: Sequence[Story], table: Table) -> Finding:
    """One of these happened. Where they differ in what they cost, somebody must say which."""
    story = right[0]
    if not story.moves:
        return replace(finding, amiss=_swapped(match, table) or _gone(match, table))
    if match.state.specials is not None and not _can_see_seats(match, story, table):
        return finding  # a special card may lie where somebody's arm is
    unknown = _may_be_special(match, story, table)
    if unknown is not None:
        return replace(finding, doubt=unknown)
    seen = _as_seen(match, story, finding.memory)
    same = [other for other in right if other.rows == story.rows and _as_seen(match, other, finding.memory) == seen]
    if len({_outcome(other) for other in same}) > 1:
        same = [other for other in same if _by_their_owners(match, other, finding.memory)] or same
        story = same[0]
    if len({_outcome(other) for other in same}) > 1:
        ways: dict[str, Story] = {}
        for other in same:
            ways.setdefault(_way(other), other)
        return _as_said(match, finding, Ways(match.line, ways), table)
    return _happened(match, finding, story, table)


def _may_be_special(match: Match, story: Story, table: Table) -> Doubt | None:
    """What lies beside the place of a card that was laid, and is hardly a number, may have been played for it."""
    if match.state.specials is None:
        return None
    for move in story.moves:
        for card in table.cards(seat_zone(match, move.seat)) if isinstance(move, Place) else ():
            if card.face == "up" and card.hardly_read:
                kinds = [name for name, _ in card.maybe if name in SPECIALS]
                others = [name for name in SPECIALS if name not in kinds]
                return unread_card(card, (move.seat,), (*kinds, *others))
    return None


def _are_gone(ways: Ways, right: Sequence[Story], fresh: Sequence[Lying]) -> bool:
    """Whether special cards that make it hard to tell were taken away before anybody told: they count all the same."""
    gone = {(seat, special) for seat, special in ways.played if all(card.name != special for card in fresh)}
    told = {(move.seat, move.special) for move in right[0].specials} if right else set()
    return not gone <= told


def _as_said(match: Match, finding: Finding, ways: Ways, table: Table) -> Finding:
    """What somebody says happened; until then it is asked."""
    seat = match.state.queue[0].seat
    story = ways.stories.get(table.chosen.get(seat, ""))
    if story is not None:
        return replace(_happened(match, finding, story, table), sure=True)
    choices = tuple(ways.stories)
    doubt = Doubt("which_way", (seat,), choices, facts={"ways": len(choices)})
    return replace(finding, memory=replace(finding.memory, ways=ways), doubt=doubt)


def _happened(match: Match, finding: Finding, story: Story, table: Table) -> Finding:
    left = tuple(tuple(str(card) for card in row.cards) for row in story.rows) if story.over else ()
    used = finding.memory.used | _done_with(match, story, table) | _set_aside(story, table)
    after = replace(finding.memory, left=left or finding.memory.left, used=used, ways=None)
    return replace(finding, moves=story.moves, after=replace(after, unwatched=False))


def _by_their_owners(match: Match, story: Story, memory: Memory) -> bool:
    """Whether each special card was played by a seat with which it was seen to lie."""
    return all((seat_zone(match, move.seat), move.special) in memory.beside for move in story.specials)


def _can_see_seats(match: Match, story: Story, table: Table) -> bool:
    return all(table.can_be_seen(seat_zone(match, move.seat)) for move in story.moves)


def _outcome(story: Story) -> tuple[object, ...]:
    """What a story leaves everybody with."""
    state = story.match.state
    return (state.score, state.pile, None if state.specials is None else state.specials.count)


def _done_with(match: Match, story: Story, table: Table) -> set[tuple[str, str]]:
    """The special cards that lie with seats that have placed: nothing but a reminder of what they did."""
    zones = {seat_zone(match, move.seat) for move in story.moves if isinstance(move, Place)}
    return {(card.zone, card.name) for card in table.everywhere() if card.zone in zones and card.name in SPECIALS}


def _set_aside(story: Story, table: Table) -> set[tuple[str, str]]:
    """The cards that a `negate` set aside, where they lie with seats."""
    cards = {str(move.card) for move in story.specials if move.special == "negate"}
    return {(card.zone, card.name) for card in table.everywhere() if card.name in cards and card.zone[:5] == "seat/"}


def _way(story: Story) -> str:
    """What was played in a story beside the cards that were placed, for somebody to choose from."""
    words = [[move.seat, move.special, move.card, move.row, move.with_] for move in story.specials]
    return ", ".join(" ".join(str(word) for word in one if word is not None) for one in words) or "-"


def _swapped(match: Match, table: Table) -> Amiss | None:
    """A card at a seat that is not the one that it turned up."""
    for card, seat in match.state.queue:
        zone = seat_zone(match, seat)
        for lying in table.cards(zone):
            other = lying.name is not None and lying.name.isdecimal() and lying.name != str(card)
            if lying.face == "up" and other and table.can_be_seen(zone):
                facts = {"card": card, "other": lying.name}
                after = SWAPPED_AFTER if match.state.specials is None else SPECIAL_AFTER
                return Amiss("swapped", seat, str(card), zone, zone, facts, (lying.key,), after)
    return None


def _gone(match: Match, table: Table) -> Amiss | None:
    """The next card is neither with its seat nor in a row, such as one that was taken away with a pile."""
    card, seat = match.state.queue[0]
    zone = seat_zone(match, seat)
    if not table.can_be_seen(zone) or any(lying.face == "up" for lying in table.cards(zone)):
        return None
    # Who has a choice may turn the card over in the hand for a while.
    after = GONE_AFTER if len(match.state.choices) == 1 else UNFINISHED_AFTER
    return Amiss("not_finished", seat, str(card), zone, "", {"seat": seat, "card": card}, after=after)


def _unexplained(
    match: Match,
    told: Sequence[Story],
    best: Story,
    lies: Sequence[Difference],
    table: Table,
    fresh: Sequence[Lying],
) -> Doubt | Amiss:
    """What lies wrong, or what is not finished yet."""
    swapped = None if any(card.name == "replace" for card in fresh) else _swapped(match, table)
    if swapped is not None:
        return swapped
    ways = _ways(told)
    for difference in lies:
        if not _under_way(difference.zone, ways, table):
            return _wrong(match, told, difference, table)
    return _unfinished(match, best, lies)


def _ways(told: Sequence[Story]) -> dict[str, list[tuple[str, ...]]]:
    """How each row may lie, by its zone, in any of the stories; the earliest first."""
    ways: dict[str, list[tuple[str, ...]]] = {}
    for story in told:
        for zone, row in zip(story.zones, story.rows, strict=True):
            names = tuple(str(card) for card in row.cards)
            known = ways.setdefault(zone, [])
            if names not in known:
                known.append(names)
    return ways


def _under_way(zone: str, ways: dict[str, list[tuple[str, ...]]], table: Table) -> bool:
    """Whether the row lies as it may while it becomes one of its ways: what stays is there, nothing else came."""
    lying = [card.name for card in table.cards(zone) if card.face == "up" and card.name not in SPECIALS]
    if any(card.face == "down" for card in table.cards(zone)):
        return False
    mine = ways.get(zone, [()])
    for at, before in enumerate(mine):
        for after in mine[at:]:
            stays = set(before) & set(after)
            comes = set(before) | set(after)
            if stays <= set(lying) and all(name is None or name in comes for name in lying):
                return True
    return False


def _wrong(match: Match, told: Sequence[Story], difference: Difference, table: Table) -> Doubt | Amiss:
    """Why a row lies wrong: a card of the reveal in the wrong place, one that has no business there, one that left."""
    for card in difference.extra:
        if card.face == "down":
            return Amiss("face_down_in_row", lies=difference.zone, about=(card.key,), facts=_row(difference))
        if card.name is None:
            return _unread(card)
        seat = next((seat for number, seat in match.state.queue if str(number) == card.name), None)
        if seat is not None:
            return _wrong_row(told, seat, card)
        home = next((zone for zone, way in _ways(told[:1]).items() if card.name in way[0]), "")
        rule = "moved_card" if home else "foreign_card"
        facts = {"card": int(card.name) if card.name.isdecimal() else card.name, **_row(difference)}
        after = _patience(match)
        return Amiss(rule, "", card.name, difference.zone, home, facts, (card.key,), after)
    if difference.missing:
        number, seat = match.state.queue[0]
        facts = {"cards": difference.missing, **_row(difference)}
        rule = "wrong_row_taken" if match.state.choices[0].taken else "row_lacks"
        return Amiss(rule, seat, str(number), difference.zone, difference.zone, facts, after=_patience(match))
    return Amiss("row_order", lies=difference.zone, belongs=difference.zone, facts=_row(difference))


def _unread(card: Lying) -> Doubt:
    """Which card lies in a row. What shows no number at all may be none."""
    return unread_card(card, (), tuple(name for name, _ in card.maybe) or (NO_CARD,))


def _patience(match: Match) -> int:
    """How long a row may lie otherwise: one that was told on a screen to be changed is so only in a while."""
    specials = match.state.specials
    if specials is None:
        return Amiss.after
    return SPECIAL_AFTER if specials.pending is None else UNFINISHED_AFTER


def _row(difference: Difference) -> dict[str, object]:
    return {"row": number_of(difference.zone)}


def _wrong_row(told: Sequence[Story], seat: str, card: Lying) -> Amiss:
    """The rule that sends the card elsewhere, as the engine says it for the story in which it is that card's turn."""
    for story in told:
        if story.over or story.match.state.queue[0].seat != seat:
            continue
        right = story.match.state.choices[0]
        belongs = story.zones[right.row - 1] if len(story.match.state.choices) == 1 else ""
        number = story.zones.index(card.zone) + 1 if card.zone in story.zones else 0
        try:
            story.match.play(Place(seat, number))
        except IllegalMove as error:
            return Amiss(error.reason, seat, card.name or "", card.zone, belongs, error.facts, (card.key,))
        return Amiss("not_finished", seat, card.name or "", card.zone, card.zone, _unfinished_facts(story), (card.key,))
    return Amiss("foreign_card", seat, card.name or "", card.zone, "", {"card": card.name}, (card.key,))


def _unfinished_facts(story: Story) -> dict[str, object]:
    card, seat = story.match.state.queue[0]
    return {"seat": seat, "card": card}


def _unfinished(match: Match, best: Story, lies: Sequence[Difference]) -> Doubt | Amiss:
    """Somebody is in the middle of something, for too long; or it is only that a card can't be read."""
    for card in (card for difference in lies for card in difference.extra):
        if card.name is None and card.face == "up":
            return _unread(card)
    for difference in lies:
        for before in _takes(match, best):
            taken = {str(card) for card in before.taken}
            left = [card for card in difference.extra if card.name in taken]
            if left and difference.zone == best.zones[before.row - 1]:
                return _not_taken(before, difference.zone, left)
    state = best.match.state if not best.over else match.state
    card, seat = state.queue[0]
    if not lies:
        # Only a special card lies there that is still to be used.
        return Amiss("not_finished", seat, str(card), "", "", {"seat": seat, "card": card}, after=UNFINISHED_AFTER)
    zone = lies[0].zone
    taking = next((choice for choice in state.choices if choice.taken), None)
    mine = [one for difference in lies for one in difference.extra if one.name == str(card)]
    if taking is not None and mine:
        return _not_taken(taking._replace(row=number_of(zone)), zone, mine)
    facts = {"seat": seat, "card": card}
    return Amiss("not_finished", seat, str(card), zone, zone, facts, after=UNFINISHED_AFTER)


def _takes(match: Match, best: Story) -> Iterator[Placed]:
    """The rows that were taken in the story."""
    for move in best.moves:
        match = match.play(move)
        yield from (event for event in match.events if isinstance(event, Placed) and event.taken)


def _not_taken(placed: Placed, zone: str, about: Sequence[Lying]) -> Amiss:
    facts = {"seat": placed.seat, "row": number_of(zone), "cards": placed.taken, "heads": placed.heads}
    keys = tuple(card.key for card in about)
    return Amiss("row_not_taken", placed.seat, str(placed.card), zone, zone, facts, keys, NOT_TAKEN_AFTER)
