"""The house: which package may import which, how long a module may be, what a command may load."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
PACKAGES = ("engine", "vision", "hardware", "firmware_host")
MAY_IMPORT = {
    "engine": (),
    "vision": (),
    "hardware": (),
    "firmware_host": ("engine", "vision", "hardware"),
}
TOP_LEVEL = {
    *(PACKAGES),
    *("systemd", "tests", "docs"),
    *("pyproject.toml", "requirements.lock", "Makefile", "README.md", "CHANGELOG.md", "LICENSE", "NOTICE"),
}
HEAVY = ("cv2", "numpy", "starlette", "uvicorn", "gpiozero", "serial", "luma", "PIL", "sqlite3", "asyncio")
LONGEST_MODULE = 500


def modules(package: str) -> list[Path]:
    return sorted((HOUSE / package).rglob("*.py"))


def imports(module: Path) -> Iterator[str]:
    """The top-level names of everything that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: imports are absolute here"
            assert node.module is not None
            yield node.module.partition(".")[0]


def calls(module: Path) -> Iterator[str]:
    """The names of everything that a module calls."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


@pytest.mark.parametrize("package", [name for name in PACKAGES if (HOUSE / name).is_dir()])
def test_the_arrows_between_packages_hold(package: str) -> None:
    allowed = {package, *MAY_IMPORT[package]}
    wrong = {
        f"{module.relative_to(HOUSE)} imports {name}"
        for module in modules(package)
        for name in imports(module)
        if name in PACKAGES and name not in allowed
    }
    assert modules(package)
    assert not wrong


def test_the_engine_imports_the_standard_library_alone() -> None:
    allowed = {*sys.stdlib_module_names, "engine"}
    wrong = {f"{module.name} imports {name}" for module in modules("engine") for name in imports(module)} - {
        f"{module.name} imports {name}" for module in modules("engine") for name in allowed
    }
    assert not wrong


def test_the_engine_has_no_clock_file_thread_or_randomness_of_its_own() -> None:
    impure = {"time", "datetime", "threading", "os", "io", "pathlib", "socket", "secrets", "subprocess", "asyncio"}
    rules = [module for module in modules("engine") if "players" not in module.parts]
    assert not {f"{module}: {name}" for module in rules for name in imports(module) if name in {*impure, "random"}}
    assert not {f"{module}: {name}" for module in modules("engine") for name in imports(module) if name in impure}
    called = {f"{module}: {name}" for module in modules("engine") for name in calls(module)}
    assert not {call for call in called if call.endswith((": open", ": print", ": input", ": seed", ": SystemRandom"))}


@pytest.mark.parametrize("package", ["engine", "firmware_host", "tests"])
def test_modules_are_short(package: str) -> None:
    """But for the texts of a language, which are a table and no code."""
    long = {
        f"{module.relative_to(HOUSE)}: {count} lines"
        for module in modules(package)
        if (count := len(module.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE
        and module.parent.parent.name != "words"
    }
    assert not long


def test_the_top_level_holds_what_the_design_has_and_no_more() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=HOUSE, capture_output=True, text=True, check=True)  # noqa: S607
    tops = {line.partition("/")[0] for line in listed.stdout.splitlines()}
    assert {top for top in tops if not top.startswith(".")} <= TOP_LEVEL
    assert {top for top in tops if top.startswith(".")} <= {".ci", ".gitignore"}


@pytest.mark.parametrize("game", ["take_six", "no_thanks", "qwixx_cards"])
def test_replay_loads_nothing_heavy_and_only_the_game_that_is_played(game: str, tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text(f'{{"record": 1, "game": "{game}", "seats": ["ana", "bia", "caio"]}}\n', encoding="utf-8")
    program = (
        "import sys; from firmware_host.cli import main;"
        f"code = main(['replay', {str(record)!r}]);"
        "print(*sorted(name for name in sys.modules), sep='\\n'); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines())
    assert f"engine.{game}.rules" in loaded
    assert not {name for name in loaded if name.partition(".")[0] in HEAVY}
    assert not {name for name in loaded if name.endswith(".rules") and name != f"engine.{game}.rules"}


@pytest.mark.parametrize("form", [["--json"], ["--pdf", "mat.pdf"], []])
def test_a_mat_is_planned_and_printed_without_anything_heavy(form: list[str], tmp_path: Path) -> None:
    arguments = ["mat", "--game", "take_six", "--seats", "4", "--paper", "a3x4", *form]
    program = (
        f"import sys; sys.path.insert(0, {str(HOUSE)!r}); from firmware_host.cli import main;"
        f"code = main({arguments!r}); print(*sys.modules, sep='\\n', file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.splitlines())
    assert "vision.mat.plan" in loaded
    assert not {name for name in loaded if name.partition(".")[0] in HEAVY}
