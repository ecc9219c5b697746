/* No Thanks! in six pictures. */

const c = (name, x, y, more = {}) => ["card", "no_thanks", name, { x, y, w: 17, ...more }];
const text = (words, x, y, more = {}, tone = "") => ["text", words, tone, { x, y, w: 8, ...more }];
const chip = (x, y, more = {}) => ["chip", { x, y, w: 8, ...more }];
const person = (tone, x, y) => ["person", tone, { x, y, w: 11 }];
const gone = { o: 0 };

export const LESSONS = [
  ["screen.lesson.no_thanks.1", {
    pieces: { deck: c("3", 46, 42, { w: 32, up: 0 }), n: c("26", 46, 42, { w: 32, up: 0 }), plus: text("+26", 138, 42, { ...gone, w: 14 }, "take") },
    steps: [[600, { n: { x: 98 } }], [600, { n: { up: 1 } }], [1000, { plus: { o: 1 } }]],
  }],
  ["screen.lesson.no_thanks.2", {
    pieces: {
      n: c("26", 80, 34, { w: 34 }), p1: person("one", 18, 60), p2: person("two", 142, 60), arrow: ["arrow", { x: 112, y: 74, w: 14, o: 0 }],
      a: chip(18, 76), b: chip(142, 76),
    },
    steps: [[900, { a: { x: 72, y: 55 } }], [700, { arrow: { o: 1 } }], [900, { b: { x: 88, y: 55 } }]],
  }],
  ["screen.lesson.no_thanks.3", {
    pieces: { p: person("three", 18, 66), n: c("26", 80, 32, { w: 32 }), a: chip(70, 50), b: chip(79, 53), d: chip(88, 50), e: chip(79, 44), m: text("−4", 130, 42, { ...gone, w: 14 }, "good") },
    steps: [[900, { n: { x: 52, y: 40, w: 26 } }], [500, { a: { x: 84, y: 66 }, b: { x: 94, y: 66 }, d: { x: 104, y: 66 }, e: { x: 114, y: 66 } }], [900, { m: { o: 1 } }]],
  }],
  ["screen.lesson.no_thanks.4", {
    pieces: {
      k1: c("21", 32, 42, { w: 28 }), k2: c("22", 140, 42, { w: 28 }), k3: c("23", 176, 42, { w: 28 }),
      total: text("= 21", 122, 42, { ...gone, w: 18 }, "gold"),
    },
    steps: [[900, { k2: { x: 48 }, k3: { x: 140 } }], [900, { k3: { x: 64 } }], [900, { total: { o: 1 } }]],
  }],
  ["screen.lesson.no_thanks.5", {
    pieces: {
      k1: c("8", 26, 30, { w: 20 }), k2: c("21", 60, 30, { w: 20 }), k3: c("22", 70, 30, { w: 20 }), k4: c("23", 80, 30, { w: 20 }),
      a: chip(108, 24), b: chip(117, 24), d: chip(126, 24), e: chip(112.5, 33), f: chip(121.5, 33),
      s1: text("8", 26, 56, gone), s2: text("+ 21", 70, 56, gone), s3: text("− 5", 117, 56, gone, "good"), total: text("= 24", 80, 75, { ...gone, w: 12 }, "gold"),
    },
    steps: [[800, { s1: { o: 1 } }], [700, { s2: { o: 1 } }], [700, { s3: { o: 1 } }], [900, { total: { o: 1 } }]],
  }],
  ["screen.lesson.no_thanks.6", {
    pieces: {
      ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`g${at}`, c("3", 80, 22, { up: 0, w: 14 })])),
      p1: ["person", "one", { x: 18, y: 55, w: 9 }], p2: ["person", "two", { x: 18, y: 70, w: 9 }],
      b1: ["bar", "one", { x: 28, y: 56, w: 1 }], b2: ["bar", "two", { x: 28, y: 71, w: 1 }],
      s1: text("72", 142, 56, gone), s2: text("39", 142, 71, gone, "gold"),
    },
    steps: [[600, Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`g${at}`, { x: 16 + at * 16 }]))],
      [900, { b1: { w: 100 }, b2: { w: 54 } }], [800, { s1: { o: 1 }, s2: { o: 1 } }]],
  }],
];
