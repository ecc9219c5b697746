/* Qwixx on a phone: your own sheet. What may be crossed is offered; tap anything else to hear why it may not. */

import { card, colourIcon } from "../lib/cards.js";
import { h, replace } from "../lib/dom.js";
import { ROWS, sheet } from "../lib/sheet.js";

export const qwixx = {
  may(parts) {
    const { you } = parts;
    const marks = you.may.filter(({ kind }) => kind === "mark");
    const play = you.may.find(({ kind }) => kind === "play");
    return [marks.length ? calling(marks, parts) : [], play ? playing(play, parts) : []];
  },

  own({ view, you, words, tell }) {
    if (!you.sheet) return [];
    const { rows, failed } = you.sheet;
    const call = view.match.board.call;
    const cells = Object.fromEntries(Object.entries(rows).map(([colour, row]) => [colour, new Map(row.cells.map((one) => [one.number, one]))]));
    const explain = (colour, number, state, inside) => {
      const cell = cells[colour].get(number);
      const why = state === "crossed" ? words.say("screen.seat.crossed_already", { colour: words.say(`colour.${colour}`), number })
        : cell.legal ? words.say("screen.seat.may_be_crossed", { colour: words.say(`colour.${colour}`), number }) : cell.why;
      return h("button", { type: "button", class: `cell ${state} ${cell.legal ? "legal" : ""}`, on: { click: () => tell(why) } }, inside);
    };
    return [
      h("h2", {}, words.say("screen.seat.sheet"), " ", h("span", { class: "score" }, you.sheet.points)),
      sheet({
        crossed: Object.fromEntries(Object.entries(rows).map(([colour, row]) => [colour, row.cells.filter(({ state }) => state === "crossed").map(({ number }) => number)])),
        locked: Object.keys(rows).filter((colour) => rows[colour].locked), failed,
      }, words, { called: call, cell: explain }),
    ];
  },
};

/** What may be crossed comes first, then what may not, then nothing. */
const rank = (mark) => (mark.colour === "" ? 2 : mark.allowed === false ? 1 : 0);

/** The number that was called: one cross in one colour, or none. */
function calling(marks, { view, you, words, wish, tell }) {
  const number = view.match.board.call ?? marks[0].number;
  const option = (mark) => {
    const label = mark.colour ? words.say(`colour.${mark.colour}`) : words.say("screen.seat.cross_nothing");
    return h("button", {
      type: "button", class: `mark ${mark.colour || "none"} ${mark.chosen ? "chosen" : ""}`, "aria-pressed": String(Boolean(mark.chosen)), "aria-disabled": String(mark.allowed === false),
      on: { click: () => (mark.allowed === false ? tell(mark.why) : wish({ kind: "mark", seat: you.seat, colour: mark.colour })) },
    }, mark.colour ? colourIcon(mark.colour) : [], h("span", {}, label, mark.colour ? ` ${number}` : ""), mark.allowed === false ? h("small", {}, mark.why) : []);
  };
  return h("div", { class: "panel doing" }, h("div", { class: "called" }, card("qwixx_cards", `neutral ${number}`, String(number)), h("h2", {}, words.say("screen.seat.call", { number }))),
    h("div", { class: "marks" }, [...marks].sort((one, other) => rank(one) - rank(other)).map(option)));
}

/** The play of the one whose turn it is: a colour, one to three cards of it, and which of them are crossed. */
function playing(play, parts) {
  const { words } = parts;
  const place = h("div", { class: "arguments" });
  const tabs = Object.keys(ROWS).map((colour) => h("button", {
    type: "button", class: `mark ${colour}`, "aria-pressed": "false",
    on: { click: (event) => {
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab === event.currentTarget));
      compose(place, colour, play, parts);
    } },
  }, colourIcon(colour), h("span", {}, words.say(`colour.${colour}`))));
  return h("div", { class: "panel doing" }, h("h2", {}, words.say("screen.seat.play_colour")), h("div", { class: "marks" }, tabs), place);
}

function compose(place, colour, play, { you, words, wish, tell }) {
  const legal = new Set(play.numbers[colour]);
  const cards = [], marks = new Set(), jokers = new Set();
  const draw = () => {
    const toggle = (number) => {
      if (cards.includes(number)) {
        cards.splice(cards.indexOf(number), 1);
        marks.delete(number);
        jokers.delete(number);
      } else if (cards.length < 3) cards.push(number);
      else tell(words.say("screen.seat.three_cards"));
      draw();
      place.querySelector(`[data-number="${number}"]`)?.focus();
    };
    const flip = (set, number) => () => {
      if (set === marks && !legal.has(number)) return tell(you.sheet.rows[colour].cells.find((one) => one.number === number)?.why ?? "");
      if (!set.delete(number)) set.add(number);
      draw();
      return place.querySelector(`[data-${set === marks ? "cross" : "joker"}="${number}"]`)?.focus();
    };
    const inOrder = ROWS[colour].filter((number) => cards.includes(number));
    replace(place,
      h("p", {}, words.say("screen.seat.which_cards")),
      h("div", { class: "numbers" }, ROWS[colour].map((number) => h("button", { type: "button", class: `number ${colour}`, "data-number": number, "aria-pressed": String(cards.includes(number)), on: { click: () => toggle(number) } }, number))),
      inOrder.length ? [h("p", {}, words.say("screen.seat.which_crosses")), h("div", { class: "numbers" }, inOrder.map((number) =>
        h("button", { type: "button", class: "cross", "data-cross": number, "aria-pressed": String(marks.has(number)), "aria-disabled": String(!legal.has(number)), on: { click: flip(marks, number) } }, number, marks.has(number) ? " ✕" : "")))] : [],
      play.jokers && inOrder.length ? [h("p", {}, words.say("screen.seat.which_jokers")), h("div", { class: "numbers" }, inOrder.map((number) =>
        h("button", { type: "button", class: "cross", "data-joker": number, "aria-pressed": String(jokers.has(number)), on: { click: flip(jokers, number) } }, number, jokers.has(number) ? " ★" : "")))] : [],
      h("button", { type: "button", class: "main big", disabled: !inOrder.length, on: { click: send } }, words.say("screen.seat.play_cards")));
  };
  const send = () => wish({ kind: "enter", line: {
    move: "play", seat: you.seat, colour, cards: [...cards], marks: ROWS[colour].filter((number) => marks.has(number)),
    ...(jokers.size ? { jokers: [...jokers] } : {}),
  } });
  draw();
}
