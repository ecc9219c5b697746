/* The table's own page: what everybody may know, large enough for the other side of the room. */

import { $, h, once, replace, setText } from "./lib/dom.js";
import { fit } from "./lib/fit.js";
import { lostBar, Stream } from "./lib/stream.js";
import { wordsOf } from "./lib/words.js";
import { Attract } from "./attract.js";
import { boardOf } from "./table/boards.js";
import { finale, intermission, welcome } from "./table/between.js";
import { aside } from "./table/notices.js";
import { Seats } from "./table/seats.js";

let words = null;
let board = null;
let seats = null;
let shown = 0;

const attract = new Attract($("attract"), () => draw(stream.view));
const stream = new Stream("/api/stream", { shown: show, lost: lostBar($("lost"), () => words) });

async function show(view) {
  const turn = ++shown;
  if (words?.language !== view.language) {
    try {
      words = await wordsOf(view.language);
    } catch {
      setTimeout(() => stream.connect(), 2000);
      return;
    }
    if (turn !== shown) return; // a newer view is on its way
    document.documentElement.lang = words.language;
  }
  draw(view);
}

function draw(view) {
  const { match } = view;
  attract.see(view, words);
  const stage = $("stage"), mood = moodOf(view);
  stage.className = `stage mood-${mood} ${match ? `game-${match.game}` : "game-none"} stands-${standing(view)}`;
  drawTop(view, mood);
  drawBoard(view, mood);
  drawSide(view, mood);
  drawFoot(view);
  document.body.dataset.view = view.number;
}

/** What kind of moment it is; the most pressing one counts. */
function moodOf(view) {
  if (view.cue.kind === "fault") return "fault";
  if (view.paused) return "paused";
  if (view.question) return "ask";
  if (view.objection || view.repair) return "wrong";
  return view.match?.over ? "over" : "play";
}

function standing(view) {
  if (!view.match) return "welcome";
  if (view.match.over) return "over";
  return isBetween(view.match) ? "between" : "play";
}

const isBetween = ({ phase, rounds }) => rounds.length > 0 && (phase === "deal" || phase === "draft");

function drawTop(view, mood) {
  const { match, cue } = view;
  const names = new Set(match?.seats.map(({ name }) => name));
  const lines = cue.text.length > 1 && cue.text[0].split(", ").every((name) => names.has(name)) ? cue.text.slice(1) : cue.text;
  const [headline, rule] = {
    paused: () => [words.say("screen.paused"), words.say("screen.paused.more")],
    wrong: () => [view.repair ? words.say("screen.repair") : lines[0], ""],
    ask: () => [lines[0], ""],
    fault: () => [lines[0], ""],
  }[mood]?.() ?? [lines[0] || words.say("screen.quiet"), view.rule];
  setText($("headline"), headline);
  setText($("rule"), rule && rule !== headline ? sentence(rule) : "");
  setText($("where"), match ? whereOf(match) : "Drover");
  document.title = match ? `${headline} – Drover` : "Drover";
  fit($("headline"), 2.6, 8);
  fit($("rule"), 2, 3.6);
}

const sentence = (text) => text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);

function whereOf(match) {
  const variant = match.variant !== "base" && words.has(`variant.${match.variant}`) ? ` · ${words.say(`variant.${match.variant}`)}` : "";
  const round = match.round ? ` · ${words.say("screen.scores.round", { round: match.round })}` : "";
  const turn = match.turn && match.round ? ` · ${words.say("screen.turn", { turn: match.turn })}` : "";
  return words.say(`game.${match.game}`) + variant + round + turn;
}

function drawBoard(view, mood) {
  const place = $("board"), { match } = view;
  const kind = standing(view);
  const wanted = kind === "play" ? `play ${match.game}` : kind;
  if (place.dataset.kind !== wanted) {
    place.dataset.kind = wanted;
    board?.end?.();
    replace(place);
    board = kind === "play" ? boardOf(match.game)(place, $("flying"), cardAt) : null;
  }
  if (kind === "play") board.show(view, words, mood === "play");
  else if (kind === "over") once(place, [match.seats, match.rounds, Boolean(view.links), words.language], () => replace(place, finale(view, words)));
  else if (kind === "between") once(place, [match.seats, match.rounds, words.language], () => replace(place, intermission(match, words)));
  else once(place, [view.links, words.language, view.cue.kind], () => replace(place, welcome(view, words)));
}

/** Where a seat's card is seen on this page: from there it flies. */
const cardAt = (name) => seats?.cardOf(name) ?? null;

function drawSide(view, mood) {
  const side = $("side");
  const notice = mood !== "fault" && standing(view) === "over" ? null : aside(view, words, mood);
  if (notice) {
    once(side, [notice.key, words.language], () => {
      seats = null;
      replace(side, notice.draw());
    });
    return;
  }
  if (seats === null || !side.contains(seats.element)) {
    seats = new Seats();
    once(side, "seats", () => {});
    replace(side, seats.element);
  }
  seats.show(view, words);
}

function drawFoot(view) {
  const foot = $("foot");
  foot.hidden = view.troubles.length === 0 || view.cue.kind === "fault";
  once(foot, view.troubles, () => replace(foot, view.troubles.map(({ text }) => h("p", {}, text))));
}
