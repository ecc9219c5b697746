"""What is kept in mind of a table of No Thanks! between two looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game import Move
from firmware_host.steward.inputs import Lying


@dataclass(frozen=True)
class Hidden:
    """A tiger that nobody could read, and what was played since: that goes on, and is written once it is known."""

    seat: str
    card: Lying
    choices: tuple[str, ...]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Memory:
    """`gone` are those cards that lay open when the last round ended and still do: none of them is dealt anew.

    `unread` was turned up and nobody could read it: while somebody is asked, it may be taken already. `chips` lay
    on the active card when it was last seen there with nothing moving; None: they were not counted. `tiger` lies
    with its seat, and nobody could read it. `fresh`: the card was turned up, and no chips counted on it so far.
    `middle` are the cards of this round that were seen there once the active one was gone: no tigers. `laid` are
    the chips that lay there when each card with a seat was seen first while nobody knew what was turned up.
    """

    gone: frozenset[str] = frozenset()
    unread: Lying | None = None
    chips: int | None = 0
    tiger: Hidden | None = None
    fresh: bool = False
    uncounted: bool = False
    """Whether something moved on the active card, and the chips were not counted again since."""

    lay: int = 0
    """The chips that lay there last, wherever they came from: about so many passed."""

    at_rest: int = 0
    """The most chips that were counted on the active card while nothing moved."""

    middle: frozenset[str] = frozenset()
    came: tuple[str, ...] = ()
    """The cards that were turned up, in their order, while nobody knew who took the active one."""

    by_then: Mapping[str, frozenset[str | None]] = field(default_factory=dict)
    """What lay with seats, by their zones, when the first of these came: what came later is of a later turn."""

    known: frozenset[int] = frozenset()
    """The keys of cards that nobody could read where they were taken."""

    clean: str = ""
    """Of those the last one on which no chips lay when it had come: what lies there later are passes."""

    with_seats: frozenset[str] = frozenset()
    """The cards that lay with seats while nobody knew what was turned up, and whether all of them are gone since."""

    cleared: bool = False
    left: bool = False
    """Whether the unread card has left the middle: what lies there since is another one."""

    laid: Mapping[str, int] = field(default_factory=dict)
    taker: str = ""
    """Who took the active card, while it is asked how many passed: also once the cards are packed away."""
