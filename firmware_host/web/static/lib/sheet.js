/* A Qwixx sheet: four rows of numbers, their locks, the failed turns. */

import { colourIcon } from "./cards.js";
import { h } from "./dom.js";
import { sign } from "./signs.js";

const UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
export const ROWS = { red: UP, yellow: UP, green: [...UP].reverse(), blue: [...UP].reverse() };

/** What a number of crosses is worth: 1, 3, 6, 10, … */
export const worth = (crosses) => (crosses * (crosses + 1)) / 2;

const plain = (colour, number, state, inside) => h("span", { class: `cell ${state}` }, inside);

/** `crossed`: numbers by colour; `locked`: colours; `called` is marked where it may be crossed; `cell` makes a number's box. */
export function sheet({ crossed, locked = [], failed = 0 }, words, { called = null, cell = plain } = {}) {
  return h("div", { class: "sheet" }, Object.entries(ROWS).map(([colour, numbers]) => {
    const marks = new Set(crossed[colour] ?? []);
    const last = Math.max(-1, ...[...marks].map((number) => numbers.indexOf(number)));
    const isLocked = locked.includes(colour);
    return h("div", { class: `line ${colour}`, role: "group", "aria-label": words.say(`colour.${colour}`) },
      colourIcon(colour),
      numbers.map((number, at) => {
        const state = marks.has(number) ? "crossed" : at < last || isLocked ? "passed" : called === number ? "called" : "open";
        return cell(colour, number, state, [number, state === "crossed" ? crossed_(words) : []]);
      }),
      h("span", { class: `cell lock ${isLocked ? "crossed" : "open"}` }, sign("lock"), isLocked ? crossed_(words) : []),
      h("span", { class: "worth" }, worth(marks.size + (isLocked ? 1 : 0))));
  }), failedBoxes(failed, words));
}

const crossed_ = (words) => [sign("cross"), h("span", { class: "unseen" }, words.say("screen.sheet.crossed"))];

export const failedBoxes = (failed, words) =>
  h("div", { class: "failed" }, h("span", {}, words.say("screen.sheet.failed")),
    Array.from({ length: 4 }, (_, at) => h("span", { class: `cell ${at < failed ? "crossed" : "open"}` }, at < failed ? crossed_(words) : [])),
    h("span", { class: "worth" }, failed ? `−${5 * failed}` : "0"));
