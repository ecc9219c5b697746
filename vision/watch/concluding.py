"""What all cards that are held come to, judged together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from vision.cards import copies
from vision.watch.cards import Held, is_sure
from vision.watch.observation import Eyes


def concluded(held: Sequence[Held], eyes: Eyes, least_looks: int, impossible: Collection[str]) -> list[Held]:
    """All cards that are seen are concluded together; one that is settled keeps what it is."""
    seen = [card for card in held if not card.hidden]
    said = eyes.conclude([card.evidence.together for card in seen], impossible)
    # A new card that takes the name of one that is settled is not surely read: one of the two is wrong.
    disputed = {
        card.name
        for card, new in zip(seen, said, strict=True)
        if card.settled and card.sighting is not None and new.card != card.name
    } - {None}
    after = [card for card in held if card.hidden]
    turned_up: set[str | None] = set()
    for card, new in zip(seen, said, strict=True):
        if card.settled:
            after.append(card)
            continue
        sighting = replace(new, card=None) if new.card in disputed else new
        settled = is_sure(sighting) and len(card.evidence.looks) >= least_looks
        turned_up |= {sighting.card} if settled else set()
        after.append(replace(card, sighting=sighting, settled=settled))
    # A card that turned up elsewhere does not lie under a hand, if there is only one of its name.
    return [one for one in after if not (one.hidden and one.name in turned_up and _is_the_only_one(one, eyes))]


def without_those_taken_away(
    held: Sequence[Held], in_sight: Sequence[Held], eyes: Eyes, least_looks: int
) -> list[Held]:
    """Without cards that others seem to cover in part, where the same card is surely read elsewhere since then: what
    shows there now was not laid on them, it lay under them. Over those `in_sight` is no hand."""
    covered = {card.name: card for card in in_sight if card.settled and not card.hidden and not card.shown.all()}
    new = [one for one in in_sight if not one.settled and not one.hidden and len(one.evidence.looks) >= least_looks]
    if not covered or not new:
        return list(held)
    gone = []
    for card in new:
        (alone,) = eyes.conclude([card.evidence.together])
        other = covered.get(alone.card)
        if other is not None and _is_the_only_one(other, eyes) and card.since > other.whole_at:
            gone.append(other)
    return [card for card in held if all(card is not one for one in gone)]


def _is_the_only_one(card: Held, eyes: Eyes) -> bool:
    return card.name is not None and copies(eyes.game, card.name) == 1
