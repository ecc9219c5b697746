/* The chain's page: which place of it, and what is asked for there. */

import { $, h, once, replace } from "/static/lib/dom.js";
import { aloud, calmly, opened } from "/static/lib/office.js";
import { get, post } from "/static/lib/post.js";
import { lostBar, Stream } from "/static/lib/stream.js";
import { cup, cups } from "/chain/cups.js";
import { results } from "/chain/results.js";
import { tables } from "/chain/tables.js";
import { disputes, table, timeline } from "/chain/table.js";

const words = await opened("fleet.title");
const main = $("main");
let view = null;
let at = null;

export const chain = {
  words,
  view: () => view,
  get: (path) => get(`/api/${path}${path.includes("?") ? "&" : "?"}language=${words.language}`),
  post: (path, body) => post(`/api/${path}`, body, null, words.language),
  /** Say what was refused, and what was done. */
  try: async (what) => {
    try {
      await what();
      aloud(words.say("fleet.done"));
    } catch (refused) {
      refuse(refused);
    }
  },
  again: () => route(),
};

const PLACES = { "": tables, results, disputes, cups, cup, table, match: timeline };
const SHOWN = [["", "fleet.tables"], ["results", "fleet.results"], ["disputes", "fleet.disputes"], ["cups", "fleet.cups"]];
const LIVE = new Set(["", "table"]);
const FOLLOWING = new Set(["disputes", "cup", "match"]);

addEventListener("hashchange", () => route(true));
const soon = calmly(() => FOLLOWING.has(at) && route(), 700);
const stream = new Stream(`/api/stream?language=${words.language}`, {
  shown: (now) => {
    view = now;
    if (at === null || LIVE.has(at)) route();
    else soon();
  },
  lost: lostBar($("lost"), () => words),
  refused: () => location.reload(),
});
addEventListener("pagehide", () => stream.stop());

async function route(moved = false) {
  if (view === null) return;
  const [, place = "", ...rest] = location.hash.split("/").map(decodeURIComponent);
  at = Object.hasOwn(PLACES, place) ? place : "";
  once($("nav"), [at], () =>
    replace($("nav"), SHOWN.map(([name, key]) =>
      h("a", { href: `#/${name}`, "aria-current": name === at || (name === "cups" && at === "cup") ? "page" : null }, words.say(key)))));
  try {
    await PLACES[at](main, chain, ...rest);
  } catch (refused) {
    refuse(refused);
  }
  if (moved) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

function refuse(refused) {
  if (refused.status === 401) return location.reload();
  const said = refused.message || words.say("screen.referee.unreachable");
  const old = main.querySelector(".error");
  if (old) old.remove();
  main.prepend(h("p", { class: "error", role: "alert" }, said));
}
