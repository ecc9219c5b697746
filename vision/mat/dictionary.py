"""What the markers of the dictionary `DICT_4X4_50` look like; a mat is printed without loading OpenCV for it."""

from __future__ import annotations

MODULES = 6
"""Along a side, the black border included."""

COUNT = 50

_INSIDE = MODULES - 2
# fmt: off
_WHITE = (
    0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2, 0xfeda, 0xcf56,
    0xf991, 0x11a7, 0x0eb7, 0x2a0f, 0x24b1, 0x263e, 0x4665, 0x6600, 0x6c5e, 0x76af,
    0x868b, 0xb02b, 0xccd5, 0xdd82, 0xfe47, 0x9471, 0xace4, 0xa554, 0x2123, 0x346f,
    0x4415, 0x57b2, 0x9ecf, 0xf0cb, 0x08ae, 0x0929, 0x1875, 0x04ff, 0x0df6, 0x1c5a,
    0x1718, 0x2a28, 0x328c, 0x38b2, 0x24e8, 0x2eeb, 0x2d3f, 0x4b64, 0x502e, 0x5013,
)
# fmt: on
"""The modules inside of the border line by line, each a bit that is set for white."""


def white(number: int) -> tuple[tuple[bool, ...], ...]:
    """Which modules of a marker are white, line by line.

    >>> ["".join(".#"[module] for module in line) for line in white(0)]
    ['......', '.#.##.', '..#.#.', '...##.', '...#..', '......']
    """
    bits = _WHITE[number]
    edge = (False,) * MODULES
    lines = [
        (
            False,
            *(bool(bits >> (_INSIDE * (_INSIDE - 1 - row) + _INSIDE - 1 - column) & 1) for column in range(_INSIDE)),
            False,
        )
        for row in range(_INSIDE)
    ]
    return (edge, *lines, edge)
