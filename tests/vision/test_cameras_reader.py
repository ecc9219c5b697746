"""One attempt at a camera, on a system that has run out of threads."""

from __future__ import annotations

import logging
from threading import Thread

import pytest

from tests.vision.camera_bench import Bench, camera_threads
from vision.cameras.recovery import CameraState


def test_a_system_without_a_thread_to_cancel_in_does_not_end_the_watch(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    start = Thread.start

    def without_cancelling(thread: Thread) -> None:
        if thread.name.endswith("-cancel"):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(Thread, "start", without_cancelling)
    with caplog.at_level(logging.ERROR), Bench() as bench:
        bench.go_live()
        bench.clock.advance(4_000)
        bench.expect(CameraState.LOST)
        bench.clock.advance(1_000)
        bench.expect(CameraState.OPENING)
        bench.come_live()
        bench.newest.reopen()
        bench.expect(CameraState.LOST)
    assert "could not be cancelled" in caplog.text
    assert camera_threads() == []
