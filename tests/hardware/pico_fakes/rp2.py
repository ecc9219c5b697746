"""The Pico's own button. See `table`."""

import table


def bootsel_button():
    table.look()
    return table.flags.get("bootsel", 0)
