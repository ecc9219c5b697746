"""QR codes as drawings."""

from __future__ import annotations

from functools import lru_cache

QUIET = 4
"""Modules of margin on each side, as the standard wants them."""


@lru_cache(maxsize=32)
def code_svg(text: str) -> str:
    """A code that says so, black on white whatever the page's colours are."""
    import cv2

    wish = cv2.QRCodeEncoder.Params()
    wish.correction_level = cv2.QRCodeEncoder_CORRECT_LEVEL_M
    wish.mode = cv2.QRCodeEncoder_MODE_BYTE
    modules = cv2.QRCodeEncoder.create(wish).encode(text)
    dark = modules == 0
    rows, columns = dark.any(axis=1).nonzero()[0], dark.any(axis=0).nonzero()[0]
    dark = dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    size = len(dark) + 2 * QUIET
    path = "".join(f"M{x + QUIET} {y + QUIET}h1v1h-1z" for y, row in enumerate(dark) for x, on in enumerate(row) if on)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}"/></svg>'
    )
