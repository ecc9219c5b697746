"""The configuration: complete defaults, every key documented, and one clear line for whatever is wrong."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.config import Config, ConfigError, parse
from firmware_host.config_file import load_config
from firmware_host.config_keys import SCHEMA, Wrong
from firmware_host.errors import UserError
from firmware_host.trouble import tell_config
from firmware_host.words import LANGUAGES, Words
from hardware.wiring import Bar, Display, Gpio

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_without_a_configuration_displays_and_bars_are_looked_for_and_no_pin_is_touched() -> None:
    assert parse("") == Config()
    wiring = Config().wiring
    assert (wiring.gpio, wiring.display, wiring.bar) == (None, Display(), Bar())


def test_a_configuration_says_what_is_connected() -> None:
    config = parse(
        """
        [gpio]
        rows = [[17, 27, 22], [5, 6, 13]]
        lights = "rgb"
        buttons = { confirm = 16, "row/1" = 20 }
        buzzer = 12
        [display]
        driver = "sh1106"
        address = 0x3D
        [bar]
        there = false
        """
    )
    assert config.wiring.gpio == Gpio(
        rows=((17, 27, 22), (5, 6, 13)), lights="rgb", buttons={"confirm": 16, "row/1": 20}, buzzer=12
    )
    assert config.wiring.display == Display(driver="sh1106", address=0x3D)
    assert config.wiring.bar is None
    assert config.said == {"gpio", "display", "bar"}


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("[gpio]\nrows = [17", "no_toml", 0),
        ("a = 1", "unknown_section", 1),
        ("\n[lamps]\n", "unknown_section", 2),
        ("gpio = 3", "no_section", 1),
        ("[gpio]\n\nrow = [17]", "unknown_key_near", 3),
        ("[gpio]\nxyzzy = 1", "unknown_key", 2),
        ("[gpio]\nrows = 17", "wrong_value", 2),
        ("[gpio]\nrows = [true]", "wrong_value", 2),
        ("[gpio]\n# buzzer = 3\nbuzzer = 28", "wrong_value", 3),
        ("[gpio]\nbuzzer = 3.5", "wrong_value", 2),
        ("[gpio]\nlights = 'neon'", "wrong_value", 2),
        ("[gpio]\nactive_low = 1", "wrong_value", 2),
        ("[gpio.buttons]\nconfirm = 4\nfire = 5", "wrong_value", 1),
        ("[bar]\nport = ''", "wrong_value", 2),
        ("[gpio]\nrows = [17, 18]\nseats = [18]", "wiring.pin_clash", 3),
        ("[gpio]\nrows = [17]\n[gpio.buttons]\nundo = 17", "wiring.pin_clash", 4),
        ("gpio.rows = [17]\ngpio.buzzer = 17", "wiring.pin_clash", 2),
        ("[gpio]\nrows = [2]\n[display]\nbus = 'i2c'", "wiring.pin_clash", 4),
        ("[gpio]\nrows = [24]\n[display]\nbus = 'spi'", "wiring.pin_clash", 3),
        ("[gpio]\nrows = [99]", "wiring.pin_unknown", 2),
        ("[gpio]\nrows = [1, 2, 3, 4, 5, 6]", "wiring.too_many", 2),
        ("[gpio]\nlights = 'rgb'\nrows = [1]", "wiring.pin_count", 3),
        ("[display]\ndriver = 'hd44780'\nbus = 'spi'", "wiring.bus_of_driver", 3),
        ("[display]\nlines = 3", "wiring.not_one_of", 2),
        ("[table]\nvariant = 'poker'", "table", 2),
        ("[table]\ngame = 'no_thanks'\nseats = 2", "table", 3),
        ("[table]\nnames = ['Ana', 'Ana']", "wrong_value", 2),
        ("[table]\nnames = ['Ana']", "table", 2),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, reason: str, line: int) -> None:
    with pytest.raises(ConfigError) as raised:
        parse(text)
    assert raised.value.reason == reason
    assert raised.value.line == line
    for language in LANGUAGES:
        told = tell_config(Words(language), raised.value, "drover.toml")
        assert "drover.toml" in told
        assert "\n" not in told


def test_a_pin_that_is_used_twice_is_refused_with_both_names() -> None:
    with pytest.raises(ConfigError) as raised:
        parse("[gpio]\nrows = [17, 27]\nbuttons = { confirm = 27 }")
    told = tell_config(Words("en"), raised.value, "drover.toml")
    assert told == (
        "drover.toml, line 3: pin 27 is used twice, for row/2 and for button confirm. Give one of them another pin."
    )


def test_a_display_that_is_only_looked_for_takes_no_pins() -> None:
    assert parse("[gpio]\nrows = [2, 3]").wiring.gpio == Gpio(rows=((2,), (3,)))


@given(st.text(max_size=200))
def test_whatever_stands_in_the_file_is_read_or_refused(text: str) -> None:
    told = "read"
    try:
        parse(text)
    except ConfigError as error:
        told = tell_config(Words("en"), error, "f")
    assert told


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([(section, key) for section, keys in SCHEMA.items() for key in keys]), VALUES)
def test_no_key_takes_just_anything_or_fails_at_it(where: tuple[str, str], value: object) -> None:
    with suppress(Wrong):
        SCHEMA[where[0]][where[1]].read(value)


def test_what_every_key_takes_has_words() -> None:
    for section in SCHEMA.values():
        for key in section.values():
            for language in LANGUAGES:
                assert Words(language).say(f"config.wants.{key.wants.kind}", **dict(key.wants.facts))


def test_the_documentation_has_every_key_with_what_holds_without_it() -> None:
    example = re.search(r"```toml\n(.*?)```", (DOCS / "config.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    tables = tomllib.loads(example[1])
    assert {name: set(table) for name, table in tables.items()} == {name: set(keys) for name, keys in SCHEMA.items()}
    shown = {name: {key: tables[name][key] for key in keys} for name, keys in SCHEMA.items()}
    for name, keys in SCHEMA.items():
        for key, kind in keys.items():
            said = kind.read(shown[name][key])
            assert said == kind.default or kind.default in (None, "", (), {}), f"{name}.{key}"
            assert kind.why in example[1], f"{name}.{key}"
    assert parse(example[1])


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for file in (tmp_path / "nowhere.toml", tmp_path):
        with pytest.raises(UserError, match=re.escape(str(file))):
            load_config(str(file), Words("en"))
    torn = tmp_path / "torn.toml"
    torn.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="torn"):
        load_config(str(torn), Words("en"))
