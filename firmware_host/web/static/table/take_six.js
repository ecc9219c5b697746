/* Take Six: the rows as they lie, and the card that goes somewhere now. */

import { card, headIcon } from "../lib/cards.js";
import { h, once, replace, setText } from "../lib/dom.js";
import { fly, still } from "../lib/moving.js";
import { sign } from "../lib/signs.js";

const LAMP = { steady: "arrow", pulse: "up", chase: "ask", wrong: "cross", question: "ask" };

export class TakeSixBoard {
  constructor(place, layer, cardAt) {
    this.layer = layer;
    this.cardAt = cardAt;
    this.list = h("ol", { class: "rows" });
    this.rows = new Map();
    this.land = () => {};
    this.flight = "";
    place.append(this.list);
    this.watcher = new ResizeObserver(() => this.takeOff(this.last));
    this.watcher.observe(this.list);
  }

  end() {
    this.watcher.disconnect();
    this.land();
  }

  show(view, words) {
    const { rows } = view.match.board;
    const slots = Math.max(5, ...rows.map((row) => Math.max(row.capacity ?? 5, row.cards.length)));
    this.list.style.setProperty("--rows", Math.max(4, rows.length));
    this.list.style.setProperty("--slots", slots);
    for (const [number, row] of this.rows) {
      if (rows.some((one) => one.number === number)) continue;
      row.element.remove();
      this.rows.delete(number);
    }
    for (const row of rows) this.draw(row, view, words);
    this.last = view.match.board.placing && !view.question && !view.objection ? view.match.board.placing : null;
    this.takeOff(this.last);
  }

  line(number) {
    if (!this.rows.has(number)) {
      const lamp = h("span", { class: "lamp" }), cards = h("ol", { class: "cards" }), end = h("span", { class: "end" });
      const element = h("li", { class: "row" }, lamp, cards, end);
      this.rows.set(number, { element, lamp, cards, end, names: null });
      const later = [...this.rows.keys()].filter((one) => one > number).sort((one, other) => one - other)[0];
      this.list.insertBefore(element, later ? this.rows.get(later).element : null);
    }
    return this.rows.get(number);
  }

  draw(row, view, words) {
    const line = this.line(row.number);
    const light = row.light ?? row.lit ?? "off";
    const { placing } = view.match.board;
    const target = placing?.row === row.number;
    line.element.className = `row light-${light} ${target ? "target" : ""} ${target && placing.takes ? "taken" : ""} ${row.blocked ? "blocked" : ""}`;
    line.element.setAttribute("aria-label", words.say("screen.row", { row: row.number }));
    once(line.lamp, [row.number, light], () => replace(line.lamp,
      h("span", { class: "lamp-number" }, row.number), LAMP[light] ? sign(LAMP[light]) : []));
    const capacity = row.capacity ?? 5;
    once(line.cards, [row.cards, capacity, row.blocked, words.language], () => this.lay(line, row, capacity, words));
    const cost = target && placing.takes ? "takes" : light === "chase" ? "choice" : "";
    once(line.end, [row.heads, row.blocked, cost, words.language], () => replace(line.end,
      row.blocked ? h("span", { class: "stop" }, words.say("screen.blocked")) : [],
      row.heads ? h("span", { class: `heads ${cost}` }, headIcon("currentColor", "var(--ground)"),
        h("span", {}, row.heads), h("span", { class: "unseen" }, words.say("screen.heads", { heads: row.heads }))) : []));
  }

  /** The cards of a row; one that was not there before grows into its place, those that are gone fly away. */
  lay(line, row, capacity, words) {
    const names = row.cards.map(({ name }) => name);
    const before = line.names ?? names;
    const gone = before.filter((name) => !names.includes(name));
    const leaving = gone.length > 1 && !still() ? [...line.cards.querySelectorAll("svg.card")].slice(0, before.length)
      .filter((_, at) => gone.includes(before[at])).map((drawn) => [drawn, drawn.getBoundingClientRect()]) : [];
    replace(line.cards, row.cards.map(({ name, heads }) => h("li", { class: before.includes(name) ? "slot" : "slot fresh" },
      card("take_six", name, words.say("screen.card", { card: name, heads })))),
      Array.from({ length: Math.max(0, capacity - names.length) }, (_, at) =>
        h("li", { class: at + names.length === 6 && capacity > 6 ? "slot hole seven" : "slot hole" })));
    line.names = names;
    const taker = this.flown ? this.cardAt(this.flown)?.getBoundingClientRect() : null;
    if (taker?.width) for (const [drawn, rect] of leaving) fly(this.layer, h("span", {}, drawn), rect, { ...size(taker), width: taker.width }, { fade: true });
  }

  /** The card that is placed now flies from its seat to its row, and again, until it lies there. */
  takeOff(placing) {
    const target = placing ? this.rows.get(placing.row) : null;
    const from = placing ? this.cardAt(placing.seat)?.getBoundingClientRect() : null;
    const at = placing?.takes ? 0 : target?.names.length ?? 0;
    const slot = target?.cards.children[Math.min(at, target.cards.children.length - 1)];
    const to = slot?.getBoundingClientRect();
    const key = to && from ? [placing.card, to.left, to.top, to.width, from.left, from.top].map((one) => (one.toFixed ? Math.round(one) : one)).join() : "";
    if (placing) this.flown = placing.seat;
    if (key === this.flight) return;
    this.flight = key;
    this.land();
    this.land = () => {};
    if (key && to.width) this.land = fly(this.layer, h("span", {}, card("take_six", placing.card, "")), from, to, { forever: true });
  }
}

const size = (rect) => ({ left: rect.left, top: rect.top, width: rect.width, height: rect.height });
