"""`drover mat`: what it prints and writes, and what it says about arguments that can't be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.cli import main
from firmware_host.words import LANGUAGES

HOUSE = Path(__file__).parent.parent.parent
TAKE_SIX = ["mat", "--language", "en", "--game", "take_six"]


def test_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TAKE_SIX, "--seats", "4", "--paper", "a2", "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    mat = json.loads(out)
    assert mat["size_mm"] == [594, 420]
    assert [zone["name"] for zone in mat["zones"]][:5] == ["row/1", "row/2", "row/3", "row/4", "seat/1"]


def test_the_anniversary_variant_has_a_fifth_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TAKE_SIX, "--seats", "4", "--variant", "anniversary", "--json"]) == 0
    assert "row/5" in {zone["name"] for zone in json.loads(capsys.readouterr().out)["zones"]}


def test_without_a_format_it_says_which_paper_to_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TAKE_SIX, "--seats", "5"]) == 0
    wanted = "The mat for Take Six with 5 seats fits on a1: 841 \u00d7 594 mm. Write it with --pdf or --png.\n"
    assert capsys.readouterr().out == wanted


def test_files_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdf, png = tmp_path / "mat.pdf", tmp_path / "mat.png"
    assert main([*TAKE_SIX, "--seats", "4", "--paper", "a3x2", "--pdf", str(pdf)]) == 0
    assert "564 \u00d7 410 mm on 2 pages" in capsys.readouterr().out
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert main([*TAKE_SIX, "--seats", "4", "--paper", "a3x2", "--png", str(png)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "chess", "--seats", "2"], "There is no mat for “chess”."),
        (["--game", "take_six", "--seats", "11"], "This is for 2 to 10 seats, not 11."),
        (["--game", "take_six", "--seats", "-1"], "This is for 2 to 10 seats, not -1."),
        (["--game", "take_six", "--seats", "9", "--paper", "a2"], "Take a1, or a4x8 to glue together."),
        (["--game", "take_six", "--seats", "4", "--paper", "letter"], "There is no paper “letter”."),
        (["--game", "take_six", "--seats", "4", "--paper", "a4\nx"], "There is no paper “a4\\nx”."),
        (["--game", "take_six", "--seats", "4", "--paper", "a3x99"], "from 2 to 12 sheets, not 99."),
        (["--game", "no_thanks", "--seats", "4", "--variant", "pro"], "base, hidden_tiger"),
        (["--game", "take_six", "--seats", "4", "--pdf", "/no/such/folder/mat.pdf"], "can't be written"),
        (["--game", "take_six", "--seats", "4", "--png", "a\0b"], "can't be written"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["mat", "--language", "en", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mat", "--game", "take_six", "--seats", "4", "--language", language]) == 0
    assert main(["mat", "--game", "take_six", "--seats", "9", "--paper", "a2", "--language", language]) == 2
    out, err = capsys.readouterr()
    assert "594 \u00d7 420" in out
    assert "a4x8" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--game", "take_six"],
        ["--seats", "2"],
        ["--game", "take_six", "--seats", "x"],
        ["--game", "take_six", "--seats", "4", "--json", "--pdf", "x.pdf"],
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["mat", *arguments])
    assert exit_.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys\nfrom contextlib import suppress\nfrom firmware_host.cli import main\n"
        "with suppress(SystemExit):\n    main(['mat', '--help'])\n"
        "sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, check=True)
