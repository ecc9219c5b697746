"""The pins of the Pi's own header, through lgpio and nothing else: the same on every Pi from the 3 to the 5."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

_loading = threading.Lock()


def load_lgpio() -> Any:
    """The module lgpio, which leaves a pipe in the folder that it is loaded from: so from one that is thrown away."""
    with _loading:
        if "lgpio" not in sys.modules:
            before = Path.cwd()
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                try:
                    import lgpio
                finally:
                    os.chdir(before)
            return lgpio
    return sys.modules["lgpio"]


def header_pins() -> Any:
    """gpiozero's factory of these pins. On a Pi 5 they are chip 4 of older kernels and chip 0 of newer ones."""
    with suppress(ImportError):  # which the factory tells better
        load_lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()
