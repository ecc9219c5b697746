/* Correcting a move, or taking moves back: what it changes is shown before anybody says yes. */

import { h, replace } from "./lib/dom.js";
import { card } from "./lib/cards.js";
import { calmly } from "./lib/office.js";
import { get, post } from "./lib/post.js";
import { different, drawTable } from "./referee.board.js";

const TAKEN_WITHIN_MS = 6000;

export class Correction {
  constructor(words, asked, match, found, done) {
    this.words = words;
    this.asked = asked;
    this.match = match;
    this.found = found;
    this.done = done;
    this.wish = null;
    this.turn = 0;
    this.soon = calmly(() => this.preview(), 200);
    this.element = h("section", { class: "correction" });
    this.work = h("section", { class: "panel correction work" });
    this.closed();
  }

  renew(match) {
    const grown = match.lines !== this.match.lines || match.open !== this.match.open;
    this.match = match;
    if (grown && this.wish !== null) this.soon();
  }

  /** Only the buttons. */
  closed() {
    const { words, found } = this;
    const correct = found.correct;
    this.wish = null;
    this.work.hidden = true;
    this.element.hidden = correct === null;
    if (correct === null) return;
    replace(this.element, h("div", { class: "beside" },
      correct.fields ? h("button", { type: "button", class: "open-correct", on: { click: () => this.open() } }, words.say("screen.referee.correct")) : null,
      h("button", { type: "button", class: "open-back", on: { click: () => this.back() } }, words.say("screen.referee.take_back"))));
  }

  leave() {
    this.closed();
    this.element.querySelector("button")?.focus();
  }

  open() {
    const { words, found } = this;
    this.fields = found.correct.fields.map((field, at) => new Field(field, at, this.match.game, words, () => this.typed()));
    this.results = h("div", { class: "results stack", "aria-live": "polite" });
    this.begin();
    replace(this.work,
      h("h2", {}, words.say("screen.referee.correct")),
      h("p", { class: "note" }, words.say("screen.referee.correct_how")),
      h("div", { class: "fields" }, this.fields.map((one) => one.element)),
      this.results,
      this.buttons(words.say("screen.referee.yes_correct")));
    this.fields[0].focus();
  }

  back() {
    const { words, found } = this;
    this.results = h("div", { class: "results stack", "aria-live": "polite" });
    this.begin();
    replace(this.work, h("h2", {}, words.say("screen.referee.take_back")), this.results, this.buttons(words.say("screen.referee.yes_take_back")));
    this.wish = { match: this.match.match, back_to: found.correct.line };
    this.preview();
    this.work.querySelector("button:not(:disabled)").focus();
  }

  /** There is something to decide: it has the whole width, and is in sight. */
  begin() {
    // Whoever decides about this moment no longer follows the table to the next one.
    history.replaceState(null, "", `#/${this.match.match}/${this.found.seq}`);
    this.element.hidden = true;
    this.work.hidden = false;
    requestAnimationFrame(() => this.work.scrollIntoView({ block: "start" }));
  }

  buttons(yes) {
    this.yes = h("button", { type: "button", class: "main yes", disabled: true, on: { click: () => this.apply() } }, yes);
    const no = h("button", { type: "button", on: { click: () => this.leave() } }, this.words.say("screen.referee.cancel"));
    return h("div", { class: "beside deciding" }, this.yes, no);
  }

  typed() {
    const changes = this.fields.filter((one) => one.changed).map((one) => [one.path, one.value]);
    this.yes.disabled = true;
    this.turn++;
    this.wish = changes.length ? { match: this.match.match, amend: { line: this.found.correct.line, changes } } : null;
    if (this.wish === null) replace(this.results);
    else this.soon();
  }

  async preview() {
    if (this.wish === null) return;
    const turn = ++this.turn;
    try {
      const told = await post(this.asked("preview"), this.wish);
      if (turn !== this.turn) return;
      this.yes.disabled = !told.ok || !this.match.open;
      this.lines = told.lines;
      replace(this.results, told.ok ? this.changes(told) : this.cannot(told));
    } catch (refused) {
      if (turn !== this.turn) return;
      replace(this.results, this.error(refused));
    }
  }

  error(refused) {
    return h("p", { class: "error", role: "alert" }, refused.message || this.words.say("screen.referee.unreachable"));
  }

  cannot(told) {
    const { words } = this;
    return [h("p", { class: "error" }, `${words.say("screen.referee.cannot")}: ${told.error}`),
      told.line === null ? null : h("p", { class: "note" }, words.say("screen.referee.cannot_help"))];
  }

