/* All that the configuration has, as a form. It is checked by the table as it is typed, and saved only when it is right. */

import { h, replace } from "./lib/dom.js";
import { aloud, buttonName, calmly } from "./lib/office.js";
import { get, post } from "./lib/post.js";

const OPEN = ["table", "camera"];
const BACK_WITHIN_MS = 60_000;

export class ConfigPart {
  constructor(words, asked) {
    this.words = words;
    this.asked = asked;
    this.unsaved = false;
    this.turn = 0;
    this.soon = calmly(() => this.check(), 250);
    this.state = h("p", { class: "note", role: "status" });
    this.button = h("button", { class: "main", disabled: true }, words.say("screen.setup.save"));
    this.after = h("div", { class: "stack", role: "status" });
    this.form = h("form", { class: "stack", novalidate: true, on: { submit: (event) => this.save(event), input: () => this.typed() } });
    this.element = h("section", { class: "config stack" }, this.form);
    this.load();
  }

  async load() {
    try {
      this.draw(await get(this.asked("config")));
    } catch (refused) {
      replace(this.form, h("p", { class: "error", role: "alert" }, refused.message || this.words.say("screen.referee.unreachable")));
    }
  }

  draw(config) {
    const { words } = this;
    this.config = config;
    this.fields = config.sections.flatMap((section) => section.fields.map((field) => new Field(section.name, field, config.variants, words)));
    const of = (section) => this.fields.filter((one) => one.section === section.name).map((one) => one.element);
    const inner = (section) => h("div", { class: "fields" }, of(section));
    replace(this.form,
      config.sections.filter(({ name }) => OPEN.includes(name)).map((section) => h("fieldset", { class: "panel" }, h("legend", {}, section.title), inner(section))),
      h("h2", {}, words.say("screen.setup.more_settings")),
      config.sections.filter(({ name }) => !OPEN.includes(name)).map((section) =>
        h("details", { class: "panel", "data-section": section.name }, h("summary", {}, section.title), inner(section))),
      h("div", { class: "saving" },
        h("div", { class: "beside" }, this.button, this.state,
          h("p", { class: "note file" }, config.file ? words.say("screen.setup.file", { file: config.file }) : words.say("screen.setup.no_file"))),
        this.after));
    this.tell(config.problems);
    this.variants();
  }

  get values() {
    const values = {};
    for (const one of this.fields) (values[one.section] ??= {})[one.key] = one.value;
    return values;
  }

  variants() {
    const game = this.fields.find((one) => one.key === "game");
    this.fields.find((one) => one.key === "variant")?.suggest(this.config.variants[game.value || game.default] ?? []);
  }

  typed() {
    this.unsaved = true;
    this.turn++;
    this.button.disabled = true;
    replace(this.after);
    this.variants();
    this.soon();
  }

  async check() {
    const turn = ++this.turn;
    try {
      const { problems } = await post(this.asked("config/check"), { values: this.values });
      if (turn === this.turn) this.tell(problems);
    } catch (refused) {
      if (turn === this.turn) replace(this.state, h("span", { class: "error" }, refused.message || this.words.say("screen.referee.unreachable")));
    }
  }

  tell(problems) {
    const { words } = this;
    let told = 0;
    for (const one of this.fields) {
      const own = problems.filter((problem) => problem.section === one.section && problem.key === one.key);
      one.problem(own.map((problem) => problem.text).join(" "));
      told += own.length;
      if (own.length) one.element.closest("details")?.setAttribute("open", "");
    }
    const others = problems.filter((problem) => !this.fields.some((one) => one.section === problem.section && one.key === problem.key));
    this.button.disabled = problems.length > 0 || !this.unsaved || this.config.file === null;
    const text = others.length ? others.map((one) => one.text).join(" ") : told ? words.say("screen.setup.problems", { count: told }) : this.unsaved ? words.say("screen.setup.unsaved") : words.say("screen.setup.fine");
    replace(this.state, h("span", { class: problems.length ? "error" : "note" }, text));
  }

  async save(event) {
    event.preventDefault();
    if (this.button.disabled) return;
    this.button.disabled = true;
    const { words } = this;
    try {
      const told = await post(this.asked("config"), { values: this.values });
      if (!told.saved) {
        this.tell(told.problems);
        return;
      }
      this.unsaved = false;
      this.tell([]);
      replace(this.after, told.same ? h("p", {}, words.say("screen.setup.saved_same")) : [
        h("p", { class: "good" }, words.say("screen.setup.saved")),
        h("div", { class: "beside" }, h("p", {}, words.say("screen.setup.restart_needed")),
          this.config.may_restart ? h("button", { type: "button", class: "restart", on: { click: () => this.restart() } }, words.say("screen.setup.restart")) : null)]);
      aloud(words.say("screen.setup.saved"));
      this.after.querySelector("button")?.focus();
    } catch (refused) {
      replace(this.after, h("p", { class: "error", role: "alert" }, refused.message || words.say("screen.referee.unreachable")));
      this.button.disabled = false;
    }
  }

