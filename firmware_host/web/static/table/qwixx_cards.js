/* The Qwixx card game: display and pile, the number that is called, everybody's sheet. */

import { card } from "../lib/cards.js";
import { h, once, replace } from "../lib/dom.js";
import { sheet } from "../lib/sheet.js";
import { sign } from "../lib/signs.js";

export class QwixxBoard {
  constructor(place) {
    this.cards = h("div", { class: "display" });
    this.sheets = h("ol", { class: "sheets" });
    place.append(this.cards, this.sheets);
  }

  show(view, words) {
    const { board, seats } = view.match;
    once(this.cards, [board.display, board.pile_top, board.call, words.language], () => replace(this.cards,
      h("figure", { class: board.call ? "top called" : "top" }, board.pile_top ? card("qwixx_cards", `neutral ${board.pile_top}`, String(board.pile_top)) : h("span", { class: "slot hole" }),
        h("figcaption", {}, words.say("screen.qwixx.pile"))),
      h("figure", { class: "open" }, h("div", { class: "four" }, board.display.map((number) => card("qwixx_cards", `neutral ${number}`, String(number)))),
        h("figcaption", {}, words.say("screen.qwixx.display")))));
    this.sheets.style.setProperty("--seats", seats.length);
    this.sheets.className = `sheets of-${seats.length}`;
    once(this.sheets, [seats, board.sheets, board.failed, board.locked, board.call, board.active, words.language], () =>
      replace(this.sheets, seats.map((seat) => h("li", { class: `own ${board.active === seat.name ? "now" : ""} ${seat.committed ? "done" : ""}` },
        h("p", { class: "owner" }, h("span", { class: "name" }, seat.name), seat.committed ? sign("check") : [],
          board.active === seat.name ? h("span", { class: "doing" }, words.say("screen.doing.turn")) : [],
          h("span", { class: "score" }, seat.score)),
        sheet({ crossed: board.sheets[seat.name], locked: lockedOf(board, seat.name), failed: board.failed[seat.name] }, words, { called: board.call })))));
  }
}

const lockedOf = ({ locked }, name) => (Array.isArray(locked) ? locked : locked?.[name] ?? []);
