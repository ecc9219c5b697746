/* One moment: the photograph beside the drawn table, what was read, the rule; or two moments side by side. */

import { h, replace } from "./lib/dom.js";
import { get } from "./lib/post.js";
import { different, drawTable } from "./referee.board.js";
import { Correction } from "./referee.correct.js";

export class Moment {
  constructor(words, asked, { corrected, pin }) {
    this.words = words;
    this.asked = asked;
    this.corrected = corrected;
    this.pin = pin;
    this.first = null; // of two that are compared
    this.seq = null;
    this.element = h("section", { class: "moment", "aria-label": words.say("screen.referee.photograph") },
      h("p", { class: "note" }, words.say("screen.referee.choose")));
  }

  async show(match, seq) {
    const key = `${match.match}/${seq}`;
    const entry = match.entries.find((one) => one.seq === seq);
    // Until the other moment is here, nothing can be done about the one that still shows.
    this.element.inert = `${this.match?.match}/${this.seq}` !== key;
    this.match = match;
    this.seq = seq;
    this.correction?.renew(match);
    let found;
    try {
      found = await get(this.asked(`matches/${match.match}/at/${seq}`));
    } catch (refused) {
      this.element.inert = false;
      throw refused;
    }
    if (key !== `${this.match.match}/${this.seq}`) return; // another one was chosen meanwhile
    this.element.inert = false;
    const same = JSON.stringify([this.entry, this.found]) === JSON.stringify([entry, found]);
    this.entry = entry;
    this.found = found;
    // Where nothing is different, nobody who is typing loses it.
    if (!same) this.draw();
  }

  /** The match went on; what is looked at stays, but whether it may be corrected can be different. */
  renew(match) {
    this.match = match;
    this.correction?.renew(match);
  }

  draw() {
    const { words } = this;
    if (this.first !== null) {
      replace(this.element, this.compared());
      return;
    }
    this.correction = new Correction(words, this.asked, this.match, this.found, this.corrected);
    replace(this.element,
      this.head(this.entry),
      h("div", { class: "pictures" },
        h("div", { class: "stack" }, photographs(this.found.photographs, words)),
        h("div", { class: "stack" }, figure(this.found.table, words), this.correction.element)),
      this.correction.work);
  }

  head(entry) {
    const { words } = this;
    return h("div", { class: "moment-head" },
      h("p", { class: "moment-when note" }, entry.time, entry.line ? ` · ${words.say("screen.referee.line", { line: entry.line })}` : ""),
      h("p", { class: "moment-text" }, entry.text),
      h("p", { class: "beside" },
        entry.rule ? h("span", { class: "chip rule" }, `${words.say("screen.referee.rule")}: ${entry.rule.text}`) : null,
        entry.fate === "amended" ? h("span", { class: "chip wrong" }, words.say("screen.referee.fate_amended")) : null,
        entry.fate === "taken_back" ? h("span", { class: "chip wrong" }, words.say("screen.referee.fate_taken_back")) : null,
        h("button", { type: "button", class: "compare", on: { click: () => this.compare() } }, words.say("screen.referee.compare"))));
  }

  compare() {
    this.first = { entry: this.entry, found: this.found };
    this.pin(this.entry.seq);
    this.draw();
    this.element.querySelector("button")?.focus();
  }

  end() {
    this.first = null;
    this.pin(null);
    this.draw();
    this.element.querySelector(".compare")?.focus();
  }

  compared() {
    const { words, first } = this;
    const same = first.entry.seq === this.entry.seq;
    const marks = [different(first.found.table, this.found.table), different(this.found.table, first.found.table)];
    const hint = same ? "screen.referee.compare_choose" : marks[0].size + marks[1].size ? "screen.referee.compare_marked" : "screen.referee.compare_same";
    const text = { "screen.referee.compare_choose": words.say("screen.referee.compare_choose"),
      "screen.referee.compare_marked": words.say("screen.referee.compare_marked"),
      "screen.referee.compare_same": words.say("screen.referee.compare_same") }[hint];
    const two = [first, { entry: this.entry, found: this.found }].sort((one, other) => one.entry.seq - other.entry.seq);
    const swapped = two[0] === first ? marks : [marks[1], marks[0]];
    return [
      h("div", { class: "beside compare-head" }, h("p", { role: "status" }, text),
        h("button", { type: "button", class: "main", on: { click: () => this.end() } }, words.say("screen.referee.compare_end"))),
      h("div", { class: "pictures compared" }, two.map(({ entry, found }, at) =>
        h("article", { class: "stack" },
          h("p", {}, h("span", { class: "note" }, `${entry.time} `), entry.text),
          photographs(found.photographs, words).slice(0, 1),
          figure(found.table, words, swapped[at])))),
    ];
  }
}

