/* Small plays with cards: six of them teach a game. A play is data: pieces, and steps that change where they are.
   At rest, the last step is shown: the same play is a picture on a page, and moves on the table's screen. */

import { back, card, chipIcon, colourIcon, COLOURS, headIcon } from "./cards.js";
import { s } from "./dom.js";
import { still } from "./moving.js";

const WIDE = 160, HIGH = 84;

/** A piece is `[kind, ...]`, its place `{x, y}` in a field 160 by 84; `w`: width, `o`: seen, `up`: face up, `r`: turned. */
const MAKERS = {
  card: (game, name) => [s("g", { class: "up" }, sized(card(game, name, ""))), s("g", { class: "down" }, sized(back(game)))],
  hole: () => s("rect", { x: -0.5, y: -0.777, width: 1, height: 1.554, rx: 0.08, class: "scene-hole" }),
  chip: () => sized(chipIcon(), 1),
  head: () => sized(headIcon("#fff8e6", "#0e3439"), 1),
  sign: (colour) => sized(colourIcon(colour, COLOURS[colour][0]), 1),
  text: (text, tone = "") => s("text", { class: `scene-text ${tone}`, "text-anchor": "middle", y: 0.35, "font-size": 1 }, text),
  ring: () => s("rect", { x: -0.56, y: -0.84, width: 1.12, height: 1.68, rx: 0.12, class: "scene-ring" }),
  person: (tone) => [s("circle", { r: 0.3, cy: -0.35, class: `scene-person ${tone}` }), s("path", { d: "M-0.55 0.6a0.55 0.55 0 0 1 1.1 0Z", class: `scene-person ${tone}` })],
  bar: (tone) => s("rect", { x: 0, y: -0.5, width: 1, height: 1, class: `scene-bar ${tone}` }),
  box: (colour, number) => [s("rect", { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.16, fill: "#fff" }),
    s("rect", { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.16, fill: "none", stroke: COLOURS[colour][0], "stroke-width": 0.12 }),
    s("text", { "text-anchor": "middle", y: 0.2, "font-size": 0.56, "font-weight": 800, fill: COLOURS[colour][1] }, number)],
  cross: () => s("path", { d: "M-0.36 -0.36L0.36 0.36M0.36 -0.36L-0.36 0.36", class: "scene-cross" }),
  arrow: () => s("path", { d: "M-0.5 0H0.42M0.1 -0.3L0.45 0L0.1 0.3", class: "scene-arrow" }),
  lock: () => s("path", { d: "M-0.3 0.02V-0.15a0.3 0.3 0 0 1 0.6 0V0.02M-0.42 0.02H0.42V0.5H-0.42Z", class: "scene-lock" }),
};

function sized(drawn, aspect = 87 / 56) {
  for (const [name, value] of Object.entries({ x: -0.5, y: -aspect / 2, width: 1, height: aspect })) drawn.setAttribute(name, value);
  drawn.removeAttribute("class");
  return drawn;
}

export class Scene {
  /** `plot` is `{pieces: {id: [kind, …, place]}, steps: [[milliseconds, {id: change}], …]}`. */
  constructor(plot) {
    this.plot = plot;
    this.nodes = new Map();
    this.timers = [];
    this.element = s("svg", { class: "scene", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
    for (const [id, [kind, ...more]] of Object.entries(plot.pieces)) {
      const node = s("g", { class: `piece piece-${kind}` }, MAKERS[kind](...more.slice(0, -1)));
      this.nodes.set(id, node);
      this.element.append(node);
    }
    this.begin();
  }

  begin() {
    this.state = Object.fromEntries(Object.entries(this.plot.pieces).map(([id, piece]) => [id, { w: 12, o: 1, r: 0, up: 1, ...piece.at(-1) }]));
    for (const id of this.nodes.keys()) this.put(id);
  }

  put(id) {
    const { x, y, w, o, r, up } = this.state[id], node = this.nodes.get(id);
    node.style.setProperty("transform", `translate(${x}px, ${y}px) rotate(${r}deg) scale(${w}, ${this.plot.pieces[id][0] === "bar" ? 5 : w})`);
    node.style.setProperty("opacity", o);
    node.classList.toggle("is-down", !up);
  }

  take(changes) {
    for (const [id, change] of Object.entries(changes)) {
      Object.assign(this.state[id], change);
      this.put(id);
    }
  }

  /** The last picture of all, at once. */
  rest() {
    this.stop();
    for (const [, changes] of this.plot.steps) this.take(changes);
    return this;
  }

  /** Play it from the beginning; the promise is kept when it is over. */
  play() {
    this.stop();
    if (still()) {
      this.rest();
      return new Promise((done) => this.timers.push(setTimeout(done, 6500)));
    }
    this.element.classList.add("jump");
    this.begin();
    this.element.getBoundingClientRect();
    this.element.classList.remove("jump");
    let at = 0;
    for (const [after, changes] of this.plot.steps) {
      at += after;
      this.timers.push(setTimeout(() => this.take(changes), at));
    }
    return new Promise((done) => this.timers.push(setTimeout(done, at + 3200)));
  }

  stop() {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}