  changes(told) {
    const { words } = this;
    const lines = told.changes.map((one) => h("tr", {}, h("th", { scope: "row" }, one.line), h("td", {}, one.was), h("td", {}, one.now)));
    const scores = told.scores.map((one) => h("li", { class: "chip" }, words.say("screen.referee.score_change", one)));
    const moves = told.moves.map((one) => h("li", { class: "move" }, h("span", { class: "lying" }, card(this.match.game, one.card, "")), one.text));
    return [
      this.match.open ? null : h("p", { class: "warn" }, words.say("screen.referee.closed")),
      told.taken_back.length ? [h("h3", {}, words.say("screen.referee.takes_back", { count: told.taken_back.length })),
        h("ol", { class: "gone" }, told.taken_back.map((one) => h("li", {}, `${words.say("screen.referee.line", one)}: ${one.text}`)))] : null,
      h("h3", {}, words.say("screen.referee.changes")),
      lines.length ? h("table", { class: "changes" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), h("th", { scope: "col" }, words.say("screen.referee.was")), h("th", { scope: "col" }, words.say("screen.referee.now")))),
        h("tbody", {}, lines)) : null,
      scores.length ? h("ul", { class: "beside" }, scores) : null,
      !lines.length && !scores.length && told.same ? h("p", {}, words.say("screen.referee.changes_nothing")) : null,
      h("h3", {}, words.say("screen.referee.to_move")),
      moves.length ? h("ul", { class: "moves" }, moves) : h("p", { class: "note" }, words.say("screen.referee.nothing_to_move")),
      h("div", { class: "pictures small" },
        h("figure", {}, h("figcaption", {}, words.say("screen.referee.was")), drawTable(told.before, words, different(told.before, told.after))),
        h("figure", {}, h("figcaption", {}, words.say("screen.referee.now")), drawTable(told.after, words, different(told.after, told.before)))),
    ];
  }

  async apply() {
    const { words } = this;
    const wish = { ...this.wish, lines: this.lines };
    this.yes.disabled = true;
    replace(this.results, h("p", { class: "note" }, words.say("screen.referee.sending")));
    try {
      await post(this.asked("apply"), wish);
      if (await this.taken(wish)) {
        this.closed();
        await this.done();
      } else replace(this.results, h("p", { class: "error", role: "alert" }, words.say("screen.referee.not_taken")));
    } catch (refused) {
      replace(this.results, this.error(refused));
    }
  }

  /** Whether the record has grown by it. */
  async taken(wish) {
    const until = performance.now() + TAKEN_WITHIN_MS;
    while (performance.now() < until) {
      const now = await get(this.asked(`matches/${wish.match}`));
      if (now.lines > wish.lines) return true;
      await new Promise((again) => setTimeout(again, 200));
    }
    return false;
  }
}

/** One value of a move. */
class Field {
  constructor(field, at, game, words, changed) {
    this.path = field.path;
    this.kind = field.kind;
    this.first = field.value === null ? "" : String(Array.isArray(field.value) ? field.value.join(", ") : field.value);
    const id = `field-${at}`;
    this.input = h("input", { id, value: this.first, autocomplete: "off", inputmode: field.kind === "number" ? "numeric" : null, list: field.choices.length ? `${id}-list` : null,
      placeholder: field.value === null ? words.say("screen.referee.not_shown") : null, on: { input: changed } });
    const pick = ({ value, label }) => h("button", { type: "button", class: "pick", on: { click: () => this.set(value, changed) } },
      h("span", { class: "lying" }, card(game, String(value), "")), `${words.say("screen.referee.perhaps")} ${label}`);
    this.element = h("div", { class: "field" }, h("label", { for: id }, field.label), this.input,
      field.choices.length ? h("datalist", { id: `${id}-list` }, field.choices.map((one) => h("option", { value: one.value }, one.label))) : null,
      field.maybe.length ? h("div", { class: "beside" }, field.maybe.map(pick)) : null);
  }

  set(value, changed) {
    this.input.value = value;
    changed();
    this.input.focus();
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  get changed() {
    return this.input.value.trim() !== this.first;
  }

  /** As a line of the record has it; what is no number stays a text, and is refused with the reason. */
  get value() {
    const number = (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text.trim());
    if (this.kind === "number") return number(this.input.value);
    if (this.kind === "numbers") return this.input.value.split(",").filter((one) => one.trim()).map(number);
    return this.input.value.trim();
  }
}
