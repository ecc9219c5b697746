/* The scores of a match as a table: one line a round, one column a seat; or the other way round for many seats. */

import { h } from "./dom.js";

/** The last so many rounds, and what everybody has by now. */
export function roundsTable(match, words, most = 99) {
  const seats = match.seats, rounds = match.rounds.slice(-most);
  const head = h("tr", {}, h("th", { scope: "col" }, words.say("screen.scores.name")),
    rounds.map(({ round }) => h("th", { scope: "col", class: "number" }, words.say("screen.scores.round", { round }))),
    h("th", { scope: "col", class: "number" }, words.say("screen.scores.total")));
  const lines = seats.map((seat) => h("tr", { class: seat.winner ? "winner" : "" },
    h("th", { scope: "row" }, seat.name),
    rounds.map(({ scores }) => h("td", { class: "number" }, scores[seat.name] ?? "")),
    h("td", { class: "number total" }, seat.score)));
  return h("table", { class: "rounds" }, h("caption", { class: "unseen" }, words.say("screen.scores.title")),
    h("thead", {}, head), h("tbody", {}, lines));
}

/** How the scores are to be read: who has the fewest or who has the most wins. */
export function aim(game, words) {
  if (game === "take_six") return words.say("screen.aim.take_six");
  if (game === "no_thanks") return words.say("screen.aim.no_thanks");
  return game === "qwixx_cards" ? words.say("screen.aim.qwixx_cards") : "";
}
