/* Take Six: the rows as they lie, and the card that goes somewhere now. */

import { card, headIcon } from "../lib/cards.js";
import { h, once, replace, setText } from "../lib/dom.js";
import { fly, GLIDE_MS, still } from "../lib/moving.js";
import { sign } from "../lib/signs.js";

const BARE = [1, 2, 3, 4].map((number) => ({ number, cards: [], heads: 0, capacity: 5, blocked: false, light: "off" }));
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
    clearTimeout(this.timer);
    this.land();
  }

  /** `leads`: nothing else is pressing, so the card that is placed now may fly. */
  show(view, words, leads) {
    const { rows } = view.match.board.rows.length ? view.match.board : { rows: BARE };
    const slots = Math.max(5, ...rows.map((row) => Math.max(row.capacity > 5 ? row.capacity + 1 : 5, row.cards.length + (row.blocked ? 1 : 0))));
    // Where cards leave several rows at once, a new round begins: nobody takes them.
    this.takes = rows.filter(({ number, cards }) => this.leaving(number, cards).length > 1).length === 1;
    this.list.style.setProperty("--rows", Math.max(4, rows.length));
    this.list.style.setProperty("--slots", slots);
    for (const [number, row] of this.rows) {
      if (rows.some((one) => one.number === number)) continue;
      row.element.remove();
      this.rows.delete(number);
    }
    for (const row of rows) this.draw(row, view, words);
    const placing = leads ? view.match.board.placing : null;
    const another = JSON.stringify(placing) !== JSON.stringify(this.last);
    this.last = placing;
    if (!another) return this.takeOff(placing);
    // The seats glide to their new order first.
    this.takeOff(null);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.takeOff(this.last), still() ? 0 : GLIDE_MS + 40);
    return undefined;
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

  /** The cards that lay in a row and lie there no more. */
  leaving(number, cards) {
    return (this.rows.get(number)?.names ?? []).filter((name) => !cards.some((one) => one.name === name));
  }

  draw(row, view, words) {
    const line = this.line(row.number);
    const { placing } = view.match.board;
    const target = placing?.row === row.number;
    // Once a row is chosen, the others are offered no more.
    const light = row.light !== "chase" || !placing ? row.light ?? "off" : target ? "pulse" : "off";
    line.element.className = `row light-${light} ${target ? "target" : ""} ${target && placing.takes ? "taken" : ""} ${row.blocked ? "blocked" : ""}`;
    line.element.setAttribute("aria-label", words.say("screen.row", { row: row.number }));
    once(line.lamp, [row.number, light], () => replace(line.lamp,
      h("span", { class: "lamp-number" }, row.number), LAMP[light] ? sign(LAMP[light]) : []));
    const capacity = row.capacity ?? 5;
    once(line.cards, [row.cards, capacity, row.blocked, words.language], () => this.lay(line, row, capacity, words));
    const cost = target && placing.takes ? "takes" : light === "chase" ? "choice" : "";
    once(line.end, [row.heads, cost, words.language], () => replace(line.end,
      row.heads ? h("span", { class: `heads ${cost}` }, h("span", {}, row.heads),
        headIcon("currentColor", "var(--ground)"), h("span", { class: "unseen" }, words.say("screen.heads", { heads: row.heads }))) : []));
  }

  /** The cards of a row; one that was not there before grows into its place, those that are gone fly away. */
  lay(line, row, capacity, words) {
    const names = row.cards.map(({ name }) => name);
    const before = line.names ?? names;
    const gone = this.takes && !still() ? this.leaving(row.number, row.cards) : [];
    const leaving = [...line.cards.querySelectorAll("svg.card")].filter((_, at) => gone.includes(before[at]))
      .map((drawn) => [drawn, drawn.getBoundingClientRect()]);
    const slots = row.cards.map(({ name, heads }) => h("li", { class: before.includes(name) ? "slot" : "slot fresh" },
      card("take_six", name, words.say("screen.card", { card: name, heads }))));
    const special = (name) => h("li", { class: "slot special" }, card("take_six", name, words.say(`special.${name}`)));
    if (row.blocked) slots.push(special("block"));
    while (slots.length < capacity) slots.push(h("li", { class: "slot hole" }));
    if (capacity > 5) slots.push(special("take_seven"));
    replace(line.cards, slots);
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
