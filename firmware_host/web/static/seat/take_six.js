/* Take Six on a phone: which row to take, and the special cards. */

import { card, headIcon } from "../lib/cards.js";
import { h, replace } from "../lib/dom.js";

const KINDS = ["fifth_row", "take_seven", "insert", "replace", "move", "block", "negate"];
/** What a special card has to be told beside its name. */
const NEEDS = { block: ["row"], move: ["card", "row"], negate: ["card"], replace: ["with"] };

const rowOf = (cards) => h("span", { class: "mini-row" }, cards.map(({ name }) => card("take_six", name)));

export const takeSix = {
  may(parts) {
    const { you, words, wish } = parts;
    const choices = you.may.filter(({ kind }) => kind === "choose");
    const special = you.may.find(({ kind }) => kind === "special");
    const exchange = you.may.find(({ kind }) => kind === "exchange");
    return [
      choices.length ? h("div", { class: "panel doing" }, h("h2", {}, words.say("screen.seat.choose_row")),
        h("div", { class: "options" }, choices.map((choice) => h("button", {
          type: "button", class: choice.chosen ? "option main" : "option", "aria-pressed": String(Boolean(choice.chosen)),
          on: { click: () => wish({ kind: "choose", seat: you.seat, row: choice.row }) },
        }, h("span", { class: "lamp" }, choice.row), rowOf(choice.cards),
          h("span", { class: "heads" }, "+", choice.cost, headIcon("currentColor", "var(--surface-high)"), h("span", { class: "unseen" }, words.say("screen.heads", { heads: choice.cost }))))))) : [],
      special ? specials(parts, you.hand.specials) : [],
      exchange ? exchanging(parts, you.hand.specials) : [],
    ];
  },

  own({ view, you, words }) {
    const { board } = view.match;
    const hand = you.hand.cards ?? [];
    return [
      h("h2", {}, words.say("screen.seat.table")),
      h("ol", { class: "mini-rows" }, board.rows.map((row) => h("li", { class: board.placing?.row === row.number ? "target" : "" },
        h("span", { class: "lamp" }, row.number), rowOf(row.cards), h("span", { class: "heads" }, row.heads, headIcon("currentColor", "var(--ground)"), h("span", { class: "unseen" }, words.say("screen.heads", { heads: row.heads })))))),
      hand.length ? [h("h2", {}, words.say("screen.seat.hand")), rowOf(hand)] : [],
    ];
  },
};

/** All kinds that this seat may hold; a camera does not know which, so all of them unless it does. */
function kindsOf(held) {
  return held && held.known.length >= held.count ? KINDS.filter((kind) => held.known.includes(kind)) : KINDS;
}

function specials(parts, held) {
  const { words } = parts;
  const place = h("div", { class: "arguments" });
  const tiles = kindsOf(held).map((kind) => h("button", {
    type: "button", class: "tile", "aria-pressed": "false",
    on: { click: (event) => {
      for (const tile of tiles) tile.setAttribute("aria-pressed", String(tile === event.currentTarget));
      ask(place, kind, parts);
    } },
  }, card("take_six", kind, ""), h("span", {}, words.say(`special.${kind}`))));
  return h("details", { class: "panel doing" }, h("summary", {}, words.say("screen.seat.special")),
    h("p", { class: "note" }, words.say("screen.specials.left", { count: held?.count ?? 0 })), h("div", { class: "tiles" }, tiles), place);
}

/** The arguments of one special card, and the button that plays it. */
function ask(place, kind, { view, you, words, wish, tell }) {
  const { rows } = view.match.board;
  const needs = NEEDS[kind] ?? [];
  const given = {};
  const pick = (name, options) => h("fieldset", {}, h("legend", {}, words.say(name === "row" ? "screen.seat.which_row" : name === "with" ? "screen.seat.which_instead" : "screen.seat.which_card")),
    name === "with" ? h("input", { type: "number", inputmode: "numeric", min: 1, max: 104, "aria-label": words.say("screen.seat.which_instead"), on: { input: (event) => (given.with = event.target.valueAsNumber) } })
      : h("div", { class: "picks" }, options.map(([value, label]) => h("label", { class: "pick" },
        h("input", { type: "radio", name: `${kind}-${name}`, on: { change: () => (given[name] = value) } }), h("span", {}, label)))));
  const options = { row: rows.map(({ number }) => [number, String(number)]), card: rows.flatMap(({ cards }) => cards.map(({ name }) => [Number(name), name])), with: [] };
  const play = () => {
    if (needs.some((name) => !Number.isInteger(given[name]))) return tell(words.say("screen.seat.still_missing"));
    return wish({ kind: "enter", line: { move: "special", seat: you.seat, special: kind, ...given } });
  };
  replace(place, h("p", {}, effect(kind, words)), needs.map((name) => pick(name, options[name])),
    h("button", { type: "button", class: "main big", on: { click: play } }, words.say("screen.seat.play_special", { special: words.say(`special.${kind}`) })));
}

/** What a special card does, in a sentence. */
export function effect(kind, words) {
  const texts = {
    fifth_row: "screen.special.fifth_row", take_seven: "screen.special.take_seven", insert: "screen.special.insert",
    replace: "screen.special.replace", move: "screen.special.move", block: "screen.special.block", negate: "screen.special.negate",
  };
  return words.say(texts[kind]);
}

function exchanging({ you, words, wish }, held) {
  return h("details", { class: "panel doing" }, h("summary", {}, words.say("screen.seat.exchange")),
    h("div", { class: "tiles" }, kindsOf(held).map((kind) => h("button", {
      type: "button", class: "tile", on: { click: () => wish({ kind: "enter", line: { move: "exchange", seat: you.seat, discard: kind } }) },
    }, card("take_six", kind, ""), h("span", {}, words.say(`special.${kind}`))))));
}
