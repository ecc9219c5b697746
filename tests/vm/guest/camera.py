"""A USB camera: writes the newest picture that came from the test into a video device, at an even pace."""

import fcntl
import os
import select
import struct
import sys
import time

VIDIOC_S_FMT = 0xC0D05605
OUTPUT = 2
EVERY_S = 0.25


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


def main(port_name: str, video_name: str) -> None:
    port, video, picture = os.open(port_name, os.O_RDONLY), -1, b""
    while True:
        if select.select([port], [], [], 0 if picture else 1)[0]:
            head = os.read(port, 1)
            if not head:  # nobody holds the other end yet
                time.sleep(0.05)
            else:
                width, height, length = struct.unpack("<HHI", head + whole(port, 7))
                picture = whole(port, length)
                if video < 0:
                    video = os.open(video_name, os.O_RDWR)
                    set_format(video, width, height, width * height * 2)
        if picture:
            os.write(video, picture)
            time.sleep(EVERY_S)


main(*sys.argv[1:])
