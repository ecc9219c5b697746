"""A USB camera: writes the newest picture that came from the test into a video device, at an even pace."""

import fcntl
import os
import select
import struct
import sys
import time

VIDIOC_S_FMT = 0xC0D05605
OUTPUT = 2
EVERY_S = 0.4


def set_format(video: int, width: int, height: int, size: int) -> None:
    shape = struct.pack("<IIIIIIIIIIII", width, height, int.from_bytes(b"MJPG", "little"), 1, 0, size, 8, 0, 0, 0, 0, 0)
    fcntl.ioctl(video, VIDIOC_S_FMT, struct.pack("<II", OUTPUT, 0) + shape.ljust(200, b"\0"))


def whole(port: int, length: int) -> bytes:
    data = b""
    while len(data) < length:
        part = os.read(port, length - len(data))
        if not part:
            time.sleep(0.05)
        data += part
    return data


def received(port: int) -> tuple[int, int, list[bytes]]:
    """The next pictures: size, how many, and each with its length."""
    width, height, count = struct.unpack("<HHH", whole(port, 6))
    return width, height, [whole(port, struct.unpack("<I", whole(port, 4))[0]) for _ in range(count)]


def main(port_name: str, video_name: str) -> None:
    port, video, number = os.open(port_name, os.O_RDONLY), -1, 0
    pictures: list[bytes] = []
    while True:
        if select.select([port], [], [], 0 if pictures else 1)[0]:
            width, height, pictures = received(port)
            if video < 0:
                video = os.open(video_name, os.O_RDWR)
                set_format(video, width, height, width * height * 2)
        if pictures:
            # The same table with another noise: a camera that gives twice the same is frozen.
            number += 1
            os.write(video, pictures[number % len(pictures)])
            time.sleep(EVERY_S)


if __name__ == "__main__":
    main(*sys.argv[1:])
