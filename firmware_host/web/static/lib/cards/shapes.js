/* Shapes in millimetres of a card, and the project's own digits: as vision/synthetic/own draws the printed deck. */

import { s } from "../dom.js";

export const WHITE = "#ffffff";
export const BLACK = "#18181c";
export const CREAM = "#fff8e6";

const turn = (part) => 2 * Math.PI * part;
const short = (value) => Math.round(value * 100) / 100;

export const pathOf = (points, closed = true) =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}${closed ? "Z" : ""}`;

export const fill = (points, colour) => s("path", { d: pathOf(points), fill: colour });

export const line = (points, width, colour) =>
  s("path", {
    d: pathOf(points, false), fill: "none", stroke: colour, "stroke-width": short(width),
    "stroke-linecap": "round", "stroke-linejoin": "round",
  });

export const rect = (x, y, width, height, rx, colour) => s("rect", { x, y, width, height, rx, fill: colour });

export const disc = (x, y, r, colour) => s("circle", { cx: x, cy: y, r, fill: colour });

/** Part of an ellipse; angles in whole turns, clockwise from the right. */
export function arc([x, y], [wide, high], start, end, steps = 20) {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = turn(start + ((end - start) * step) / steps);
    return [x + wide * Math.cos(angle), y + high * Math.sin(angle)];
  });
}

export const regular = (centre, radius, corners, start = -0.25) =>
  arc(centre, [radius, radius], start, start + 1, corners).slice(0, -1);

export function star(centre, outer, inner) {
  const notches = regular(centre, inner, 5, -0.15);
  return regular(centre, outer, 5).flatMap((tip, place) => [tip, notches[place]]);
}

/** What was drawn about (0, 0), moved, scaled, and turned by whole turns. */
export const placed = (shapes, x, y, scale = 1, turns = 0) =>
  s("g", { transform: `translate(${x} ${y}) scale(${scale}) rotate(${turns * 360})` }, shapes);

/* Digits: strokes in a box one wide and one high. */
const bow = (x, y, wide, high, start, end) => arc([x, y], [wide, high], start / 2, end / 2, 24);
const DIGITS = [
  [bow(0.5, 0.5, 0.42, 0.5, 0, 2)],
  [[[0.22, 0.2], [0.55, 0], [0.55, 1]], [[0.25, 1], [0.85, 1]]],
  [[...bow(0.5, 0.3, 0.4, 0.3, -0.95, 0.2), [0.08, 1], [0.92, 1]]],
  [[[0.1, 0], [0.86, 0], [0.46, 0.4]], bow(0.46, 0.7, 0.42, 0.3, -0.5, 0.88)],
  [[[0.68, 1], [0.68, 0], [0.06, 0.7], [0.94, 0.7]]],
  [[[0.86, 0], [0.2, 0], [0.14, 0.46]], bow(0.48, 0.67, 0.42, 0.33, -0.85, 0.85)],
  [[[0.66, 0], [0.16, 0.52]], bow(0.5, 0.68, 0.41, 0.32, 0, 2)],
  [[[0.08, 0], [0.92, 0], [0.38, 1]]],
  [bow(0.5, 0.26, 0.34, 0.26, 0, 2), bow(0.5, 0.74, 0.42, 0.26, 0, 2)],
  [bow(0.5, 0.32, 0.41, 0.32, 0, 2), [[0.86, 0.46], [0.4, 1]]],
];
const WEIGHT = 0.165, BETWEEN = 0.11, SLIM = 0.62;
const TURNED = { 0: "0", 1: "1", 6: "9", 8: "8", 9: "6" };

/** Whether a number reads as another one upside down, so that it needs a bar. */
export function canBeTurned(text) {
  const digits = [...text];
  if (digits.some((digit) => !(digit in TURNED)) || digits[0] === "0" || digits.at(-1) === "0") return false;
  return digits.reverse().map((digit) => TURNED[digit]).join("") !== text;
}

/** A number in the project's own digits, about (x, y); wider ones than `widest` are made narrower. */
export function number(text, x, y, { height, ink, rim = null, outline = 0, widest = 100, side = "middle", bar = true }) {
  const strokes = [];
  let at = 0;
  for (const digit of text) {
    const drawn = DIGITS[Number(digit)];
    const across = drawn.flat().map(([one]) => one);
    const least = Math.min(...across), most = Math.max(...across), inner = 1 - WEIGHT;
    for (const stroke of drawn) {
      strokes.push(stroke.map(([px, py]) => [at + WEIGHT / 2 + (px - least) * SLIM * inner, WEIGHT / 2 + py * inner]));
    }
    at += (most - least) * SLIM * inner + WEIGHT + BETWEEN;
  }
  const width = at - BETWEEN;
  const wide = width * height * Math.min(1, widest / (width * height));
  const pen = WEIGHT * height;
  const left = x - { left: 0, middle: 0.5, right: 1 }[side] * wide;
  const squeeze = (wide - pen) / (width * height - pen);
  const lines = strokes.map((stroke) =>
    stroke.map(([px, py]) => [left + pen / 2 + (px * height - pen / 2) * squeeze, y + (py - 0.5) * height]));
  let d = lines.map((points) => pathOf(points, false)).join("");
  if (bar && canBeTurned(text)) {
    const under = y + 0.66 * height;
    d += pathOf([[left + pen / 2, under], [left + wide - pen / 2, under]], false);
  }
  const round = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round", d };
  const rims = outline ? [s("path", { ...round, stroke: rim, "stroke-width": short(pen + 2 * outline * height) })] : [];
  return [...rims, s("path", { ...round, stroke: ink, "stroke-width": short(pen) })];
}

/** The face of a card: white paper, and what is printed on it. */
export const paper = (...shapes) => [rect(0, 0, 56, 87, 4.5, WHITE), ...shapes];
export const panel = (colour) => rect(2.4, 2.4, 51.2, 82.2, 3.4, colour);
