"""What every PDF needs, whatever is drawn in it."""

from __future__ import annotations

from collections.abc import Sequence

POINTS_PER_MM = 72 / 25.4


def numbers(*values: float) -> str:
    """Operands, as short as they can be."""
    return " ".join(f"{value:.5f}".rstrip("0").rstrip(".") for value in values)


def stream(data: bytes, more: str = "") -> bytes:
    """The content of an object that holds data; `more` goes into its dictionary."""
    return f"<< /Length {len(data)} {more}>>\nstream\n".encode("ascii") + data + b"\nendstream"


def document(objects: Sequence[bytes]) -> bytes:
    """A file of these objects; the first is the catalog."""
    written = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(written))
        written += f"{number} 0 obj\n".encode("ascii") + content + b"\nendobj\n"
    table = len(written)
    written += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode("ascii")
    written += b"".join(f"{place:010} 00000 n \n".encode("ascii") for place in places)
    written += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode("ascii")
    return bytes(written)
