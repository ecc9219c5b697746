"""What a guest would complain about, looked for on a page: clipped text, weak contrast, what axe finds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

SERIOUS = ("serious", "critical")

_CLIPPED = """() => {
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const says = [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!says || !one.checkVisibility() || one.closest("svg, .unseen, .flying, select")) continue;
    const inner = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
    const cut = style.overflow !== "visible" && inner;
    const out = box.right > innerWidth + 1 || box.left < -1;
    if (cut || out) found.push(`${one.className}: ${one.textContent.slice(0, 60)}`);
  }
  return found;
}"""

_OUT_OF_SIGHT = """() => {
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (!one.checkVisibility() || box.width < 2 || one.closest("svg, .unseen, .flying, .attract")) continue;
    if (box.bottom > innerHeight + 1 || box.top < -1) found.push(`${one.tagName}.${one.className}`);
  }
  return found;
}"""

_OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".top > *, .row, .seat, .notice, .own, .foot, .offer, .deck")]
    .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (one === other || one.contains(other) || other.contains(one) || !a.height || !b.height) continue;
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
      found.push(`${one.className} over ${other.className}`);
    }
  }
  return found;
}"""

_CONTRAST = """() => {
  const parse = (text) => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    return { rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : 1 };
  };
  const over = (top, below) => top.rgb.map((one, at) => one * top.alpha + below[at] * (1 - top.alpha));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const between = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  // Every colour that may lie behind an element: that of each layer down to one that nothing shines through.
  const grounds = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one), colour = parse(style.backgroundColor);
      const shades = style.backgroundImage.includes("gradient") ? style.backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? [] : [];
      if (shades.length) { layers.push(shades.map(parse)); break; }
      if (colour.alpha > 0) layers.push([colour]);
      if (colour.alpha === 1) break;
    }
    return layers.reduceRight((below, layer) => below.flatMap((ground) => layer.map((one) => over(one, ground))), [[255, 255, 255]]);
  };
  const weak = [];
  for (const one of document.querySelectorAll("body *")) {
    const says = [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!says || !one.checkVisibility({ opacityProperty: true }) || one.closest(".unseen, option")) continue;
    const drawn = one.closest("svg");
    if (drawn && !drawn.classList.contains("scene")) continue;
    const style = getComputedStyle(one);
    if (drawn && (one.previousElementSibling || Number(getComputedStyle(one.closest(".piece") ?? one).opacity) < 1)) continue;
    const ink = parse(drawn ? style.fill : style.color);
    if (ink.alpha === 0 || one.closest(".mood-paused .board, .mood-fault .board, .passed")) continue;
    const worst = Math.min(...grounds(drawn ? drawn.parentElement : one).map((ground) => between(over(ink, ground), ground)));
    if (worst < 4.5) weak.push(`${one.className.baseVal ?? one.className}: ${one.textContent.slice(0, 40)} ${worst.toFixed(2)}`);
  }
  return weak;
}"""


def watch_console(page: Page, complaints: list[str]) -> None:
    """Errors of scripts and what the browser refuses are kept; that a server is gone, is what some tests are about."""

    def heard(message: ConsoleMessage) -> None:
        gone = re.search(r"net::ERR_|Failed to load resource", message.text)
        if message.type in ("error", "warning") and not gone:
            complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))


def clipped(page: Page) -> list[str]:
    """Texts of which a part is not to be seen."""
    found: list[str] = page.evaluate(_CLIPPED)
    return found


def out_of_sight(page: Page) -> list[str]:
    """What lies below or above a screen on which nobody can scroll."""
    found: list[str] = page.evaluate(_OUT_OF_SIGHT)
    return found


def overlaps(page: Page) -> list[str]:
    """Pieces of the table's page that lie over one another."""
    found: list[str] = page.evaluate(_OVERLAPS)
    return found


def scrolls(page: Page) -> bool:
    wider, higher = page.evaluate(
        "[document.documentElement.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight]"
    )
    return bool(wider or higher)


def weak_contrasts(page: Page) -> list[str]:
    """Texts with less than 4.5:1 against anything that may lie behind them."""
    found: list[str] = page.evaluate(_CONTRAST)
    return found


def holes(page: Page) -> list[str]:
    """Keys of texts that were not there."""
    return re.findall(r"\bscreen\.[a-z_.]+\d?", page.inner_text("body"))


def hard_to_use(page: Page) -> list[str]:
    """What axe finds that is serious or worse."""
    result: Any = Axe().run(page)
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in result.response["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def settle(page: Page) -> None:
    """Until everything that moves to a place has arrived there."""
    page.evaluate(
        """() => Promise.all(document.getAnimations()
          .filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))"""
    )


def picture(page: Page, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name.replace(' ', '-').replace(',', '')}.png")
