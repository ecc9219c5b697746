/* Take Six: the herd on its pasture. The more heads, the later the day: green, blue, gold, red, night. */

import { arc, BLACK, CREAM, disc, fill, line, number, panel, paper, pathOf, placed, rect, regular, star, WHITE } from "./shapes.js";
import { s } from "../dom.js";

const LOOKS = {
  1: { sky: "#cde9c8", sun: "#eef8e2", far: "#7ebb74", hill: "#2c783e", ink: "#0e381e" },
  2: { sky: "#c4def6", sun: "#e8f3fd", far: "#689ed6", hill: "#1c54a0", ink: "#0a204e" },
  3: { sky: "#ffe28c", sun: "#fff6d4", far: "#eeb242", hill: "#b06204", ink: "#582a00" },
  5: { sky: "#fcc2b2", sun: "#ffeae0", far: "#e46856", hill: "#b21a22", ink: "#58060e" },
  7: { sky: "#ceb6f0", sun: "#f0e6fc", far: "#9260c8", hill: "#501a84", ink: "#2a0850" },
};

/** How many heads a card has. */
export function headsOn(name) {
  const card = Number(name);
  if (card === 55) return 7;
  if (card % 11 === 0) return 5;
  if (card % 10 === 0) return 3;
  return card % 5 === 0 ? 2 : 1;
}

function hill(height, wave, phase) {
  const points = Array.from({ length: 21 }, (_, step) => [
    2.4 + (51.2 * step) / 20, height + wave * Math.sin(2 * Math.PI * ((step / 20) * 0.9 + phase)),
  ]);
  return `${pathOf(points, false)}V81.2a3.4 3.4 0 0 1 -3.4 3.4H5.8a3.4 3.4 0 0 1 -3.4 -3.4Z`;
}

/** A bull's head from the front, two wide, about (0, 0). */
export function head(hide, dark) {
  const horns = [[1, 0.25, -0.08], [-1, 0.25, 0.58]].map(([side, start, end]) =>
    line(arc([side * 0.42, -0.62], [0.5, 0.42], start, end, 12), 0.22, hide));
  const skull = [...arc([0, -0.3], [0.5, 0.28], 0.5, 1, 12), ...arc([0, 0.62], [0.34, 0.3], 0, 0.5, 12)];
  const ears = [1, -1].map((side) => s("ellipse", { cx: side * 0.68, cy: -0.1, rx: 0.26, ry: 0.14, fill: hide }));
  const eyes = [1, -1].map((side) => disc(side * 0.24, -0.08, 0.1, dark));
  const nose = [1, -1].map((side) => s("ellipse", { cx: side * 0.14, cy: 0.62, rx: 0.07, ry: 0.1, fill: dark }));
  return [...horns, ...ears, fill(skull, hide), ...eyes, ...nose];
}

function herd(heads, dark) {
  const apart = Math.min(12, 47 / heads), scale = Math.min(5.4, apart * 0.46);
  return Array.from({ length: heads }, (_, place) =>
    placed(head(CREAM, dark), 28 + (place - (heads - 1) / 2) * apart, 75.9, scale));
}

/* On a screen the number is larger than on paper: it is read from two metres away. */
function numberCard(name) {
  const heads = headsOn(name), look = LOOKS[heads];
  const corner = { height: 7.6, ink: look.ink };
  return paper(
    panel(look.sky),
    disc(28, 40, 22.5, look.sun),
    s("path", { d: hill(63, 2, 0.35), fill: look.far }),
    s("path", { d: hill(67.5, 1.4, -0.1), fill: look.hill }),
    number(name, 5.8, 10, { ...corner, side: "left" }),
    number(name, 50.2, 10, { ...corner, side: "right" }),
    number(name, 28, 37.5, { height: 32, ink: look.ink, rim: WHITE, outline: 0.05, widest: 46 }),
    herd(heads, look.hill),
  );
}

const GROUNDS = {
  fifth_row: ["#fac428", "#b07000"], take_seven: ["#2060be", "#0e306e"], insert: ["#46a046", "#185824"],
  replace: ["#c43c96", "#741458"], move: ["#e2f0f4", "#007a8c"], block: ["#ce2428", "#760a14"],
  negate: ["#302e38", "#101016"],
};
export const SPECIALS = Object.keys(GROUNDS);

