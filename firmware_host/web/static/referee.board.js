/* The table at a moment, drawn small enough to stand beside a photograph. */

import { h } from "./lib/dom.js";
import { card } from "./lib/cards.js";

/** Where each open card lies: what two moments are compared by. */
export function places(table) {
  const found = new Map();
  const { board } = table;
  for (const row of board.rows ?? []) for (const one of row.cards) found.set(one.name, `row ${row.number}`);
  for (const one of board.waiting_cards ?? []) found.set(one.card, `seat ${one.seat}`);
  if (typeof board.active === "string") found.set(board.active, "active");
  for (const [seat, cards] of Object.entries(board.taken ?? {})) for (const one of cards) found.set(String(one), seat);
  for (const one of board.display ?? []) found.set(nameOf(one), "display");
  return found;
}

const nameOf = (one) => (typeof one === "object" && one !== null ? (one.name ?? one.card) : String(one));

/** The cards that lie otherwise in the other table. */
export function different(table, other) {
  const mine = places(table), theirs = places(other);
  return new Set([...mine].filter(([name, place]) => theirs.get(name) !== place).map(([name]) => name));
}

/** `marked` are cards to point out. */
export function drawTable(table, words, marked = new Set()) {
  const { board } = table;
  const face = (name) => {
    const text = nameOf(name);
    return h("span", { class: marked.has(text) ? "lying marked" : "lying" }, card(table.game, text, words.card(text)));
  };
  const parts = [
    ...(board.rows ?? []).map((row) => strip(words.say("screen.referee.row", { row: row.number }), row.cards.map(({ name }) => face(name)))),
    board.waiting_cards?.length
      ? strip(words.say("screen.referee.waiting"), board.waiting_cards.map((one) => withSeat(one.seat, face(one.card))))
      : null,
    typeof board.active === "string"
      ? strip(words.say("screen.place.active"), [face(board.active), board.chips ? h("span", { class: "chip" }, `${board.chips}`) : null])
      : null,
    board.display?.length ? strip(words.say("screen.referee.field.display"), board.display.map((one) => face(one))) : null,
    ...Object.entries(board.taken ?? {}).map(([seat, cards]) => strip(seat, cards.map((one) => face(one)))),
  ].filter(Boolean);
  return h("div", { class: "drawn" }, parts.length ? parts : h("p", { class: "note" }, words.say("screen.referee.empty_table")), scores(table, words));
}

const strip = (label, faces) =>
  h("div", { class: "strip" }, h("span", { class: "strip-name" }, label), h("span", { class: "faces" }, faces));

const withSeat = (seat, face) => h("span", { class: "owned" }, face, h("small", {}, seat));

function scores(table, words) {
  if (!table.scores.length) return null;
  return h("p", { class: "scores" }, h("span", { class: "strip-name" }, words.say("screen.referee.scores")),
    table.scores.map(({ seat, score }) => h("span", { class: "score" }, seat, " ", h("b", {}, score))));
}
