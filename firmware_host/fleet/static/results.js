/* Matches and results, by day, game and table. */

import { h, once, replace } from "/static/lib/dom.js";

const GAMES = ["take_six", "no_thanks", "qwixx_cards"];
const wanted = { day: "", game: "", table: "" };

export async function results(main, chain) {
  const { words } = chain;
  const asked = new URLSearchParams(wanted);
  const found = await chain.get(`results?${asked}`);
  if (!once(main, ["results", wanted, found], () => {})) return;
  replace(main, h("div", { class: "two" },
    h("section", { class: "stack" }, choices(chain, found.sums), matchList(found.matches, words, chain.view().tables)),
    h("aside", { class: "sums" }, ["day", "game", "table", "version"].map((by) => sums(by, found.sums[by], words, chain.view().tables)))));
}

export const matchList = (matches, words, tables = null) =>
  matches.length
    ? h("ul", { class: "matches" }, matches.map((one) =>
        h("li", {}, h("a", { class: "panel", href: `#/match/${one.table}/${one.id}` },
          h("span", {}, one.when), h("b", {}, tables ? `${one.game} · ${tables[one.table]?.name || one.table}` : one.game),
          h("span", {}, one.open ? h("span", { class: "chip good" }, words.say("fleet.now_played")) : null),
          h("span", { class: "scores" }, one.seats.map(([seat, score, won]) => h("span", { class: won ? "won" : null }, score === null ? seat : `${seat} ${score}`)))))))
    : h("p", { class: "note" }, words.say("fleet.no_matches"));

function choices(chain, sums) {
  const { words } = chain;
  const options = {
    day: sums.day.map(([day]) => [day, day]),
    game: GAMES.map((game) => [game, words.say(`game.${game}`)]),
    table: Object.entries(chain.view().tables).map(([name, one]) => [name, one.name || name]),
  };
  const choice = (name, key) => {
    const change = (event) => {
      wanted[name] = event.target.value;
      chain.again();
    };
    return h("label", {}, `${words.say(key)} `, h("select", { on: { change } },
      h("option", { value: "" }, words.say("fleet.any")),
      options[name].map(([value, text]) => h("option", { value, selected: value === wanted[name] }, text))));
  };
  return h("div", { class: "beside" }, choice("day", "fleet.day"), choice("game", "fleet.game"), choice("table", "fleet.table"));
}

function sums(by, counted, words, tables) {
  const named = { game: (name) => words.say(`game.${name}`), table: (name) => tables[name]?.name || name }[by] ?? ((name) => name);
  const key = { day: "fleet.day", game: "fleet.game", table: "fleet.table", version: "fleet.version" }[by];
  return h("table", { class: "panel" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, words.say(key)), h("th", { scope: "col", class: "number" }, words.say("fleet.match_count")))),
    h("tbody", {}, counted.slice(0, 12).map(([name, count]) => h("tr", {}, h("td", {}, named(name)), h("td", { class: "number" }, count)))));
}
