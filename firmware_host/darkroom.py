"""Makes photographs of pictures, in a thread of its own: the table's own thread never waits for them."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

import cv2

from vision.frame import Frame, Picture

QUALITY = 85
MOST_WAITING = 24
"""So many pictures wait to be developed; if there are more, the camera saw much in little time, and the rest go."""

REMEMBERED = 12
"""So many frames are remembered: a photograph is asked for a moment after its picture was taken."""


@dataclass(frozen=True, eq=False)
class Order:
    """A picture that is to become a photograph: of which entry of which match, why, and what else is known of it."""

    match: int | None
    entry: int
    why: str
    picture: Picture
    facts: dict[str, object]


@dataclass(frozen=True, eq=False)
class Photograph:
    """What became of an order."""

    order: Order
    jpeg: bytes


def as_jpeg(picture: Picture) -> bytes:
    """The picture as the bytes of a file."""
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert good  # any picture can be written so
    return data.tobytes()


class Darkroom:
    """Takes orders and gives photographs to `done`, from its own thread."""

    def __init__(self, done: Callable[[Photograph], None]) -> None:
        self._done = done
        self._orders: queue.Queue[Order | None] = queue.Queue(MOST_WAITING)
        self._frames: deque[Frame] = deque(maxlen=REMEMBERED)
        self._held: tuple[Frame, ...] = ()
        self._thread = threading.Thread(target=self._develop, name="darkroom", daemon=True)
        self.refused = 0

    def start(self) -> None:
        self._thread.start()

    def remember(self, frame: Frame) -> None:
        """A picture was taken; it may be asked for by its number for a while."""
        self._frames.append(frame)

    def hold(self, numbers: Collection[int]) -> None:
        """Keep those pictures for as long as this is not asked for others: what lay there before the next move."""
        self._held = tuple(frame for frame in map(self.frame, numbers) if frame is not None)

    def frame(self, number: int) -> Frame | None:
        return next((frame for frame in (*self._frames, *self._held) if frame.number == number), None)

    def order(self, order: Order) -> bool:
        """Have it developed; False where too much is waiting."""
        try:
            self._orders.put_nowait(order)
        except queue.Full:
            self.refused += 1
            return False
        return True

    def close(self) -> None:
        """What is waiting is still developed."""
        if self._thread.is_alive():
            self._orders.put(None)
            self._thread.join(5)

    def _develop(self) -> None:
        last: Photograph | None = None
        while (order := self._orders.get()) is not None:
            # Several moves may show in one picture.
            same = last is not None and last.order.picture is order.picture
            last = Photograph(order, last.jpeg if same and last is not None else as_jpeg(order.picture))
            self._done(last)