const SIGNS = {
  fifth_row: () => [
    ...[0, 1, 2, 3].map((row) => rect(-1, -0.98 + 0.36 * row, 2, 0.24, 0.08, "#5c3800")),
    rect(-1, 0.5, 2, 0.5, 0.12, WHITE),
    line([[-0.16, 0.75], [0.16, 0.75]], 0.12, "#c82814"),
    line([[0, 0.59], [0, 0.91]], 0.12, "#c82814"),
  ],
  take_seven: () => [
    ...regular([0, 0], 0.68, 6, 0).map((middle) => fill(regular(middle, 0.36, 6), WHITE)),
    fill(regular([0, 0], 0.36, 6), "#ffc828"),
  ],
  insert: () => [
    ...[-1, 0.38].map((x) => rect(x, -0.35, 0.62, 1.3, 0.1, WHITE)),
    fill([[-0.15, -1], [-0.15, 0.23], [-0.36, 0.23], [0, 0.95], [0.36, 0.23], [0.15, 0.23], [0.15, -1]], "#143c18"),
  ],
  replace: () => [0, 0.5].map((turns) => placed([
    line(arc([0, 0], [0.72, 0.72], 0.54, 0.9), 0.3, WHITE),
    fill([[0.98, -0.84], [0.98, 0.06], [0.22, -0.3]], WHITE),
  ], 0, 0, 1, turns)),
  move: () => [
    line([[-1, 0.3], [-0.34, 0.3], [-0.34, 0.98], [-1, 0.98], [-1, 0.3]], 0.1, "#006e80"),
    rect(0.3, 0.25, 0.7, 0.75, 0.1, "#006e80"),
    line(arc([-0.05, 0.1], [0.62, 0.85], 0.5, 0.93), 0.24, "#de5414"),
    fill([[0.18, -0.22], [0.98, -0.36], [0.68, 0.22]], "#de5414"),
  ],
  block: () => [
    fill(regular([0, 0], 1.06, 8, 1 / 16), WHITE),
    fill(regular([0, 0], 0.92, 8, 1 / 16), "#960c18"),
    rect(-0.66, -0.2, 1.32, 0.4, 0.06, WHITE),
  ],
  negate: () => [
    ...head(CREAM, BLACK),
    ...[1, -1].map((side) => line([[-0.86, -0.86 * side], [0.86, 0.86 * side]], 0.26, "#f03c32")),
  ],
};

function specialCard(name) {
  const [ground, dark] = GROUNDS[name], sign = SIGNS[name];
  return paper(
    panel(ground),
    s("path", { d: hill(67, 1.4, -0.1), fill: dark }),
    placed(sign(), 28, 38, 20),
    [[28, 5], [44, 3.4], [12, 3.4]].map(([x, size]) => fill(star([x, 76], size, size * 0.44), CREAM)),
  );
}

export const face = (name) => (Object.hasOwn(GROUNDS, name) ? specialCard(name) : numberCard(name));

const lozenge = (x, y, wide, high, colour) => fill([[x, y - high], [x + wide, y], [x, y + high], [x - wide, y]], colour);

export function back() {
  const green = "#12545c", light = "#3c7e82";
  let d = "";
  for (let row = 0; row < 7; row++) {
    for (let column = 0; column < 5; column++) {
      const x = 2.4 + (column + 0.5) * 10.24, y = 2.4 + (row + 0.5) * 11.74;
      d += pathOf([[x, y - 4.9], [x + 4.3, y], [x, y + 4.9], [x - 4.3, y]]);
    }
  }
  return paper(
    panel(green),
    s("path", { d, fill: light }),
    lozenge(28, 43.5, 22, 32, CREAM),
    lozenge(28, 43.5, 19.8, 29, green),
    placed(head(CREAM, green), 28, 34.5, 8.2),
    placed(head(CREAM, green), 28, 52.5, 8.2, 0.5),
    s("rect", { x: 4, y: 4, width: 48, height: 79, rx: 2.4, fill: "none", stroke: CREAM, "stroke-width": 0.7 }),
  );
}
