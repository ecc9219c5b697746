"""Cameras: where pictures come from, and the one place that knows their addresses.

| address | camera |
| --- | --- |
| `pi`, `pi:1` | a camera on the Raspberry Pi's own connector |
| `v4l2:0`, `/dev/video0`, `/dev/v4l/by-id/…` | a USB camera |
| a folder | its numbered pictures |
| a file | a video |
"""

from __future__ import annotations

import re
from pathlib import Path

from vision.cameras.camera import Camera, CameraLost, NoMorePictures, NoPicture, checked, frames

__all__ = [
    "Camera",
    "CameraLost",
    "NoMorePictures",
    "NoPicture",
    "camera_at",
    "camera_is_live",
    "checked",
    "frames",
    "open_camera",
]

_PI = re.compile(r"pi(?::(\d+))?")
_V4L2 = re.compile(r"v4l2:(\d+)|(/dev/.+)")


def open_camera(address: str) -> Camera:
    """The camera at an address, opened. `CameraLost` where it can't be."""
    camera = camera_at(address)
    camera.open()
    return camera


def camera_at(address: str) -> Camera:
    """The camera at an address, not yet opened. `CameraLost` where nothing of that kind is there."""
    if found := _PI.fullmatch(address):
        from vision.cameras.pi import PiCamera

        return PiCamera(int(found[1] or 0))
    if found := _V4L2.fullmatch(address):
        from vision.cameras.v4l2 import V4L2Camera

        return V4L2Camera(found[2] or int(found[1]))
    if address == "simulated":
        return _simulated()
    return _recorded(address)


def camera_is_live(address: str) -> bool:
    """Whether what is there happens now; recordings don't, and may stand still for as long as they like."""
    return address == "simulated" or bool(_PI.fullmatch(address) or _V4L2.fullmatch(address))


def _simulated() -> Camera:
    """A mat with four rows begun, seen from above: what there is to look at with nothing attached."""
    from vision.cameras.clock import SystemClock
    from vision.cameras.simulated import SimulatedCamera
    from vision.mat.plan import plan
    from vision.synthetic.own import own_back, own_face
    from vision.synthetic.table import Card, Table

    table, back = Table(mat=plan("take_six", 4, "a2")), own_back("take_six")
    for row, name in enumerate(("12", "37", "43", "58"), 1):
        face = own_face("take_six", name)
        table = table.with_card(Card(name, face, face if back is None else back), f"row/{row}")
    return SimulatedCamera(table, clock=SystemClock())


def _recorded(address: str) -> Camera:
    from vision.cameras.files import PictureFolder, VideoFile

    path = Path(address)
    if address and path.is_dir():
        return PictureFolder(path)
    if path.is_file():
        return VideoFile(path)
    raise CameraLost("no_such_camera", address=address)