function figure(table, words, marked) {
  return h("figure", { class: "panel" }, h("figcaption", {}, words.say("screen.referee.table")), drawTable(table, words, marked));
}

/** The photographs of a moment, one at a time, the newest first; and what was read on the one that is shown. */
function photographs(all, words) {
  if (!all.length) return [h("figure", { class: "panel" }, h("figcaption", {}, words.say("screen.referee.photograph")), h("p", { class: "note nothing" }, words.say("screen.referee.photograph_none")))];
  const figure = h("figure", { class: "panel" });
  const read = h("section", { class: "panel readings" });
  const show = (at) => {
    const photo = all[at];
    const which = all.length === 1 ? null : h("div", { class: "which beside" }, all.map((one, number) =>
      h("button", { type: "button", "aria-pressed": number === at ? "true" : "false", on: { click: () => { show(number); figure.querySelectorAll(".which button")[number].focus(); } } }, one.why)));
    replace(figure, h("figcaption", {}, which ?? captionOf(photo, words)), picture(photo, words));
    replace(read, readings(photo, words));
  };
  show(all.length - 1);
  return [figure, read];
}

const captionOf = (photo, words) =>
  photo.seconds_before > 0 ? `${photo.why} – ${words.say("screen.referee.photograph_older", { seconds: photo.seconds_before })}` : photo.why;

function picture(photo, words) {
  if (!photo.there) return h("p", { class: "note nothing" }, words.say("screen.referee.photograph_gone"));
  const address = `/api/referee/photographs/${photo.seq}.jpg`, caption = captionOf(photo, words);
  return h("button", { type: "button", class: "photo", "aria-label": words.say("screen.referee.enlarge"), on: { click: () => enlarge(address, caption, words) } },
    h("img", { src: address, alt: caption, decoding: "async" }));
}

function enlarge(address, caption, words) {
  const dialog = h("dialog", { class: "large", "aria-label": caption, on: { close: () => dialog.remove(), click: (event) => event.target === dialog && dialog.close() } },
    h("form", { method: "dialog" }, h("button", { class: "main" }, words.say("screen.referee.close"))),
    h("img", { src: address, alt: caption }));
  document.body.append(dialog);
  dialog.showModal();
}

function readings(photo, words) {
  const rows = photo.read.map((one) => reading(one, words));
  return [
    h("h2", {}, words.say("screen.referee.read")),
    rows.length ? h("ul", { class: "stack" }, rows) : h("p", { class: "note" }, words.say("screen.referee.read_nothing")),
    h("details", {}, h("summary", {}, words.say("screen.referee.more")),
      h("ul", { class: "facts" }, photo.facts.map((fact) => h("li", {}, fact)), h("li", {}, "SHA-256 ", h("code", {}, photo.sha256)))),
  ];
}

function reading(one, words) {
  const percent = (share) => (share * 100).toLocaleString(words.language, { maximumFractionDigits: 1 });
  const sure = one.sure === null ? null : words.say("screen.referee.read_sure", { percent: percent(one.sure) });
  const maybe = one.maybe.map(({ card: name, chance }) => (chance === null ? name : `${name} (${percent(chance)} %)`));
  return h("li", { class: "reading" },
    h("span", { class: "reading-zone note" }, one.zone),
    one.card === null ? h("b", { class: "warn" }, words.say("screen.referee.read_unsure")) : h("b", {}, one.card),
    one.card === null ? null : h("meter", { min: 0, max: 1, low: 0.9, high: 0.98, optimum: 1, value: one.sure ?? 0, "aria-label": sure }),
    h("span", { class: "note" }, [one.card === null ? null : sure, maybe.length ? words.say("screen.referee.read_maybe", { cards: maybe.join(", ") }) : null].filter(Boolean).join("; ")));
}

