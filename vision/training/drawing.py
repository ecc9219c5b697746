"""Samples drawn by other processes while this one trains."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

Sample = tuple[NDArray[Any], ...]
Vary = Callable[[Sample, np.random.Generator], Sample]
"""Makes another sample of one that was drawn."""

TAKEN = 8
"""So often each sample is taken on average: more drawing would take from the training what it needs of a processor."""


class Pool:
    """The newest samples that the workers have drawn, to take batches from again and again.

    Drawing is slower than training, so each sample is seen a few times before it is dropped; the workers wait while
    there are more samples than that needs.
    """

    def __init__(
        self, draw: Callable[[int], Sample], workers: int, most: int, least: int = 64, vary: Vary | None = None
    ) -> None:
        self._queue: multiprocessing.Queue[Sample] = multiprocessing.Queue(64)
        self._samples: list[Sample] = []
        self._drawn = self._taken = 0
        self._most, self._least, self._vary = most, least, vary
        self._enough, self._wanted = threading.Event(), threading.Event()
        self._workers = [
            multiprocessing.Process(
                target=_draw_all, args=(draw, iter(range(worker, 1 << 30, workers)), self._queue), daemon=True
            )
            for worker in range(workers)
        ]
        for process in self._workers:
            process.start()
        threading.Thread(target=self._gather, daemon=True).start()

    def batch(self, size: int, rng: np.random.Generator) -> list[NDArray[Any]]:
        """Random samples, each part of them stacked."""
        while not self._enough.wait(timeout=1):
            self._check()
        self._check()
        self._taken += size
        self._wanted.set()
        chosen = [self._samples[index] for index in rng.integers(0, len(self._samples), size)]
        if self._vary is not None:
            chosen = [self._vary(sample, rng) for sample in chosen]
        return [np.stack(part) for part in zip(*chosen, strict=True)]

    def _check(self) -> None:
        if not all(process.is_alive() for process in self._workers):
            raise RuntimeError("A process that draws has ended; the lines above say why.")

    def __len__(self) -> int:
        """How many have been drawn so far."""
        return self._drawn

    def _gather(self) -> None:
        while True:
            while self._drawn >= self._least + self._taken / TAKEN:
                self._wanted.wait()
                self._wanted.clear()
            sample = self._queue.get()
            if len(self._samples) < self._most:
                self._samples.append(sample)
            else:
                self._samples[self._drawn % self._most] = sample
            self._drawn += 1
            if self._drawn == self._least:
                self._enough.set()


def _draw_all(draw: Callable[[int], Sample], seeds: Iterator[int], out: Any) -> None:
    for seed in seeds:
        out.put(draw(seed))
