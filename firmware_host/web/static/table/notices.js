/* What takes the place of the seats while it matters: a question, an objection, putting the table right, a pause. */

import { card } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { otherCard } from "../lib/other.js";
import { input, Refused } from "../lib/post.js";
import { sign } from "../lib/signs.js";

/** The notice that stands beside the board now, as `{key, draw}`, or null. `key` says when it is another one. */
export function aside(view, words, mood) {
  if (mood === "ask") return { key: ["ask", view.question], draw: () => question(view.question, words) };
  if (mood === "wrong" && view.repair) return { key: ["repair", view.repair, view.objection], draw: () => repair(view, words) };
  if (mood === "wrong") return { key: ["wrong", view.objection], draw: () => objection(view, words) };
  if (mood === "paused") return { key: "paused", draw: () => h("div", { class: "notice pausing" }, sign("pause")) };
  return null;
}

function question({ number, choices, others, crop, seats }, words) {
  const said = h("p", { class: "said", role: "status" });
  const answer = async (value) => {
    try {
      await input({ kind: "answer", question: number, value });
      said.textContent = words.say("screen.answered");
    } catch (error) {
      said.textContent = error instanceof Refused && error.status === 401 ? words.say("screen.question.how") : error.message || words.say("screen.unreachable");
    }
  };
  return h("div", { class: "notice asking" },
    h("p", { class: "for" }, sign("ask"), seats.length ? words.show(seats) : words.say("screen.everybody")),
    picture(crop, words),
    h("ul", { class: "choices" }, choices.map(({ value, label }) =>
      h("li", {}, h("button", { type: "button", on: { click: () => answer(value) } }, label)))),
    otherCard(others, words, answer),
    h("p", { class: "how" }, words.say("screen.question.how")),
    said);
}

function objection(view, words) {
  const { card: name, seat, crop, lies, belongs } = view.objection;
  return h("div", { class: "notice objecting" },
    h("p", { class: "for" }, sign("alert"), seat || words.say("screen.everybody")),
    h("div", { class: "evidence" }, picture(crop, words), move(view, name, lies, belongs, words),
      crop || name ? [] : h("span", { class: "halt" }, sign("alert"))),
    h("p", { class: "how" }, words.say("screen.objection.how")));
}

/** A card, from where to where: what a hand has to do, without words. */
function move(view, name, lies, belongs, words) {
  if (!name || (!lies && !belongs)) return [];
  return h("p", { class: "move" }, place(lies, words), h("span", { class: "moved" }, card(view.match?.game ?? "take_six", name)),
    belongs && belongs !== lies ? [sign("arrow"), place(belongs, words)] : []);
}

function place(zone, words) {
  const [kind, number] = String(zone ?? "").split("/");
  if (kind === "row") return h("span", { class: "zone" }, words.say("screen.row", { row: Number(number) }));
  if (kind === "seat" || kind === "commit") return h("span", { class: "zone" }, words.say("screen.seat", { seat: Number(number) }));
  return [];
}

function repair(view, words) {
  const { steps } = view.repair;
  return h("div", { class: "notice repairing" },
    steps.length ? h("ol", { class: "steps" }, steps.map((step) => h("li", {},
      h("h2", {}, step.text), move(view, step.card, step.from, step.to, words))))
      : h("h2", {}, words.say("screen.repair.looking")),
    picture(view.objection?.crop, words));
}

function picture(crop, words) {
  if (!crop) return [];
  const seen = h("img", { class: "crop", src: crop, alt: words.say("screen.crop") });
  seen.addEventListener("error", () => seen.remove());
  return seen;
}
