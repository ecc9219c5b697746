/* The board while nothing lies on it: before a match, between rounds, at the end. */

import { back, card, headIcon } from "../lib/cards.js";
import { h } from "../lib/dom.js";
import { input } from "../lib/post.js";
import { aim, roundsTable } from "../lib/rounds.js";
import { sign } from "../lib/signs.js";
import { phones } from "./phones.js";

const MOST_ROUNDS = 6;

/** As large as its lines let it be. */
const table = (match, words) => h("div", { class: "sheet-of-scores", vars: { lines: match.seats.length + 1 } }, roundsTable(match, words, MOST_ROUNDS));

export function intermission(match, words) {
  return h("div", { class: "between" }, h("h2", {}, words.say("screen.round_over", { round: match.rounds.at(-1).round })),
    table(match, words), h("p", { class: "aim" }, aim(match.game, words)));
}

export function finale(view, words) {
  const { match, links } = view;
  const begin = h("button", { type: "button", class: "main begin", on: { click: () => input({ kind: "again" }).catch(() => begin.remove()) } }, words.say("screen.play_again"));
  return h("div", { class: "finale" },
    h("div", { class: "crowned" }, h("p", { class: "crown" }, sign("crown")), h("p", { class: "winners" }, words.show(match.winners)),
      h("p", { class: "again" }, words.say("screen.again")),
      links ? h("p", {}, begin) : []), // only the table's own screen may say so
    table(match, words));
}

export function welcome(view, words) {
  return h("div", { class: "welcome" },
    h("div", { class: "fan", "aria-hidden": "true" }, back("take_six"), card("take_six", "55", ""), card("no_thanks", "26", ""), card("qwixx_cards", "red 7", ""), card("take_six", "14", "")),
    h("p", { class: "mark" }, headIcon("currentColor", "var(--ground)"), "Drover"),
    phones(view, words));
}