  /** The table goes and comes back, and with it this page: the PIN is asked for again. */
  async restart() {
    const { words } = this;
    try {
      await post(this.asked("restart"), {});
    } catch (refused) {
      replace(this.after, h("p", { class: "error", role: "alert" }, refused.message || words.say("screen.referee.unreachable")));
      return;
    }
    replace(this.after, h("p", {}, words.say("screen.setup.restarting")));
    const until = performance.now() + BACK_WITHIN_MS;
    let gone = false;
    while (performance.now() < until) {
      await new Promise((again) => setTimeout(again, 500));
      const session = await get("/api/referee/session").catch(() => null);
      gone ||= session === null || !session.referee;
      if (gone && session !== null) return location.reload();
    }
    replace(this.after, h("p", { class: "error", role: "alert" }, words.say("screen.referee.unreachable")));
  }
}

/** One key of the configuration. */
class Field {
  constructor(section, field, variants, words) {
    this.section = section;
    this.key = field.key;
    this.kind = field.kind;
    this.default = field.default;
    this.labels = Object.fromEntries([...field.choices, ...field.suggestions].map((one) => [one.value, one.label]));
    this.words = words;
    this.id = `set-${section}-${field.key}`;
    this.error = h("p", { class: "error", id: `${this.id}-error` });
    const help = field.help ? h("p", { class: "note", id: `${this.id}-help` }, field.help) : null;
    this.control = this.made(field);
    const label = field.kind === "buttons" ? h("span", { class: "label", id: this.id }, field.label) : h("label", { for: this.id }, field.label);
    this.element = h("div", { class: `field kind-${field.kind}` },
      field.kind === "flag" ? h("div", { class: "flagged" }, this.control, label) : [label, this.control], help, this.error);
  }

  describe() {
    return { id: this.id, "aria-describedby": `${this.id}-help ${this.id}-error` };
  }

  made(field) {
    const { words } = this;
    if (field.kind === "flag") return h("input", { ...this.describe(), type: "checkbox", checked: field.value === "" ? field.default : field.value });
    if (field.kind === "choice") {
      const otherwise = words.say("screen.setup.default", { value: field.usual });
      return h("select", this.describe(), h("option", { value: "" }, otherwise), field.choices.map((one) => h("option", { value: one.value, selected: one.value === field.value }, named(one))));
    }
    if (field.kind === "buttons") return this.pins(field);
    if (field.key === "variant") {
      this.usual = words.say("screen.setup.default", { value: field.usual });
      return h("select", this.describe(), h("option", { value: field.value }));
    }
    this.list = h("datalist", { id: `${this.id}-list` }, field.suggestions.map((one) => h("option", { value: one.value }, one.label === one.value ? null : one.label)));
    const placeholder = field.usual ? words.say("screen.setup.default", { value: field.usual }) : null;
    this.input = h("input", { ...this.describe(), value: field.value, placeholder, autocomplete: "off", spellcheck: "false", inputmode: field.kind === "whole" ? "numeric" : null, list: field.suggestions.length ? `${this.id}-list` : null });
    return h("div", { class: "typed" }, this.input, this.list);
  }

  pins(field) {
    return h("div", { class: "pins", role: "group", "aria-labelledby": this.id }, field.choices.map((one) =>
      h("label", {}, h("span", {}, buttonName(one.value, this.words)), h("input", { "data-button": one.value, inputmode: "numeric", value: field.value[one.value] ?? "", autocomplete: "off" }))));
  }

  get value() {
    if (this.kind === "flag") return this.control.checked;
    if (this.kind === "choice" || this.key === "variant") return this.control.value;
    if (this.kind === "buttons") return Object.fromEntries([...this.control.querySelectorAll("input")].map((one) => [one.dataset.button, one.value]));
    return this.input.value;
  }

  /** Only those that go with what else was chosen; another one that stands there is left for the table to refuse. */
  suggest(values) {
    const before = this.control.value;
    const shown = ["", ...new Set(before ? [...values, before] : values)];
    replace(this.control, shown.map((value) => h("option", { value, selected: value === before }, value ? (this.labels[value] ?? value) : this.usual)));
  }

  problem(text) {
    replace(this.error, text);
    for (const one of this.element.querySelectorAll("input, select")) one.setAttribute("aria-invalid", text ? "true" : "false");
    if (text && this.element.contains(document.activeElement)) this.element.scrollIntoView({ block: "nearest" });
  }
}

const named = (one) => (one.label === one.value ? one.value : one.label);
