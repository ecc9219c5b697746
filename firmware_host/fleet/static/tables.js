/* All tables, those that need somebody first. */

import { h, once, replace } from "/static/lib/dom.js";

export function clock(wall, language) {
  const time = new Date(wall);
  if (Number.isNaN(time.getTime())) return "";
  const far = Date.now() - time.getTime() > 20 * 3600 * 1000;
  const how = far ? { dateStyle: "short", timeStyle: "short" } : { hour: "2-digit", minute: "2-digit" };
  return time.toLocaleString(language, how);
}

export function tables(main, { words, view }) {
  const { tables: all, broker } = view();
  const listed = Object.entries(all);
  if (!once(main, ["tables", listed, broker], () => {})) return;
  const needing = listed.filter(([, one]) => one.needs.length);
  const playing = listed.filter(([, one]) => !one.needs.length && one.occupied);
  const free = listed.filter(([, one]) => !one.needs.length && !one.occupied);
  const counts = { tables: listed.length, playing: listed.filter(([, one]) => one.occupied).length, needing: needing.length };
  // Where the reader is stays where it is.
  const focused = document.activeElement?.getAttribute?.("href");
  replace(main,
    broker ? null : h("p", { class: "error", role: "alert" }, words.say("fleet.no_broker_now")),
    listed.length ? h("p", { class: "count" }, words.say("fleet.count", counts)) : h("p", { class: "note" }, words.say("fleet.no_tables")),
    group("need", words.say("fleet.needed"), needing, words),
    group("play", words.say("fleet.playing"), playing, words),
    group("free", words.say("fleet.free"), free, words));
  if (focused) main.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const group = (kind, title, listed, words) =>
  listed.length
    ? h("section", { class: `group ${kind}` }, h("h2", {}, title), h("ul", { class: "tables" }, listed.map(([name, one]) => h("li", {}, tile(name, one, words)))))
    : null;

const tile = (name, one, words) =>
  h("a", { class: `tile panel ${one.needs.length ? "need" : one.occupied ? "play" : ""} ${one.online ? "" : "off"}`, href: `#/table/${name}` },
    h("h3", {}, one.name || name),
    one.needs.map(([kind, text]) => h("p", { class: "why" }, text, kind === "offline" ? ` (${words.say("fleet.since", { time: clock(one.since, words.language) })})` : null)),
    one.paused ? h("p", {}, h("span", { class: "chip ask" }, words.say("fleet.paused"))) : null,
    one.occupied ? [h("p", {}, one.game), scores(one.seats)] : last(one, words),
    notes(one, words));

export const scores = (seats) =>
  h("p", { class: "scores" }, seats.map(([seat, score, turn]) => h("span", { class: turn ? "turn" : null }, `${seat} ${score}`)));

export const last = (one, words) => {
  const winners = one.last?.winners ?? [];
  return winners.length ? h("p", { class: "small" }, words.say("fleet.won", { game: one.last.game, winners })) : null;
};

export function notes(one, words) {
  const said = [];
  if (one.waiting > 50) said.push(words.say("fleet.waiting", { count: one.waiting }));
  if (one.refused) said.push(words.say("fleet.refused", { count: one.refused }));
  return said.map((text) => h("p", { class: "small" }, text));
}
