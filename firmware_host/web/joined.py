"""What the web server is joined to. It reads, and posts; all that it changes itself is who may see what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from starlette.requests import Request

from firmware_host.config import Config
from firmware_host.steward.inputs import Input
from firmware_host.web.board import Board
from firmware_host.web.setup_parts import Parts
from vision.cameras.clock import Clock, SystemClock
from vision.frame import Frame


def _no_frame() -> Frame | None:
    return None


def _no_crop(number: int) -> bytes | None:
    return None


@dataclass(frozen=True)
class Joined:
    """`post` takes what people want, for the owner thread. `folder` is where PIN and links are kept.

    `journal` is the folder of the journal, `config_file` where the configuration is, or would be, `frame` gives
    the camera's newest picture, `crop` the card that a question or objection is about, as a JPEG. `parts` are what
    the set-up page needs besides.
    """

    board: Board
    post: Callable[[Input], None]
    folder: Path
    config: Config = field(default_factory=Config)
    journal: Path | None = None
    config_file: Path | None = None
    frame: Callable[[], Frame | None] = _no_frame
    crop: Callable[[int], bytes | None] = _no_crop
    clock: Clock = field(default_factory=SystemClock)
    parts: Parts = field(default_factory=Parts)


def joined_of(request: Request) -> Joined:
    """What the server that answers this request is joined to."""
    joined: Joined = request.app.state.joined
    return joined
