"""What all tests share."""

from __future__ import annotations

from hypothesis import settings

# The same examples everywhere and every time: a failure can be repeated by whoever reads of it.
settings.register_profile("drover", derandomize=True)
settings.load_profile("drover")
