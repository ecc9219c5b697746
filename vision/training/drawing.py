"""Samples drawn by other processes while this one trains."""

from __future__ import annotations

import multiprocessing
import queue
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Sample = tuple[NDArray[Any], ...]
Vary = Callable[[Sample, np.random.Generator], Sample]
"""Makes another sample of one that was drawn."""


class Pool:
    """The newest samples that the workers have drawn, to take batches from again and again.

    Drawing is slower than training, so each sample is seen a few times before it is dropped.
    """

    def __init__(
        self, draw: Callable[[int], Sample], workers: int, most: int, least: int = 64, vary: Vary | None = None
    ) -> None:
        self._drawn: multiprocessing.Queue[Sample] = multiprocessing.Queue(64)
        self._samples: list[Sample] = []
        self._most, self._least, self._vary = most, least, vary
        for worker in range(workers):
            seeds = iter(range(worker, 1 << 30, workers))
            multiprocessing.Process(target=_draw_all, args=(draw, seeds, self._drawn), daemon=True).start()

    def batch(self, size: int, rng: np.random.Generator) -> list[NDArray[Any]]:
        """Random samples, each part of them stacked."""
        while True:
            try:
                waiting = len(self._samples) < self._least
                self._samples.append(self._drawn.get() if waiting else self._drawn.get_nowait())
            except queue.Empty:
                break
        del self._samples[: max(0, len(self._samples) - self._most)]
        chosen = [self._samples[index] for index in rng.integers(0, len(self._samples), size)]
        if self._vary is not None:
            chosen = [self._vary(sample, rng) for sample in chosen]
        return [np.stack(part) for part in zip(*chosen, strict=True)]

    def __len__(self) -> int:
        return len(self._samples)


def _draw_all(draw: Callable[[int], Sample], seeds: Iterator[int], out: Any) -> None:
    for seed in seeds:
        out.put(draw(seed))
