/* Everybody who plays: what is waited for, the card they turned up, and their score as a bar. */

import { back, card } from "../lib/cards.js";
import { h, once, replace, setText } from "../lib/dom.js";
import { glide } from "../lib/moving.js";
import { aim } from "../lib/rounds.js";
import { sign } from "../lib/signs.js";

/** Scores that fill a bar, until somebody has more. */
const FULL_BAR = { take_six: 40, no_thanks: 60, qwixx_cards: 60 };

export class Seats {
  constructor() {
    this.list = h("ol", { class: "seats" });
    this.aim = h("p", { class: "aim" });
    this.element = h("div", { class: "seats-box" }, this.list, this.aim);
    this.lines = new Map();
  }

  show(view, words) {
    const { match } = view;
    if (!match) {
      replace(this.list);
      this.lines.clear();
      setText(this.aim, "");
      return;
    }
    const waiting = match.board.waiting_cards ?? [];
    const order = ordered(match, waiting);
    this.list.style.setProperty("--seats", order.length);
    this.list.classList.toggle("many", order.length > 6);
    setText(this.aim, aim(match.game, words));
    const most = Math.max(FULL_BAR[match.game] ?? 20, ...match.seats.map(({ score }) => score));
    glide(this.list, () => {
      for (const name of [...this.lines.keys()]) if (!order.some((seat) => seat.name === name)) this.lines.delete(name);
      const lines = order.map((seat) => this.line(seat.name));
      if (lines.some((line, at) => this.list.children[at] !== line.element) || this.list.children.length !== lines.length) {
        this.list.replaceChildren(...lines.map(({ element }) => element));
      }
    });
    for (const seat of order) this.draw(this.line(seat.name), seat, view, words, most, waiting);
  }

  line(name) {
    if (!this.lines.has(name)) {
      const parts = {
        card: h("span", { class: "held" }), name: h("span", { class: "name" }), doing: h("span", { class: "doing" }),
        bar: h("span", { class: "bar", "aria-hidden": "true" }, h("i")), score: h("span", { class: "score" }),
        extra: h("span", { class: "extra" }),
      };
      const element = h("li", { class: "seat" }, parts.card,
        h("span", { class: "who" }, parts.name, parts.doing), parts.extra, parts.score, parts.bar);
      this.lines.set(name, { ...parts, element });
    }
    return this.lines.get(name);
  }

  draw(line, seat, view, words, most, waiting) {
    const { match } = view;
    const queued = waiting.find((one) => one.seat === seat.name);
    const now = waiting[0]?.seat === seat.name;
    const doing = doingOf(seat, match, queued, now, words);
    line.element.className = ["seat", seat.waited || now ? "now" : "", seat.winner ? "winner" : "",
      seat.committed && !queued ? "done" : ""].join(" ");
    setText(line.name, seat.name);
    setText(line.doing, doing);
    once(line.score, [seat.score, match.game], () => replace(line.score, seat.score));
    line.bar.style.setProperty("--part", Math.max(0, seat.score / most).toFixed(3));
    once(line.card, [queued?.card, seat.committed, match.phase, match.game, seat.winner], () =>
      replace(line.card, heldBy(seat, match, queued)));
    once(line.extra, [match.board.taken?.[seat.name], match.board.specials?.count?.[seat.name]], () =>
      replace(line.extra, extraOf(seat, match, words)));
  }

  cardOf(name) {
    return this.lines.get(name)?.card ?? null;
  }
}

/** While cards are placed, the lowest comes first, as it does in the rules; else as people sit. */
function ordered(match, waiting) {
  const place = new Map(waiting.map(({ seat }, at) => [seat, at]));
  const bySeat = [...match.seats].sort((one, other) => one.number - other.number);
  if (match.phase !== "place" || !waiting.length) return bySeat;
  return bySeat.sort((one, other) => (place.get(one.name) ?? 99) - (place.get(other.name) ?? 99));
}

function heldBy(seat, match, queued) {
  if (seat.winner) return sign("crown");
  if (queued) return card(match.game, queued.card);
  if (match.game !== "take_six" || match.phase !== "reveal") return [];
  return seat.committed ? back(match.game) : h("span", { class: "empty" });
}

function doingOf(seat, match, queued, now, words) {
  if (match.over) return seat.winner ? words.say("screen.doing.winner") : "";
  if (queued && now) return words.say("screen.doing.now");
  if (queued) return words.say("screen.doing.later");
  if (seat.committed) return words.say("screen.doing.committed");
  if (seat.waited || seat.turn) return match.game === "take_six" && match.phase === "reveal"
    ? words.say("screen.doing.choosing") : words.say("screen.doing.turn");
  return "";
}

/** What a seat has open in front of it. */
function extraOf(seat, match, words) {
  const specials = match.board.specials?.count?.[seat.name];
  if (specials) return h("span", { class: "stars" }, words.say("screen.specials.left", { count: specials }));
  const taken = match.board.taken?.[seat.name] ?? [];
  if (!taken.length) return [];
  const runs = [];
  for (const name of [...taken].sort((one, other) => one - other)) {
    if (runs.at(-1)?.at(-1) === Number(name) - 1) runs.at(-1).push(Number(name));
    else runs.push([Number(name)]);
  }
  const points = match.board.points?.[seat.name];
  return h("span", { class: "runs" }, runs.map((run) => h("span", { class: "run" }, run.map((name) => card(match.game, String(name))))),
    points === undefined ? [] : h("span", { class: "points" }, words.say("screen.no_thanks.points", { points })));
}
