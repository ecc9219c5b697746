/* The Qwixx card game in six pictures. */

const c = (name, x, y, more = {}) => ["card", "qwixx_cards", name, { x, y, w: 17, ...more }];
const text = (words, x, y, more = {}, tone = "") => ["text", words, tone, { x, y, w: 8, ...more }];
const box = (colour, number, x, y, more = {}) => ["box", colour, number, { x, y, w: 12, ...more }];
const cross = (x, y, more = {}) => ["cross", { x, y, w: 12, o: 0, ...more }];
const person = (tone, x, y) => ["person", tone, { x, y, w: 11 }];
const line = (colour, numbers, y, w = 12) => Object.fromEntries(numbers.map((number, at) => [`${colour}${number}`, box(colour, String(number), 21 + at * (w + 1.6), y, { w })]));

export const LESSONS = [
  ["screen.lesson.qwixx_cards.1", {
    pieces: {
      d1: c("neutral 4", 40, 24, { w: 20 }), d2: c("neutral 9", 64, 24, { w: 20 }), d3: c("neutral 7", 88, 24, { w: 20 }), d4: c("neutral 11", 112, 24, { w: 20 }),
      p: person("one", 34, 72), h1: c("red 5", 56, 72, { w: 13 }), h2: c("green 8", 70, 72, { w: 13 }), h3: c("blue 3", 84, 72, { w: 13 }), h4: c("red 6", 98, 72, { w: 13 }), h5: c("yellow 9", 112, 72, { w: 13, o: 0 }),
    },
    steps: [[900, { d2: { x: 112, y: 72, w: 13 } }], [900, { d2: { o: 0 }, h5: { o: 1 } }]],
  }],
  ["screen.lesson.qwixx_cards.2", {
    pieces: {
      pile: c("neutral 7", 34, 42, { w: 34 }), ring: ["ring", { x: 34, y: 42, w: 34, o: 0 }],
      p1: person("one", 76, 18), p2: person("two", 76, 42), p3: person("three", 76, 66),
      a: box("red", "7", 102, 17, { w: 17 }), b: box("blue", "7", 102, 42, { w: 17 }), d: box("yellow", "7", 102, 67, { w: 17 }),
      x1: cross(102, 17, { w: 17 }), x2: cross(102, 42, { w: 17 }),
    },
    steps: [[700, { ring: { o: 1 } }], [1000, { x1: { o: 1 } }], [700, { x2: { o: 1 } }], [900, { d: { o: 0.4 } }]],
  }],
  ["screen.lesson.qwixx_cards.3", {
    pieces: {
      sign: ["sign", "red", { x: 8, y: 22, w: 9 }], ...line("red", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 22),
      x4: cross(48.2, 22), x5: cross(61.8, 22), x8: cross(102.6, 22), arrow: ["arrow", { x: 80, y: 50, w: 30, o: 0 }],
    },
    steps: [[700, { x4: { o: 1 }, red2: { o: 0.3 }, red3: { o: 0.3 } }], [900, { x5: { o: 1 } }], [900, { x8: { o: 1 }, red6: { o: 0.3 }, red7: { o: 0.3 } }], [700, { arrow: { o: 1 } }]],
  }],
  ["screen.lesson.qwixx_cards.4", {
    pieces: {
      p: person("one", 20, 24), k1: c("green 10", 58, 24, { w: 24 }), k2: c("green 9", 86, 24, { w: 24 }), k3: c("green 4", 114, 24, { w: 24 }),
      sign: ["sign", "green", { x: 8, y: 68, w: 9 }], ...line("green", [12, 11, 10, 9, 8, 7, 6, 5, 4, 3], 68),
      x10: cross(48.2, 68), x9: cross(61.8, 68),
    },
    steps: [[1100, { x10: { o: 1 } }], [700, { x9: { o: 1 } }], [800, { k3: { o: 0.45 } }]],
  }],
  ["screen.lesson.qwixx_cards.5", {
    pieces: {
      sign: ["sign", "blue", { x: 8, y: 32, w: 9 }], ...line("blue", [11, 10, 9, 8, 7, 6, 5, 4, 3, 2], 32),
      y1: cross(21, 32, { o: 1 }), y2: cross(48.2, 32, { o: 1 }), y3: cross(75.4, 32, { o: 1 }), y4: cross(89, 32, { o: 1 }), y5: cross(129.8, 32),
      y6: cross(143.4, 32), lock: ["lock", { x: 143, y: 60, w: 18, o: 0 }], five: text("5 ✕", 76, 60, { o: 0, w: 10 }, "gold"),
    },
    steps: [[900, { y5: { o: 1 } }], [700, { five: { o: 1 } }], [900, { y6: { o: 1 } }], [700, { lock: { o: 1 } }]],
  }],
  ["screen.lesson.qwixx_cards.6", {
    pieces: {
      a1: text("1 ✕", 26, 20), a2: text("2 ✕", 60, 20), a3: text("3 ✕", 94, 20), a4: text("4 ✕", 128, 20),
      v1: text("1", 26, 36, { w: 9 }, "gold"), v2: text("3", 60, 36, { w: 9 }, "gold"), v3: text("6", 94, 36, { w: 9 }, "gold"), v4: text("10", 128, 36, { w: 9 }, "gold"),
      fb: box("red", "", 38, 63, { w: 15 }), f: cross(38, 63, { w: 15 }), fn: text("−5", 62, 63, { o: 0, w: 11 }, "take"),
      l1: ["lock", { x: 104, y: 62, w: 16, o: 0 }], l2: ["lock", { x: 124, y: 62, w: 16, o: 0 }],
    },
    steps: [[1000, { f: { o: 1 }, fn: { o: 1 } }], [1200, { l1: { o: 1 } }], [500, { l2: { o: 1 } }]],
  }],
];
