/* Qwixx: a number in a colour; on the other side the same number without one. Jokers have all four colours.
   Each colour has a sign of its own, for those who cannot tell colours apart. */

import { BLACK, disc, fill, number, panel, paper, rect, regular, star, WHITE } from "./shapes.js";

export const COLOURS = {
  red: ["#d61e2c", "#780814"], yellow: ["#facc0a", "#684600"], green: ["#1e9242", "#064a1e"], blue: ["#1852be", "#082264"],
};

/** The sign of a colour, about (x, y). */
export function sign(colour, x, y, size, ink) {
  if (colour === "red") return fill(regular([x, y + size * 0.2], size, 3), ink);
  if (colour === "yellow") return fill(regular([x, y], size, 4), ink);
  if (colour === "green") return disc(x, y, size * 0.85, ink);
  const thick = size * 0.6, long = size * 1.8;
  return [rect(x - thick / 2, y - long / 2, thick, long, 0, ink), rect(x - long / 2, y - thick / 2, long, thick, 0, ink)];
}

const plate = (text, ink) => [
  rect(5.6, 22, 44.8, 55, 5, ink),
  rect(6.9, 23.3, 42.2, 52.4, 4, WHITE),
  number(text, 28, 48, { height: 34, ink, widest: 37 }),
];

const corners = (text, ink) => [
  number(text, 5.8, 12, { height: 9, ink, side: "left", bar: false }),
  number(text, 50.2, 12, { height: 9, ink, side: "right", bar: false }),
];

export function face(name) {
  const [kind, text] = name.split(" ");
  if (kind === "joker") {
    const fields = Object.entries(COLOURS).map(([colour, [ground]], place) => {
      const x = 4 + (place % 2) * 24.4, y = 4 + Math.floor(place / 2) * 39.9;
      return rect(x, y, 23.6, 39.1, 2, ground);
    });
    const stars = [[6.4, 2.8, BLACK], [4.9, 2.1, WHITE]].map(([outer, inner, ink]) => fill(star([28, 12], outer, inner), ink));
    return paper(panel(BLACK), fields, plate(text, BLACK), stars, corners(text, WHITE));
  }
  if (kind === "neutral") {
    return paper(
      panel("#707276"), rect(4.2, 4.2, 47.6, 78.6, 2.4, "#deded8"),
      [9, 12.4, 15.8].map((y) => rect(23.8, y - 0.9, 8.4, 1.8, 0.9, "#707276")),
      plate(text, BLACK), corners(text, BLACK),
    );
  }
  const [ground, ink] = COLOURS[kind];
  return paper(panel(ground), sign(kind, 28, 12, 5, kind === "yellow" ? ink : WHITE), plate(text, ink),
    corners(text, kind === "yellow" ? ink : WHITE));
}
