/* Cards as drawings: `card("take_six", "14")`. Drawn once for each name, then copied. */

import { s } from "./dom.js";
import * as noThanks from "./cards/no_thanks.js";
import * as qwixx from "./cards/qwixx_cards.js";
import * as takeSix from "./cards/take_six.js";

export { headsOn } from "./cards/take_six.js";

const DECKS = { take_six: takeSix, no_thanks: noThanks, qwixx_cards: qwixx };
const drawn = new Map();

/** A face; `label` is what is said of it where nothing is seen, "" for a mere ornament. */
export function card(game, name, label = name) {
  return copy(`${game} ${name}`, () => (known(game, name) ? DECKS[game].face(name) : unknown(name)), label);
}

export function back(game, label = "") {
  return copy(`${game} back`, () => (DECKS[game]?.back ?? takeSix.back)(), label);
}

function copy(key, draw, label) {
  if (!drawn.has(key)) drawn.set(key, s("svg", { class: "card", viewBox: "0 0 56 87" }, draw()));
  const own = drawn.get(key).cloneNode(true);
  if (label === "") own.setAttribute("aria-hidden", "true");
  else {
    own.setAttribute("role", "img");
    own.setAttribute("aria-label", label);
  }
  return own;
}

function known(game, name) {
  if (game === "qwixx_cards") return /^(red|yellow|green|blue|joker|neutral) (1[0-2]|[2-9])$/.test(name);
  if (game === "take_six" && takeSix.SPECIALS.includes(name)) return true;
  return Object.hasOwn(DECKS, game) && /^[1-9]\d{0,2}$/.test(name);
}

/** A card of a deck that is drawn nowhere: its name on white. */
const unknown = (name) => [
  s("rect", { width: 56, height: 87, rx: 4.5, fill: "#fff" }),
  s("text", { x: 28, y: 50, "text-anchor": "middle", "font-size": 16, fill: "#18181c" }, String(name).slice(0, 6)),
];

const icon = (shapes, box = "-1.05 -1.05 2.1 2.1", name = "icon") =>
  s("svg", { class: name, viewBox: box, "aria-hidden": "true" }, shapes);

/** A bull's head as a sign: what counts in Take Six. */
export const headIcon = (hide = "currentColor", dark = "#0e3439") => icon(takeSix.head(hide, dark));
export const chipIcon = () => icon(noThanks.chip());
export const colourIcon = (colour, ink = "currentColor") => icon(qwixx.sign(colour, 0, 0, 0.95, ink));
export { COLOURS } from "./cards/qwixx_cards.js";
