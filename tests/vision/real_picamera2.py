"""What the Pi's camera needs of picamera2, asked of picamera2 itself: `pytest tests/vision/real_picamera2.py`.

It is not collected with the other tests, since picamera2 comes with Raspberry Pi OS and not
from the lock. libcamera and pykms are replaced by mocks, so that it runs on other machines
too, where picamera2 was installed by hand.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
import threading
from concurrent.futures import CancelledError
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from tests.vision.test_cameras_picamera2 import JOB, REQUEST, SIGNATURES, parameters


def real(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The installed picamera2, without the hardware's libraries below it."""
    if importlib.util.find_spec("picamera2") is None:
        pytest.fail("picamera2 is not installed: pip install picamera2, or run this on Raspberry Pi OS")
    libcamera = MagicMock()
    libcamera.controls = SimpleNamespace(draft=MagicMock())
    mocks = {"libcamera": libcamera, "pykms": MagicMock()}
    # What picamera2 imports for recording to files and for raw pictures, neither of which is used.
    for name in ("prctl", "libarchive", "OpenEXR", "Imath"):
        if importlib.util.find_spec(name) is None:
            mocks[name] = MagicMock()
    for name, mock in mocks.items():
        monkeypatch.setitem(sys.modules, name, mock)
    return importlib.import_module("picamera2")


def test_the_installed_picamera2_has_the_signatures_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    picamera2 = real(monkeypatch)
    job = importlib.import_module("picamera2.job").Job
    request = importlib.import_module("picamera2.request").CompletedRequest
    for owner, table in ((picamera2.Picamera2, SIGNATURES), (job, JOB), (request, REQUEST)):
        for name, expected in table.items():
            assert parameters(getattr(owner, name))[: len(expected)] == expected, name
    assert isinstance(inspect.getattr_static(picamera2.Picamera2, "camera_controls"), property)


def jobs_alone(picamera2: Any) -> Any:
    """A `Picamera2` with its queue of jobs and nothing below it."""
    alone = picamera2.Picamera2.__new__(picamera2.Picamera2)
    alone.lock = threading.Lock()
    alone._job_list = []
    alone.completed_requests = []
    alone._preview = None
    alone.is_open = False
    return alone


def test_the_installed_picamera2_forgets_a_job_that_timed_out_once_it_is_told_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = jobs_alone(real(monkeypatch))
    job = camera.capture_request(wait=False, flush=None)
    with pytest.raises(TimeoutError):
        camera.wait(job, timeout=0.01)
    assert camera._job_list == [job]
    camera.cancel_all_and_flush()
    assert camera._job_list == []
    with pytest.raises(CancelledError):
        job.get_result(timeout=0.1)


def test_the_installed_picamera2_still_gives_what_was_served_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = jobs_alone(real(monkeypatch))
    job = camera.capture_request(wait=False, flush=None)
    served = MagicMock()
    camera.completed_requests.append(served)
    assert camera._job_list.pop(0).execute()
    camera.cancel_all_and_flush()
    job.signal()
    assert job.get_result(timeout=0.1) is served


def test_the_installed_picamera2_passes_over_what_was_exposed_before_the_trigger(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    camera = jobs_alone(real(monkeypatch))
    job = camera.capture_request(wait=False, flush=1_000_000_000)
    old, new = MagicMock(), MagicMock()
    old.get_metadata.return_value = {"SensorTimestamp": 1_000_000_000, "ExposureTime": 1}
    new.get_metadata.return_value = {"SensorTimestamp": 1_000_001_000, "ExposureTime": 1}
    camera.completed_requests += [old, new]
    assert job.execute()
    job.signal()
    assert job.get_result(timeout=0.1) is new
    old.release.assert_called_once()
    new.release.assert_not_called()
