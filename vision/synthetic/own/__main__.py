"""`python -m vision.synthetic.own take_six deck.pdf` writes a deck for printing."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.synthetic.own import GAMES, own_deck_pdf

parser = argparse.ArgumentParser(prog="python -m vision.synthetic.own", description="Writes a deck for printing.")
parser.add_argument("game", choices=GAMES)
parser.add_argument("file", type=Path, help="the PDF")
options = parser.parse_args()
options.file.write_bytes(own_deck_pdf(options.game))
