/* A match as a list of moments. One of them is chosen; arrows go from one to the next. */

import { append, h, replace, s } from "./lib/dom.js";

const KINDS = {
  all: () => true,
  moves: ({ look }) => look === "move" || look === "correction" || look === "header",
  trouble: ({ look, fate }) => ["question", "answer", "objection", "put_right", "fault", "correction", "refused", "replaced"].includes(look) || Boolean(fate && fate !== "counts"),
};

export class Timeline {
  constructor(words, chosen) {
    this.words = words;
    this.tell = chosen;
    this.chosen = null;
    this.pinned = null;
    this.kind = "all";
    this.entries = [];
    this.drawn = "";
    this.items = h("ol", { class: "entries", "aria-label": words.say("screen.referee.timeline") });
    this.element = h("section", { class: "timeline" }, this.head(), this.items,
      h("p", { class: "note keys" }, words.say("screen.referee.keys")));
  }

  head() {
    const kinds = [["all", "screen.referee.show_all"], ["moves", "screen.referee.show_moves"], ["trouble", "screen.referee.show_trouble"]];
    const select = h("select", { "aria-label": this.words.say("screen.referee.timeline"), on: { change: (event) => this.filter(event.target.value) } },
      kinds.map(([kind, key]) => h("option", { value: kind }, this.words.say(key))));
    const tool = (key, sign, act) => h("button", { type: "button", class: "tool", "aria-label": this.words.say(key), title: this.words.say(key), on: { click: act } }, sign);
    return h("div", { class: "timeline-head" }, h("h2", {}, this.words.say("screen.referee.timeline")), select,
      h("div", { class: "beside steps" },
        tool("screen.referee.to_first", "⏮", () => this.step(-Infinity)),
        tool("screen.referee.step_back", "◀", () => this.step(-1)),
        tool("screen.referee.step_on", "▶", () => this.step(1)),
        tool("screen.referee.to_last", "⏭", () => this.step(Infinity)),
        (this.follow = h("button", { type: "button", hidden: true, on: { click: () => this.live() } }, this.words.say("screen.referee.live")))));
  }

  filter(kind) {
    this.kind = kind;
    this.draw();
  }

  get shown() {
    return this.entries.filter(KINDS[this.kind]);
  }

  get last() {
    return this.entries.at(-1)?.seq ?? null;
  }

  seqOfLine(line) {
    return this.entries.find((one) => one.line === line)?.seq ?? null;
  }

  /** The match as it is now; `seq` is the moment that the address names, null: the newest one. */
  show(match, seq) {
    this.match = match;
    this.entries = match.entries;
    this.following = seq === null;
    this.chosen = this.entries.some((one) => one.seq === seq) ? seq : this.newest();
    this.follow.hidden = !match.open || this.following;
    this.draw();
  }

  /** The newest entry at which there is something to look at. */
  newest() {
    return this.entries.findLast(({ look }) => look !== "aside")?.seq ?? this.last;
  }

  live() {
    location.hash = `#/${this.match.match}`;
  }

  draw() {
    const key = JSON.stringify([this.shown, this.pinned]);
    if (key !== this.drawn) {
      const had = this.items.contains(document.activeElement);
      replace(this.items, this.shown.length ? this.shown.map((one) => this.item(one)) : h("li", { class: "note" }, this.words.say("screen.referee.nothing_shown")));
      this.drawn = key;
      this.mark(had);
    } else this.mark(false);
  }

  mark(focus) {
    for (const button of this.items.querySelectorAll("button")) {
      const on = Number(button.dataset.seq) === this.chosen;
      button.setAttribute("aria-current", on ? "true" : "false");
      button.tabIndex = on ? 0 : -1;
      if (on) {
        if (focus) button.focus({ preventScroll: true });
        this.reveal(button);
      }
    }
    if (!this.items.querySelector('[tabindex="0"]')) this.items.querySelector("button")?.setAttribute("tabindex", "0");
  }

  /** Within the list alone: the page itself stays where it is. */
  reveal(button) {
    const list = this.items.getBoundingClientRect(), own = button.getBoundingClientRect();
    if (own.top < list.top) this.items.scrollTop -= list.top - own.top + 8;
    else if (own.bottom > list.bottom) this.items.scrollTop += own.bottom - list.bottom + 8;
  }

  item(one) {
    const { words } = this;
    const signs = [
      one.rule ? h("span", { class: "chip rule" }, one.rule.text) : null,
      one.fate === "amended" ? h("span", { class: "chip wrong" }, words.say("screen.referee.fate_amended")) : null,
      one.fate === "taken_back" ? h("span", { class: "chip wrong" }, words.say("screen.referee.fate_taken_back")) : null,
    ].filter(Boolean);
    const button = h("button", { type: "button", class: `entry look-${one.look} ${one.fate ?? ""}`, "data-seq": one.seq, on: { click: () => this.choose(one.seq) } },
      h("span", { class: "entry-time" }, one.time),
      h("span", { class: "entry-text" }, one.text, one.photographs.length ? [" ", camera(words.say("screen.referee.photograph"))] : null),
      signs.length ? h("span", { class: "entry-signs" }, signs) : null);
    return h("li", { class: one.seq === this.pinned ? "pinned" : null }, button);
  }

  /** Marked at once: whoever steps quickly need not wait for pictures. */
  choose(seq) {
    if (seq === null) return;
    this.chosen = seq;
    this.mark(false);
    this.tell(seq);
  }

  pin(seq) {
    this.pinned = seq;
    this.draw();
  }

  step(by, focus = false) {
    const shown = this.shown;
    if (!shown.length) return;
    const before = shown.findLastIndex((one) => one.seq <= this.chosen);
    const at = Math.min(Math.max(by === -Infinity ? 0 : by === Infinity ? shown.length - 1 : before + by, 0), shown.length - 1);
    this.choose(shown[at].seq);
    if (focus) this.items.querySelector(`[data-seq="${shown[at].seq}"]`)?.focus({ preventScroll: true });
  }
}

function camera(label) {
  const sign = s("svg", { class: "camera", viewBox: "0 0 24 24", role: "img", "aria-label": label });
  return append(sign, [
    s("path", { d: "M4 7h3l2-3h6l2 3h3a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2z", fill: "currentColor" }),
    s("circle", { cx: 12, cy: 13, r: 4.2, fill: "none", stroke: "#fff", "stroke-width": 2 }),
  ]);
}
