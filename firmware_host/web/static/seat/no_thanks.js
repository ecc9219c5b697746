/* No Thanks! on a phone: pass or take, and your own chips, which nobody else sees. */

import { card, chipIcon } from "../lib/cards.js";
import { h } from "../lib/dom.js";

export const noThanks = {
  may({ view, you, words, wish, tell }) {
    const { board } = view.match;
    const [pass, take, tiger] = ["pass", "take", "tiger"].map((kind) => you.may.find((one) => one.kind === kind));
    const say = (option) => () => (option.allowed ? wish({ kind: option.kind, seat: you.seat }) : tell(option.why));
    return [
      board.active ? h("div", { class: "offer" }, h("div", { class: "offered" }, card("no_thanks", board.active)),
        h("p", { class: "chips" }, h("span", { "aria-hidden": "true", class: "chip-row" }, Array.from({ length: Math.min(board.chips, 14) }, chipIcon)),
          h("span", {}, words.say("screen.no_thanks.chips", { chips: board.chips })))) : [],
      pass || take ? h("div", { class: "two" },
        pass ? h("button", { type: "button", class: "big", "aria-disabled": String(!pass.allowed), on: { click: say(pass) } }, words.say("screen.seat.pass"), h("small", {}, words.say("screen.seat.pass_costs"))) : [],
        take ? h("button", { type: "button", class: "big main", on: { click: say(take) } }, words.say("screen.seat.take"), h("small", {}, words.say("screen.seat.take_gives", { card: board.active, chips: board.chips }))) : []) : [],
      pass && !pass.allowed ? h("p", { class: "note" }, pass.why) : [],
      tiger ? h("details", { class: "panel" }, h("summary", {}, words.say("screen.seat.tiger")), tigerForm(tiger, you, words, wish, tell)) : [],
    ];
  },

  own({ view, you, words }) {
    const taken = [...(view.match.board.taken[you.seat] ?? [])].sort((one, other) => one - other);
    const runs = [];
    for (const name of taken) {
      if (Number(runs.at(-1)?.at(-1)) === name - 1) runs.at(-1).push(name);
      else runs.push([name]);
    }
    return [
      h("p", { class: "purse" }, chipIcon(), h("strong", {}, you.hand.chips), h("span", {}, words.say("screen.seat.chips", { chips: you.hand.chips }))),
      h("h2", {}, words.say("screen.seat.taken")),
      runs.length ? h("span", { class: "runs" }, runs.map((run) => h("span", { class: "run" }, run.map((name) => card("no_thanks", name)))))
        : h("p", { class: "note" }, words.say("screen.seat.nothing_yet")),
    ];
  },
};

function tigerForm(tiger, you, words, wish, tell) {
  const known = /^\d+$/.test(tiger.card ?? "");
  const field = h("input", { type: "number", inputmode: "numeric", min: 3, max: 35, value: known ? tiger.card : "", "aria-label": words.say("screen.seat.which_card") });
  const show = () => Number.isInteger(field.valueAsNumber)
    ? wish({ kind: "enter", line: { move: "tiger", seat: you.seat, card: field.valueAsNumber } }) : tell(words.say("screen.seat.still_missing"));
  return h("p", { class: "inline" }, field, h("button", { type: "button", on: { click: show } }, words.say("screen.seat.show_tiger")));
}
