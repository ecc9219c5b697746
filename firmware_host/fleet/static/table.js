/* One table: what it is at, what it may be asked, its matches; one match's time line; files of disputes. */

import { h, once, replace } from "/static/lib/dom.js";
import { matchList } from "/chain/results.js";
import { clock, last, notes, scores } from "/chain/tables.js";

const REFUSED = { unknown: "fleet.bundle_unknown", secret: "fleet.bundle_secret", unreadable: "fleet.bundle_unreadable" };

export async function table(main, chain, name) {
  const { words, view } = chain;
  const one = view().tables[name];
  if (one === undefined) return replace(main, h("p", { class: "note" }, words.say("fleet.no_tables")));
  const frame = main.querySelector(`[data-table="${CSS.escape(name)}"]`) ?? begun(main, chain, name);
  const shown = frame.querySelector(".now");
  if (once(shown, one, () => {})) replace(shown, now(one, name, chain));
  const matches = frame.querySelector(".of-table");
  if (once(matches, [one.match, one.last], () => {})) {
    const found = await chain.get(`results?table=${encodeURIComponent(name)}`);
    replace(matches, matchList(found.matches, words));
  }
}

function begun(main, { words }, name) {
  once(main, ["table", name], () => {});
  const frame = h("div", { class: "stack", "data-table": name },
    h("div", { class: "now" }),
    h("h2", {}, words.say("fleet.match_count")), h("div", { class: "of-table" }));
  replace(main, frame);
  return frame;
}

function now(one, name, chain) {
  const { words } = chain;
  const ask = (what) => () => chain.try(() => chain.post("do", { table: name, do: what }));
  const button = (what, key) => h("button", { type: "button", disabled: !one.online, on: { click: ask(what) } }, words.say(key));
  const facts = [
    [words.say("fleet.version"), one.version],
    [words.say("fleet.ha_temperature"), one.temperature === null ? "" : `${one.temperature} °C`],
  ].filter(([, value]) => value);
  const whose = one.seats.filter(([, , turn]) => turn).map(([seat]) => seat);
  return h("section", { class: "panel stack" },
    h("h2", {}, one.name || name),
    one.needs.map(([kind, text]) => h("p", { class: "error" }, text, kind === "offline" ? ` (${words.say("fleet.since", { time: clock(one.since, words.language) })})` : null)),
    one.occupied ? [h("p", {}, one.game), scores(one.seats), whose.length ? h("p", {}, words.say("fleet.turn", { seats: whose })) : null] : last(one, words),
    notes(one, words),
    h("p", { class: "note" }, facts.map(([label, value]) => `${label}: ${value}`).join(" · ")),
    h("div", { class: "beside" },
      one.paused ? button("go_on", "fleet.go_on") : button("pause", "fleet.pause"),
      one.needs.some(([kind]) => kind === "help") ? button("helped", "fleet.helped") : null));
}

export async function timeline(main, chain, table, match) {
  const { words } = chain;
  const found = await chain.get(`timeline/${encodeURIComponent(table)}/${encodeURIComponent(match)}`);
  if (!once(main, ["match", table, match, found], () => {})) return;
  const fetch = () =>
    chain.try(async () => {
      await chain.post("bundles", { table, match });
      location.hash = "#/disputes";
    });
  replace(main, h("div", { class: "stack" },
    h("section", { class: "panel stack" },
      h("h2", {}, `${found.match.game} · ${found.match.when}`),
      h("p", {}, h("a", { href: `#/table/${table}` }, chain.view().tables[table]?.name || table)),
      h("p", {}, found.match.open ? h("span", { class: "chip good" }, words.say("fleet.now_played")) : found.match.end),
      h("div", { class: "beside" }, h("button", { type: "button", on: { click: fetch } }, words.say("fleet.ask_bundle"))),
      h("p", { class: "note" }, words.say("fleet.bundle_why"))),
    h("section", {}, h("h2", {}, words.say("fleet.time_line")),
      h("ol", {}, found.lines.map(([wall, kind, text]) =>
        h("li", { class: `line ${kind}` }, h("time", { datetime: wall }, wall.slice(11, 19)), h("span", {}, text)))))));
}

export async function disputes(main, chain) {
  const { words } = chain;
  const { bundles } = await chain.get("bundles");
  if (!once(main, ["disputes", bundles], () => {})) return;
  const state = (one) => {
    if (one.refused) return h("span", { class: "error" }, words.say(REFUSED[one.refused]));
    if (one.done) {
      const megabytes = (one.size / 1e6).toLocaleString(words.language, { maximumFractionDigits: 1 });
      return h("a", { class: "button main", href: `/api/bundles/${one.id}`, download: "" }, words.say("fleet.bundle_save", { megabytes }));
    }
    return h("span", {}, words.say(one.pieces ? "fleet.bundle_have" : "fleet.bundle_waits", one));
  };
  replace(main, bundles.length
    ? h("ul", { class: "stack" }, bundles.map((one) =>
        h("li", { class: "panel beside" }, h("span", {}, one.asked),
          h("a", { href: `#/match/${one.table}/${one.match}` }, chain.view().tables[one.table]?.name || one.table), state(one))))
    : h("p", { class: "note" }, words.say("fleet.no_bundles")));
}
