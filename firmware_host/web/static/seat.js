/* A seat's own page, for a phone: what is asked of you, what you may do, what only you may see. */

import { card } from "./lib/cards.js";
import { $, h, once, replace, setText } from "./lib/dom.js";
import { lessonsOf } from "./lib/lessons.js";
import { otherCard } from "./lib/other.js";
import { input, Refused } from "./lib/post.js";
import { aim } from "./lib/rounds.js";
import { lostBar, Stream } from "./lib/stream.js";
import { LANGUAGES, ownLanguage, wordsOf } from "./lib/words.js";
import { takeSix } from "./seat/take_six.js";
import { noThanks } from "./seat/no_thanks.js";
import { qwixx } from "./seat/qwixx_cards.js";

const token = location.pathname.split("/").at(-1);
const GAMES = { take_six: takeSix, no_thanks: noThanks, qwixx_cards: qwixx };
const KEPT = "drover.language";

let language = kept() ?? ownLanguage();
let words = null;
let quiet = 0;

const address = () => `/api/stream?seat=${encodeURIComponent(token)}&language=${language}`;
const stream = new Stream(address(), { shown: show, lost: lostBar($("lost"), () => words), refused });

function kept() {
  try {
    const one = localStorage.getItem(KEPT);
    return Object.hasOwn(LANGUAGES, one) ? one : null;
  } catch {
    return null;
  }
}

for (const [short, name] of Object.entries(LANGUAGES)) {
  $("language").append(h("option", { value: short, lang: short, selected: short === language }, name));
}
$("language").addEventListener("change", (event) => {
  language = event.target.value;
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // A phone that keeps nothing asks again the next time.
  }
  stream.address = address();
  stream.connect();
  input({ kind: "language", language }, token).catch(() => {}); // what is read here follows the address anyway
});

$("naming-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = $("naming-name").value.trim();
  if (name && (await wish({ kind: "name", name }))) tell(words.say("screen.seat.renamed", { name }));
});

async function loadWords() {
  if (words?.language === language) return;
  words = await wordsOf(language);
  document.documentElement.lang = language;
  setText($("language-label"), words.say("screen.language"));
  setText($("rules-title"), words.say("screen.rules"));
  setText($("naming-title"), words.say("screen.seat.rename"));
  setText($("naming-label"), words.say("screen.scores.name"));
  setText($("naming-save"), words.say("screen.seat.save"));
}

/** A link that is worth nothing any more: others sit there now, or it was never one. */
async function refused(status, reply) {
  await loadWords();
  setText($("headline"), reply.error || words.say("screen.seat.old_link"));
  setText($("rule"), words.say("screen.seat.scan_again"));
  for (const part of ["may", "own", "others"]) replace($(part));
  $("questions").hidden = $("naming").hidden = true;
  setTimeout(() => stream.connect(), 15_000);
}

async function show(view) {
  try {
    await loadWords();
  } catch {
    setTimeout(() => stream.connect(), 2000);
    return;
  }
  const { you, match } = view;
  const seat = match?.seats.find(({ name }) => name === you?.seat);
  const name = you?.name ?? (you?.place ? words.say("screen.seat", { seat: you.place }) : "Drover");
  setText($("name"), name);
  setText($("score"), seat ? seat.score : "");
  document.title = `${name} – Drover`;
  $("naming").hidden = !you?.place;
  drawNow(view, you);
  drawQuestions(you);
  drawGame(view, you, seat);
  once($("others"), [match?.seats, match?.game, words.language], () => replace($("others"), match ? others(match, you) : []));
  document.body.dataset.view = view.number;
  once($("lessons"), [match?.game ?? view.game, words.language], () => replace($("lessons"), lessonsOf(match?.game ?? view.game ?? "take_six", words)));
}

function drawNow(view, you) {
  const { cue } = view;
  const lines = cue.text.length > 1 ? cue.text.slice(1) : cue.text;
  const mine = (you?.may ?? []).length > 0 || (you?.questions ?? []).length > 0;
  document.body.classList.toggle("mine", mine && !view.paused);
  setText($("headline"), view.paused ? words.say("screen.paused") : lines[0] ?? words.say("screen.quiet"));
  setText($("rule"), view.paused ? words.say("screen.paused.more") : view.question ? "" : view.rule ?? "");
}

function drawQuestions(you) {
  const place = $("questions"), asked = you?.questions ?? [];
  place.hidden = asked.length === 0;
  once(place, [asked, words.language], () => replace(place, asked.map(drawQuestion)));
}

function drawQuestion({ number, text, choices, others }) {
  const answer = (value) => wish({ kind: "answer", question: number, value });
  return h("div", { class: "panel asking" },
    h("h2", {}, text),
    h("div", { class: "choices" }, choices.map(({ value, label }) =>
      h("button", { type: "button", class: "big", on: { click: () => answer(value) } }, label))),
    otherCard(others, words, answer));
}

function drawGame(view, you, seat) {
  const { match } = view;
  const game = match && you?.seat && Object.hasOwn(GAMES, match.game) ? GAMES[match.game] : null;
  const parts = { view, you, seat, words, wish, tell };
  once($("may"), [you?.may, match?.board, match?.phase, words.language, game === null], () =>
    replace($("may"), game ? game.may(parts) : []));
  once($("own"), [you?.hand, you?.sheet, match?.board, match?.phase, words.language, game === null], () =>
    replace($("own"), game ? game.own(parts) : h("p", { class: "note" }, words.say("screen.seat.nobody"))));
}

const others = (match, you) => h("div", {},
  h("h2", {}, words.say("screen.seat.scores")),
  h("ol", { class: "scoreboard" }, match.seats.map((one) =>
    h("li", { class: `${one.name === you?.seat ? "self" : ""} ${one.waited ? "waited" : ""}` },
      h("span", { class: "name" }, one.name),
      one.waited && !match.over ? h("span", { class: "note" }, words.say("screen.doing.turn")) : [],
      one.winner ? h("span", { class: "note" }, words.say("screen.doing.winner")) : [],
      h("span", { class: "score" }, one.score)))),
  h("p", { class: "note" }, aim(match.game, words), " ", h("a", { href: "/scores" }, words.say("screen.scores.link"))));

/** Ask the table for something, and say what came of it. */
async function wish(what) {
  try {
    await input(what, token, language);
    return true;
  } catch (error) {
    tell(error instanceof Refused && error.message ? error.message : words.say("screen.unreachable"));
    return false;
  }
}

/** Say something for a while at the foot of the page. */
function tell(text) {
  clearTimeout(quiet);
  const place = $("said");
  place.hidden = false;
  place.textContent = text;
  quiet = setTimeout(() => (place.hidden = true), 9000);
}
