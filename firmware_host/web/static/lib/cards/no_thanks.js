/* No Thanks!: a present nobody asked for. The higher the number, the warmer the paper around it. */

import { arc, fill, line, number, panel, paper, rect, WHITE } from "./shapes.js";
import { s } from "../dom.js";

const PAPERS = [[14, 104, 140], [40, 132, 84], [216, 150, 16], [214, 84, 28], [160, 20, 62]];
const RIBBON = "#fff0ce";

function mixed(part) {
  const place = Math.min(part * 4, 3.999), first = Math.floor(place), rest = place - first;
  return PAPERS[first].map((one, at) => one * (1 - rest) + PAPERS[first + 1][at] * rest);
}

const colour = (parts, dark = 1) => `rgb(${parts.map((part) => Math.round(part * dark)).join(" ")})`;

function bow(dark) {
  const shapes = [];
  for (const side of [-1, 1]) {
    const loop = [[28, 20], ...arc([28 + side * 7.2, 16.4], [4.2 * side, 3.9], 0.6, 1.3, 18), [28, 20]];
    const tail = [[28, 20], [28 + side * 3, 23.2], [28 + side * 8, 25]];
    shapes.push(line(loop, 3.4, dark), line(tail, 3.2, dark), line(loop, 2.4, RIBBON), line(tail, 2.2, RIBBON));
  }
  return [...shapes, rect(24.4, 16.8, 7.2, 6.4, 2.2, dark), rect(25, 17.4, 6, 5.2, 1.8, RIBBON)];
}

export function face(name) {
  const tone = mixed((Number(name) - 3) / 32), ground = colour(tone), dark = colour(tone, 0.72), ink = colour(tone, 0.36);
  const corner = { height: 8, ink: WHITE };
  return paper(
    panel(ground),
    [10.5, 17, 39, 45.5].map((x) => line([[x, 3.6], [x, 83.4]], 0.5, dark)),
    rect(2.4, 46, 51.2, 8, 0, RIBBON),
    rect(24, 2.4, 8, 82.2, 0, RIBBON),
    rect(5.5, 26, 45, 49, 4, dark),
    rect(6.5, 27, 43, 47, 3.2, WHITE),
    bow(dark),
    number(name, 28, 49.5, { height: 30, ink, widest: 38 }),
    number(name, 5.8, 10, { ...corner, side: "left", bar: false }),
    number(name, 50.2, 10, { ...corner, side: "right", bar: false }),
  );
}

export function back() {
  const slants = Array.from({ length: 12 }, (_, at) => line([[6 + at * 7.5 - 40, 85], [6 + at * 7.5, 2]], 2.4, "#985caa"));
  return paper(
    panel("#4a205c"),
    s("svg", { x: 5.6, y: 5.6, width: 44.8, height: 75.8, viewBox: "5.6 5.6 44.8 75.8" }, slants),
    s("rect", { x: 5.6, y: 5.6, width: 44.8, height: 75.8, rx: 1, fill: "none", stroke: RIBBON, "stroke-width": 1.1 }),
    rect(23, 2.4, 10, 82.2, 0, RIBBON), rect(24.6, 2.4, 6.8, 82.2, 0, "#c43c54"),
    rect(2.4, 38.5, 51.2, 10, 0, RIBBON), rect(2.4, 40.1, 51.2, 6.8, 0, "#c43c54"),
  );
}

/** A chip, two wide, about (0, 0). */
export const chip = () => [
  s("circle", { r: 0.98, fill: "#a3232b" }),
  s("circle", { r: 0.84, fill: "none", stroke: "#fff0ce", "stroke-width": 0.2, "stroke-dasharray": "0.42 0.46" }),
  s("circle", { r: 0.58, fill: "#d2434b" }),
  fill(arc([0, 0], [0.3, 0.3], 0, 1, 20), "#fff0ce"),
];
