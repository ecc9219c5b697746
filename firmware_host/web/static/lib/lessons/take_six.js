/* Take Six in six pictures. */

const c = (name, x, y, more = {}) => ["card", "take_six", name, { x, y, w: 17, ...more }];
const text = (words, x, y, more = {}, tone = "") => ["text", words, tone, { x, y, w: 8, ...more }];
const person = (tone, x, y) => ["person", tone, { x, y, w: 11 }];
const gone = { o: 0 };

export const LESSONS = [
  ["screen.lesson.take_six.1", {
    pieces: {
      p1: person("one", 24, 71), p2: person("two", 61, 71), p3: person("three", 99, 71), p4: person("four", 136, 71),
      a: c("17", 24, 104, { up: 0, w: 21 }), b: c("44", 61, 104, { up: 0, w: 21 }), d: c("29", 99, 104, { up: 0, w: 21 }), e: c("86", 136, 104, { up: 0, w: 21 }),
    },
    steps: [[500, { b: { y: 31 } }], [700, { e: { y: 31 } }], [500, { a: { y: 31 } }], [900, { d: { y: 31 } }]],
  }],
  ["screen.lesson.take_six.2", {
    pieces: {
      p1: person("one", 24, 71), p2: person("two", 61, 71), p3: person("three", 99, 71), p4: person("four", 136, 71),
      a: c("17", 24, 33, { up: 0, w: 21 }), b: c("44", 61, 33, { up: 0, w: 21 }), d: c("29", 99, 33, { up: 0, w: 21 }), e: c("86", 136, 33, { up: 0, w: 21 }),
      ring: ["ring", { x: 24, y: 33, w: 21, o: 0 }],
      n1: text("1", 24, 10, gone, "gold"), n2: text("2", 99, 10, gone, "gold"), n3: text("3", 61, 10, gone, "gold"), n4: text("4", 136, 10, gone, "gold"),
    },
    steps: [[700, { a: { up: 1 }, b: { up: 1 }, d: { up: 1 }, e: { up: 1 } }],
      [1300, { n1: { o: 1 }, ring: { o: 1 } }], [800, { n2: { o: 1 } }], [600, { n3: { o: 1 } }], [600, { n4: { o: 1 } }]],
  }],
  ["screen.lesson.take_six.3", {
    pieces: {
      h1: ["hole", { x: 52, y: 15, w: 16 }], h2: ["hole", { x: 52, y: 42, w: 16 }], h3: ["hole", { x: 52, y: 69, w: 16 }],
      r1: c("8", 32, 15, { w: 16 }), r2: c("27", 32, 42, { w: 16 }), r3: c("40", 32, 69, { w: 16 }),
      d1: text("44 − 8 = 36", 93, 15, { ...gone, w: 7 }), d2: text("44 − 27 = 17", 93, 42, { ...gone, w: 7 }), d3: text("44 − 40 = 4", 93, 69, { ...gone, w: 7 }, "gold"),
      ring: ["ring", { x: 52, y: 69, w: 16, o: 0 }],
      n: c("44", 143, 42, { w: 25 }),
    },
    steps: [[800, { d1: { o: 1 } }], [700, { d2: { o: 1 } }], [700, { d3: { o: 1 }, ring: { o: 1 } }],
      [1300, { d1: { o: 0.4 }, d2: { o: 0.4 }, n: { x: 52, y: 69, w: 16 } }]],
  }],
  ["screen.lesson.take_six.4", {
    pieces: {
      h: ["hole", { x: 24, y: 24, w: 18 }],
      r1: c("30", 24, 24, { w: 18 }), r2: c("33", 45, 24, { w: 18 }), r3: c("41", 66, 24, { w: 18 }), r4: c("52", 87, 24, { w: 18 }), r5: c("60", 108, 24, { w: 18 }),
      p: person("two", 24, 70), n: c("63", 138, 66, { w: 18 }), plus: text("+13", 114, 68, { ...gone, w: 10 }, "take"), head: ["head", { x: 134, y: 67, w: 11, o: 0 }],
    },
    steps: [[900, { n: { x: 138, y: 24 } }],
      [1400, { r1: { x: 48, y: 68, w: 13 }, r2: { x: 59, y: 68, w: 13 }, r3: { x: 70, y: 68, w: 13 }, r4: { x: 81, y: 68, w: 13 }, r5: { x: 92, y: 68, w: 13 } }],
      [500, { plus: { o: 1 }, head: { o: 1 } }], [700, { n: { x: 24, y: 24 } }]],
  }],
  ["screen.lesson.take_six.5", {
    pieces: {
      h1: ["hole", { x: 42, y: 69, w: 16 }],
      a1: c("25", 42, 15, { w: 16 }), a2: c("31", 61, 15, { w: 16 }), b1: c("46", 42, 42, { w: 16 }), b2: c("50", 61, 42, { w: 16 }), d1: c("72", 42, 69, { w: 16 }),
      c1: text("+3", 84, 15, gone), c2: text("+4", 84, 42, gone), c3: text("+1", 84, 69, gone, "gold"),
      ring: ["ring", { x: 42, y: 69, w: 16, o: 0 }],
      p: person("three", 12, 70), n: c("6", 134, 42, { w: 25 }),
    },
    steps: [[900, { c1: { o: 1 }, c2: { o: 1 }, c3: { o: 1 } }], [1100, { ring: { o: 1 } }],
      [900, { d1: { x: 13, y: 45, w: 11 } }], [800, { n: { x: 42, y: 69, w: 16 }, c1: { o: 0.4 }, c2: { o: 0.4 } }]],
  }],
  ["screen.lesson.take_six.6", {
    pieces: {
      k1: c("8", 20, 17, { w: 15 }), k2: c("15", 47, 17, { w: 15 }), k3: c("30", 74, 17, { w: 15 }), k4: c("44", 101, 17, { w: 15 }), k5: c("55", 128, 17, { w: 15 }),
      v1: text("1", 20, 36, { w: 6 }), v2: text("2", 47, 36, { w: 6 }), v3: text("3", 74, 36, { w: 6 }), v4: text("5", 101, 36, { w: 6 }), v5: text("7", 128, 36, { w: 6 }),
      head: ["head", { x: 146, y: 35, w: 7 }],
      p1: ["person", "one", { x: 18, y: 53, w: 8 }], p2: ["person", "two", { x: 18, y: 64, w: 8 }], p3: ["person", "three", { x: 18, y: 75, w: 8 }],
      b1: ["bar", "one", { x: 28, y: 54, w: 1 }], b2: ["bar", "two", { x: 28, y: 65, w: 1 }], b3: ["bar", "three", { x: 28, y: 76, w: 1 }],
      s1: text("66", 140, 54, { ...gone, w: 7 }), s2: text("21", 140, 65, { ...gone, w: 7 }, "gold"), s3: text("48", 140, 76, { ...gone, w: 7 }),
    },
    steps: [[700, { b1: { w: 44 }, b2: { w: 12 }, b3: { w: 30 } }], [900, { b1: { w: 99 }, b2: { w: 32 }, b3: { w: 72 } }],
      [900, { s1: { o: 1 }, s2: { o: 1 }, s3: { o: 1 } }]],
  }],
];
