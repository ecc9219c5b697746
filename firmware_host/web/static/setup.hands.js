/* Each light, the sound, the display, each button: shown or pressed, and ticked off. */

import { h, once, replace } from "./lib/dom.js";
import { buttonName } from "./lib/office.js";
import { get, post } from "./lib/post.js";

const EVERY_MS = 400;

export class HandsPart {
  constructor(words, asked) {
    this.words = words;
    this.asked = asked;
    this.results = new Map();
    this.at = null;
    this.error = h("p", { class: "error", role: "alert" });
    this.parts = h("ul", { class: "stack" });
    this.steps = h("div", { class: "stack" });
    this.element = h("section", { class: "panel stack hands" }, h("h2", {}, words.say("screen.setup.go.hands")),
      h("p", { class: "note" }, words.say("screen.setup.hands_help")), this.error, this.parts, this.steps);
  }

  async shown() {
    this.on = true;
    await this.renew();
    if (this.looking) return;
    this.looking = true;
    while (this.on) {
      await new Promise((again) => setTimeout(again, EVERY_MS));
      if (this.on && (this.state?.testing ?? false)) await this.renew();
    }
    this.looking = false;
  }

  hidden() {
    this.on = false;
    if (this.state?.testing) this.end();
  }

  async renew() {
    await this.take(() => get(this.asked("hands")));
  }

  async show(at) {
    this.at = at;
    await this.take(() => post(this.asked("hands"), at === null ? { on: true } : { on: true, step: at }));
  }

  async end() {
    this.at = null;
    await this.take(() => post(this.asked("hands"), { on: false }));
  }

  async take(what) {
    try {
      this.state = await what();
      replace(this.error);
      this.draw();
    } catch (refused) {
      replace(this.error, refused.message || this.words.say("screen.referee.unreachable"));
    }
  }

  draw() {
    const { words, state } = this;
    once(this.parts, state.parts, () => replace(this.parts, state.parts.map((one) =>
      h("li", {}, h("b", {}, one.name), " ", one.fault === null ? h("span", { class: "chip good" }, words.say("screen.setup.hands_fine")) : h("span", { class: "error" }, one.fault)))));
    const had = document.activeElement?.dataset?.act;
    const changed = once(this.steps, [state, this.at, [...this.results]], () => replace(this.steps, this.body()));
    if (changed && had) this.steps.querySelector(`[data-act="${had}"]`)?.focus();
  }

  body() {
    const { words, state } = this;
    if (!state.steps.length && !state.buttons.length) return h("p", {}, words.say("screen.setup.hands_nothing"));
    if (!state.testing) return h("div", {}, h("button", { type: "button", class: "main", "data-act": "begin", on: { click: () => this.show(state.steps.length ? 0 : null) } }, words.say("screen.setup.hands_begin")));
    return [
      h("ol", { class: "tries" }, state.steps.map((one) => this.step(one))),
      state.buttons.length ? [h("h3", {}, words.say("screen.setup.hands_press")),
        h("ul", { class: "beside" }, state.buttons.map((one) => {
          const pressed = state.pressed.includes(one);
          return h("li", { class: pressed ? "chip good" : "chip", "data-button": one }, buttonName(one, words), pressed ? `: ${words.say("screen.setup.hands_pressed")}` : "");
        }))] : null,
      h("div", {}, h("button", { type: "button", "data-act": "end", on: { click: () => this.end() } }, words.say("screen.setup.hands_end"))),
    ];
  }

  step(one) {
    const { words } = this;
    const now = this.at === one.number, result = this.results.get(one.number);
    const say = (works) => {
      this.results.set(one.number, works);
      const next = this.state.steps.find(({ number }) => number > one.number && !this.results.has(number));
      this.show(next ? next.number : null);
    };
    return h("li", { class: now ? "try now" : "try" },
      h("span", { class: "try-what" }, now ? question(one.question) : one.what),
      result === undefined ? null : h("span", { class: result ? "chip good" : "chip wrong" }, result ? words.say("screen.setup.hands_works") : words.say("screen.setup.hands_fails")),
      now ? h("span", { class: "beside" },
        h("button", { type: "button", class: "main", "data-act": "works", on: { click: () => say(true) } }, words.say("screen.setup.hands_works")),
        h("button", { type: "button", "data-act": "fails", on: { click: () => say(false) } }, words.say("screen.setup.hands_fails")))
        : h("button", { type: "button", "data-act": `show-${one.number}`, on: { click: () => this.show(one.number) } }, words.say("screen.setup.hands_show")));
  }
}

/** Without what is for a keyboard: which keys mean yes and no. */
const question = (text) => text.slice(0, text.indexOf("?") + 1) || text;
