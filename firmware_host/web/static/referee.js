/* The referee's page: which match, which moment of it, and what is done about it. */

import { $, h, once, replace } from "./lib/dom.js";
import { aloud, calmly, link, opened } from "./lib/office.js";
import { get } from "./lib/post.js";
import { lostBar, Stream } from "./lib/stream.js";
import { exportButton } from "./referee.export.js";
import { Moment } from "./referee.moment.js";
import { Repair } from "./referee.repair.js";
import { Running } from "./referee.running.js";
import { Timeline } from "./referee.timeline.js";

const words = await opened("screen.referee.title", link("screen.setup.title", "/setup"));
const main = $("main");
const asked = (path) => `/api/referee/${path}${path.includes("?") ? "&" : "?"}language=${words.language}`;

let match = null; // the match that is looked at, as the server tells it
let timeline = null;
let moment = null;
const repair = new Repair(words, asked);
const running = new Running(words);

addEventListener("hashchange", () => route());
const stream = new Stream("/api/stream", { shown: calmly(() => renew(), 300), lost: lostBar($("lost"), () => words) });
await route();

/** What the address says: #/3 is a match, #/3/17 a moment of it. */
function wanted() {
  const [, number, seq] = location.hash.split("/");
  return { number: Number(number) || null, seq: Number(seq) || null };
}

async function route() {
  const { number } = wanted();
  try {
    if (number === null) await list();
    else await look(number);
  } catch (refused) {
    refuse(refused);
  }
}

function refuse(refused) {
  if (refused.status === 401) return location.reload();
  match = null;
  replace(main, h("p", { class: "error", role: "alert" }, refused.message || words.say("screen.referee.unreachable")),
    h("p", {}, h("a", { href: "#", class: "button" }, words.say("screen.referee.back"))));
}

async function list() {
  const { matches } = await get(asked("matches"));
  match = null;
  if (!once(main, ["list", matches], () => {})) return;
  replace(main, h("section", { class: "matches stack" },
    h("h2", {}, words.say("screen.referee.matches")),
    matches.length ? h("ul", { class: "stack" }, matches.map(item)) : h("p", { class: "note" }, words.say("screen.referee.no_matches"))));
}

function item(one) {
  return h("li", {}, h("a", { class: "match panel", href: `#/${one.match}` },
    h("span", { class: "match-when" }, one.when),
    h("span", { class: "match-what" }, h("b", {}, one.game), h("span", {}, one.seats.join(", "))),
    h("span", { class: "match-end" }, one.open ? h("span", { class: "chip good" }, words.say("screen.referee.now_played")) : one.end,
      one.held ? h("span", { class: "chip wrong" }, words.say("screen.referee.held")) : null)));
}

async function look(number, anew = false) {
  const same = match?.match === number && timeline !== null && main.contains(timeline.element);
  // The stream says when a match goes on: for another moment of it nothing more is asked.
  const found = same && !anew ? match : await get(asked(`matches/${number}`));
  if (wanted().number !== number) return; // somebody went on meanwhile
  match = found;
  if (!same) frame();
  repair.see(match);
  running.show(match, stream?.view);
  timeline.show(match, wanted().seq);
  const chosen = timeline.chosen;
  if (chosen !== null) await moment.show(match, chosen);
}

/** The page of one match, once. */
function frame() {
  timeline = new Timeline(words, (seq) => (location.hash = `#/${match.match}/${seq}`));
  moment = new Moment(words, asked, { corrected, pin: (seq) => timeline.pin(seq) });
  once(main, ["match", match.match], () => {});
  replace(main,
    h("div", { class: "match-head beside" },
      h("a", { href: "#", class: "button back" }, words.say("screen.referee.back")),
      h("p", { class: "match-title" }, h("b", {}, match.title), " ", h("span", { class: "note" }, match.when)),
      exportButton(() => match, words, asked)),
    repair.element,
    running.element,
    h("div", { class: "split" }, timeline.element, moment.element));
}

/** After a correction: the newest moment, which is the correction itself, and what the table needs now. */
async function corrected() {
  aloud(words.say("screen.referee.applied"));
  history.replaceState(null, "", `#/${match.match}`);
  await look(match.match, true);
}

/** Something changed at the table. */
async function renew() {
  const { number } = wanted();
  try {
    if (number === null) await list();
    else if (match?.open) {
      const found = await get(asked(`matches/${number}`));
      if (wanted().number !== number) return;
      match = found;
      repair.see(match);
      running.show(match, stream.view);
      const { seq } = wanted(); // as it is by now
      timeline.show(match, seq);
      if (seq === null && timeline.chosen !== null) await moment.show(match, timeline.chosen);
      else moment.renew(match);
    }
  } catch (refused) {
    if (refused.status === 401) location.reload();
  }
}

addEventListener("keydown", (event) => {
  if (match === null || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, dialog, summary")) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[event.key];
  if (step === undefined) return;
  if (event.key.endsWith("Up") || event.key.endsWith("Down")) {
    if (!event.target.closest(".timeline")) return; // elsewhere they scroll the page
  }
  event.preventDefault();
  timeline.step(step, event.target.closest(".timeline") !== null);
});
