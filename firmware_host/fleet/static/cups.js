/* Tournaments: who plays where, what came of it, and a sheet to print. */

import { h, once, replace } from "/static/lib/dom.js";

export async function cups(main, chain) {
  const { words } = chain;
  const { cups: all } = await chain.get("cups");
  const tables = Object.entries(chain.view().tables);
  if (!once(main, ["cups", all, tables.map(([name]) => name)], () => {})) return;
  const name = h("input", { id: "cup-name", required: true, maxlength: 40 });
  const players = h("textarea", { id: "cup-players", required: true, maxlength: 8000 });
  const ticks = tables.map(([table, one]) => [table, h("input", { type: "checkbox", value: table }), one.name || table]);
  const make = (event) => {
    event.preventDefault();
    const chosen = ticks.filter(([, tick]) => tick.checked).map(([table]) => table);
    const listed = players.value.split("\n").map((one) => one.trim()).filter(Boolean);
    chain.try(async () => {
      const made = await chain.post("cups", { name: name.value, players: listed, tables: chosen });
      location.hash = `#/cup/${made.cup}`;
    });
  };
  replace(main, h("div", { class: "stack" },
    all.length
      ? h("ul", { class: "stack" }, all.map((one) => h("li", {}, h("a", { class: "button", href: `#/cup/${one.id}` }, `${one.name} · ${one.made}`))))
      : h("p", { class: "note" }, words.say("fleet.cup_none")),
    h("form", { class: "cup panel", on: { submit: make } },
      h("h2", {}, words.say("fleet.cup_new")),
      h("label", { for: "cup-name" }, words.say("fleet.cup_name")), name,
      h("label", { for: "cup-players" }, words.say("fleet.cup_players")), players,
      h("div", { role: "group", "aria-label": words.say("fleet.tables") }, ticks.map(([, tick, text]) => h("label", { class: "tick" }, tick, text))),
      h("button", { class: "main" }, words.say("fleet.cup_make")))));
}

export async function cup(main, chain, id) {
  const { words } = chain;
  const found = await chain.get(`cups/${encodeURIComponent(id)}`);
  if (!once(main, ["cup", found], () => {})) return;
  const draw = () => chain.try(async () => {
    await chain.post("cups/round", { cup: id, seed: 0 });
    await chain.again();
  });
  const named = (table) => chain.view().tables[table]?.name || table;
  replace(main, h("div", { class: "stack" },
    h("h2", {}, found.name),
    h("div", { class: "beside unprinted" },
      h("button", { class: "main", type: "button", disabled: !found.may_draw, on: { click: draw } }, words.say("fleet.cup_draw")),
      h("button", { type: "button", on: { click: () => print() } }, words.say("fleet.cup_print"))),
    standings(found, words),
    found.rounds.map((round, at) => ({ round, number: at + 1 })).reverse().map(({ round, number }) =>
      h("section", {}, h("h3", {}, words.say("fleet.cup_round", { number })),
        h("div", { class: "seats" }, Object.entries(round.seats).map(([table, seats]) =>
          h("div", { class: "panel" }, h("h3", {}, named(table)),
            h("ol", {}, seats.map((seat) => h("li", {}, seat))),
            round.results[table] ? h("p", { class: "scores" }, round.results[table].map(([seat, score, won]) => h("span", { class: won ? "won" : null }, `${seat} ${score}`))) : null)))))));
}

const standings = (found, words) =>
  h("section", { class: "panel wide" },
    h("h3", {}, words.say("fleet.cup_standings")),
    h("table", {},
      h("thead", {}, h("tr", {},
        h("th", { scope: "col" }, words.say("fleet.cup_place")), h("th", { scope: "col" }, words.say("fleet.cup_player")),
        found.rounds.map((_, at) => h("th", { scope: "col", class: "number" }, words.say("fleet.cup_round", { number: at + 1 }))),
        h("th", { scope: "col", class: "number" }, words.say("fleet.cup_points")))),
      h("tbody", {}, found.standings.map((one) => h("tr", {},
        h("td", {}, one.place), h("td", {}, one.player),
        one.rounds.map((points) => h("td", { class: "number" }, points ?? "")),
        h("td", { class: "number" }, h("b", {}, one.points)))))),
    h("p", { class: "note" }, words.say("fleet.cup_why")));
