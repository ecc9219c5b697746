"""How messages travel between host and bar: as frames between zeros. Runs on both ends; docs/bar.md has every byte.

A frame holds no zero but at its ends, so whoever lost the thread finds it again at the next one, and it ends
with a checksum, so that what noise made of it is thrown away.
"""

from binascii import crc32

HEADER = 4
CHECK = 4
LONGEST_PAYLOAD = 240
LONGEST = 1 + HEADER + LONGEST_PAYLOAD + CHECK
"""Of a frame between its zeros. Below 255, so that one step of `stuff` always reaches."""


def encode(session: int, kind: int, number: int, payload: bytes = b"") -> bytes:
    """The frame with its zeros.

    >>> encode(0x1234, 6, 0).hex(" ")
    '00 04 34 12 06 05 72 60 f5 17 00'
    """
    body = bytes((session & 255, session >> 8, kind, number)) + payload
    return b"\0" + stuff(body + crc32(body).to_bytes(CHECK, "little")) + b"\0"


def decode(stuffed: bytes) -> tuple[int, int, int, bytes] | None:
    """What came between two zeros: session, kind of message, its number, what it says. None: it is no whole frame."""
    body = unstuff(stuffed)
    if body is None or len(body) < HEADER + CHECK:
        return None
    said, check = body[:-CHECK], body[-CHECK:]
    if crc32(said) != int.from_bytes(check, "little"):
        return None
    return said[0] | said[1] << 8, said[2], said[3], said[HEADER:]


def stuff(body: bytes) -> bytes:
    """The same without zeros: in the place of each, and before the first, how far it is to the next one.

    >>> stuff(bytes((1, 0, 0, 2))).hex(" ")
    '02 01 01 02 02'
    """
    stuffed = bytearray(b"\0" + body)
    at = 0
    while at < len(stuffed):
        zero = body.find(b"\0", at)
        following = len(stuffed) if zero < 0 else zero + 1
        stuffed[at] = following - at
        at = following
    return bytes(stuffed)


def unstuff(stuffed: bytes) -> bytes | None:
    """The zeros in their places again; None if the steps do not lead to the end."""
    body = bytearray(stuffed)
    at = 0
    while at < len(body):
        step = body[at]
        if not step:
            return None
        body[at] = 0
        at += step
    return bytes(body[1:]) if at == len(body) else None


def following(number: int) -> int:
    """The number after that one: 1 to 255 and round again, as 0 is for what has no number."""
    return number % 255 + 1


def distance(before: int, number: int) -> int:
    """How many numbers further on it is, 0 to 254."""
    return (number - before) % 255


class Receiver:
    """Takes bytes and gives whole frames. Holds no more than one frame, whatever comes."""

    def __init__(self) -> None:
        self._held = bytearray(LONGEST)
        self._length = 0
        self.spoiled = 0
        """How many frames were thrown away."""

    def take(self, byte: int) -> tuple[int, int, int, bytes] | None:
        if byte:
            if self._length < LONGEST:
                self._held[self._length] = byte
            # One more than there is room for says that the frame is too long, and so is thrown away.
            self._length = min(self._length, LONGEST) + 1
            return None
        length, self._length = self._length, 0
        if not length:
            return None
        frame = decode(bytes(self._held[:length])) if length <= LONGEST else None
        self.spoiled += frame is None
        return frame
