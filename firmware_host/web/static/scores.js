/* The score sheet of the match that is on, or was the last one. */

import { $, h, once, replace, setText } from "./lib/dom.js";
import { aim, roundsTable } from "./lib/rounds.js";
import { lostBar, Stream } from "./lib/stream.js";
import { ownLanguage, wordsOf } from "./lib/words.js";

let words = null;

const language = ownLanguage();
const stream = new Stream(`/api/stream?language=${language}`, { shown: show, lost: lostBar($("lost"), () => words) });
$("print").addEventListener("click", () => print());

async function show(view) {
  try {
    words ??= await wordsOf(language);
  } catch {
    setTimeout(() => stream.connect(), 2000);
    return;
  }
  document.documentElement.lang = language;
  document.title = `${words.say("screen.scores.heading")} – Drover`;
  setText($("title"), words.say("screen.scores.heading"));
  setText($("print"), words.say("screen.scores.print"));
  setText($("csv"), words.say("screen.scores.csv"));
  once($("matches"), [view.match?.seats, view.match?.rounds, view.match?.over], () =>
    replace($("matches"), view.match ? sheetOf(view.match) : h("p", { class: "note" }, words.say("screen.scores.none"))));
}

function sheetOf(match) {
  const variant = words.has(`variant.${match.variant}`) ? `, ${words.say(`variant.${match.variant}`)}` : "";
  const state = match.over ? words.say("screen.scores.winner", { names: match.winners }) : words.say("screen.scores.open");
  return h("section", { class: "match" }, h("h2", {}, words.say(`game.${match.game}`), variant),
    h("p", { class: "note" }, state, " · ", aim(match.game, words)),
    h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": words.say("screen.scores.title") }, roundsTable(match, words)));
}
