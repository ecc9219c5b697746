/* The mat to print, for the paper that there is. */

import { h, replace } from "./lib/dom.js";
import { get } from "./lib/post.js";

const GAMES = ["take_six", "no_thanks", "qwixx_cards"];

export class MatPart {
  constructor(words, asked) {
    this.words = words;
    this.asked = asked;
    this.game = select(GAMES.map((one) => [one, words.say(`game.${one}`)]), () => this.papers());
    this.seats = h("input", { id: "mat-seats", type: "number", min: 1, max: 10, value: 4, on: { input: () => this.papers() } });
    this.variant = select([["base", words.say("variant.base")], ["anniversary", words.say("variant.anniversary")]], () => this.papers());
    this.paper = select([], () => this.address());
    this.error = h("p", { class: "error", role: "alert" });
    this.download = h("a", { class: "button main", download: true }, words.say("screen.setup.mat_get"));
    this.own = h("a", { class: "button", download: true }, words.say("screen.setup.own_deck"));
    const field = (label, control) => h("label", { class: "field" }, label, control);
    this.variantField = field(words.say("screen.setup.name.table.variant"), this.variant);
    // What somebody enters must not be overwritten by what is still on its way, so nothing can be entered before.
    this.fields = h("div", { class: "fields", hidden: true },
      field(words.say("screen.setup.name.table.game"), this.game), this.variantField,
      field(words.say("screen.setup.mat_seats"), this.seats), field(words.say("screen.setup.mat_paper"), this.paper));
    this.element = h("section", { class: "panel stack mat" }, h("h2", {}, words.say("screen.setup.go.mat")),
      h("p", { class: "note" }, words.say("screen.setup.mat_help")),
      this.fields, this.error,
      h("div", { class: "beside" }, this.download, this.own));
    this.start();
  }

  /** As the table is set up now. */
  async start() {
    const config = await get(this.asked("config")).catch(() => null);
    const fields = Object.fromEntries(config?.sections.find(({ name }) => name === "table")?.fields.map((one) => [one.key, one.value || one.default]) ?? []);
    if (fields.game) this.game.value = fields.game;
    if (fields.variant) this.variant.value = fields.variant;
    const names = String(fields.names ?? "").split(",").filter((one) => one.trim()).length;
    this.seats.value = names || fields.seats || 4;
    await this.papers();
    this.fields.hidden = false;
  }

  get wish() {
    const variant = this.game.value === "take_six" ? this.variant.value || "base" : "base";
    return new URLSearchParams({ game: this.game.value, seats: this.seats.value, variant });
  }

  async papers() {
    this.variantField.hidden = this.game.value !== "take_six";
    const wish = `${this.wish}`;
    try {
      const { papers } = await get(this.asked(`papers?${wish}`));
      if (wish !== `${this.wish}`) return; // something else was entered meanwhile
      const before = this.paper.value;
      replace(this.paper, papers.map((one) => h("option", { value: one.paper }, one.label)));
      if (papers.some((one) => one.paper === before)) this.paper.value = before;
      replace(this.error);
      this.can = papers.length > 0;
    } catch (refused) {
      if (wish !== `${this.wish}`) return;
      replace(this.paper);
      replace(this.error, refused.message || this.words.say("screen.referee.unreachable"));
      this.can = false;
    }
    this.address();
  }

  address() {
    this.download.hidden = !this.can;
    if (this.can) this.download.href = this.asked(`mat.pdf?${this.wish}&paper=${this.paper.value}`);
    else this.download.removeAttribute("href");
    this.own.href = this.asked(`deck.pdf?game=${this.game.value}`);
  }
}

const select = (options, changed) =>
  h("select", { on: { change: changed } }, options.map(([value, label]) => h("option", { value }, label)));
