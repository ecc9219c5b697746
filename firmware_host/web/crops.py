"""Pictures of what is asked about or objected to: cut out of the frame in which it was seen."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from firmware_host.darkroom import as_jpeg
from firmware_host.service import Service
from firmware_host.steward.effects import Ask, Effect, Object
from firmware_host.steward.inputs import Point
from vision.frame import Frame, Picture
from vision.mat.pose import Pose

HALF_MM = 75.0
"""From the middle of a card to the edge of its picture: the card, turned in any way, and a little around it."""

KEPT = 3


@dataclass(frozen=True, eq=False)
class _Moment:
    frame: Frame
    pose: Pose
    at: tuple[Point, ...]


class Crops:
    """Keeps frame and places when something is asked, which costs nothing, and cuts when a page wants to see it."""

    def __init__(self) -> None:
        self._service: Service | None = None
        self._lock = threading.Lock()
        self._moments: OrderedDict[int, _Moment] = OrderedDict()

    def watch(self, service: Service) -> None:
        """Whose pictures these are."""
        self._service = service

    def heard(self, effect: Effect) -> None:
        """From the owner thread: an effect was carried out."""
        said = effect.question if isinstance(effect, Ask) else effect.objection if isinstance(effect, Object) else None
        if said is None or not said.about or self._service is None:
            return
        programme = self._service.programme
        seen, pose = programme.coming.seen, programme.watcher.pose
        frame = None if seen is None else self._service.frame(seen.picture)
        if seen is None or frame is None or pose is None:
            return
        at = tuple(card.at for card in (*seen.cards, *seen.hidden) if card.key in said.about)
        if not at:
            return
        with self._lock:
            self._moments[said.number] = _Moment(frame, pose, at)
            while len(self._moments) > KEPT:
                self._moments.popitem(last=False)

    def jpeg(self, number: int) -> bytes | None:
        """What the question or objection of that number is about; None where that is not known any more."""
        with self._lock:
            moment = self._moments.get(number)
        cut = None if moment is None else _cut(moment)
        return None if cut is None else as_jpeg(cut)


def _cut(moment: _Moment) -> Picture | None:
    corners = [(x + dx, y + dy) for x, y in moment.at for dx in (-HALF_MM, HALF_MM) for dy in (-HALF_MM, HALF_MM)]
    points = moment.pose.pixels(corners)
    height, width = moment.frame.picture.shape[:2]
    left, top = np.clip(np.floor(points.min(axis=0)), 0, (width, height)).astype(int)
    right, bottom = np.clip(np.ceil(points.max(axis=0)), 0, (width, height)).astype(int)
    return moment.frame.picture[top:bottom, left:right] if right > left and bottom > top else None
