/* A deck learned at the camera, card by card or several at once. */

import { h, replace } from "./lib/dom.js";
import { card } from "./lib/cards.js";
import { get, post } from "./lib/post.js";
import { CameraPart } from "./setup.camera.js";

export class DeckPart {
  constructor(words, asked) {
    this.words = words;
    this.asked = asked;
    this.skipped = 0;
    this.live = new CameraPart(words, asked);
    this.error = h("p", { class: "error", role: "alert" });
    this.said = h("p", { class: "good", role: "status" });
    this.place = h("div", { class: "stack" });
    this.element = h("section", { class: "panel stack deck" }, h("h2", {}, words.say("screen.setup.go.deck")),
      h("p", { class: "note" }, words.say("screen.setup.deck_help")), this.error, this.said, this.place);
  }

  async shown() {
    this.on = true;
    try {
      const told = await get(this.asked("decks"));
      this.decks = told.decks;
      this.draw(told.learning);
    } catch (refused) {
      this.refuse(refused);
    }
  }

  hidden() {
    this.on = false;
    this.live.hidden();
  }

  refuse(refused) {
    replace(this.said);
    replace(this.error, refused.message || this.words.say("screen.referee.unreachable"));
  }

  async act(wish, after) {
    replace(this.error);
    this.element.setAttribute("aria-busy", "true");
    try {
      const { learning } = await post(this.asked("decks"), wish);
      replace(this.said, after ? after(learning) : "");
      if (learning === null) await this.shown();
      else this.draw(learning);
    } catch (refused) {
      this.refuse(refused);
    }
    this.element.removeAttribute("aria-busy");
  }

  draw(learning) {
    if (learning === null) {
      this.live.hidden();
      replace(this.place, this.begin());
      return;
    }
    replace(this.place, h("div", { class: "learning" }, h("div", { class: "stack" }, this.steps(learning)), this.live.element));
    if (this.on) this.live.shown();
  }

  begin() {
    const { words } = this;
    const name = h("input", { id: "deck-name", required: true, maxlength: 40, list: "deck-names", autocomplete: "off" });
    const game = h("select", { id: "deck-game" }, ["take_six", "no_thanks", "qwixx_cards"].map((one) => h("option", { value: one }, words.say(`game.${one}`))));
    name.addEventListener("input", () => {
      const known = this.decks.find((one) => one.name === name.value);
      if (known) game.value = known.game;
    });
    const send = (event) => {
      event.preventDefault();
      this.skipped = 0;
      this.act({ do: "begin", name: name.value.trim(), game: game.value });
    };
    return [
      h("form", { class: "fields", on: { submit: send } },
        h("label", { class: "field" }, words.say("screen.setup.deck_name"), name),
        h("datalist", { id: "deck-names" }, this.decks.map((one) => h("option", { value: one.name }))),
        h("label", { class: "field" }, words.say("screen.setup.name.table.game"), game),
        h("button", { class: "main" }, words.say("screen.setup.deck_begin"))),
      this.decks.length ? h("ul", { class: "beside" }, this.decks.map((one) => h("li", { class: "chip" }, `${one.name}: ${words.say(`game.${one.game}`)}, ${words.say("screen.setup.deck_known", { cards: one.cards })}`))) : null,
    ];
  }

  steps(learning) {
    const { words } = this;
    const next = learning.missing[this.skipped % Math.max(1, learning.missing.length)];
    return [
      h("p", {}, h("b", {}, learning.name), ` · ${words.say("screen.setup.deck_known", { cards: learning.known.length })} · ${words.say("screen.setup.deck_missing", { cards: learning.missing.length })}`),
      next ? h("div", { class: "panel one-card" },
        h("span", { class: "lying big" }, card(learning.game, next.card, next.label)),
        h("div", { class: "stack" }, h("p", {}, words.say("screen.setup.deck_lay_one"), " ", h("b", {}, next.label)),
          h("div", { class: "beside" },
            h("button", { type: "button", class: "main", on: { click: () => this.act({ do: "take", card: next.card }, (now) => this.learned(now)) } }, words.say("screen.setup.deck_take_one")),
            h("button", { type: "button", on: { click: () => { this.skipped++; this.draw(learning); } } }, words.say("screen.setup.deck_skip"))))) : null,
      h("div", { class: "panel beside" }, h("p", {}, words.say("screen.setup.deck_many")),
        h("button", { type: "button", on: { click: () => this.act({ do: "take" }, (now) => this.learned(now)) } }, words.say("screen.setup.deck_take_many"))),
      learning.doubts.length ? this.doubts(learning) : null,
      h("div", { class: "beside" },
        h("button", { type: "button", class: "main", disabled: learning.saved, on: { click: () => this.act({ do: "save" }, () => words.say("screen.setup.deck_saved")) } }, words.say("screen.setup.deck_save")),
        h("button", { type: "button", on: { click: () => this.act({ do: "end" }) } }, words.say("screen.setup.deck_end"))),
    ];
  }

  learned(now) {
    const cards = now.newest;
    return cards.length ? this.words.say("screen.setup.deck_newest", { cards }) : this.words.say("screen.setup.deck_newest_none");
  }

  doubts(learning) {
    const { words } = this;
    const all = [...learning.missing, ...learning.known];
    return h("section", { class: "stack" }, h("h3", {}, words.say("screen.setup.deck_doubts")),
      h("datalist", { id: "deck-cards" }, all.map((one) => h("option", { value: one.card }, one.label))),
      h("ul", { class: "doubts" }, learning.doubts.map((one) => this.doubt(one))));
  }

  doubt(one) {
    const { words } = this;
    const name = (value) => this.act({ do: "name", doubt: one.number, ...(value ? { card: value } : {}) });
    const field = h("input", { list: "deck-cards", "aria-label": words.say("screen.setup.deck_this_is"), placeholder: words.say("screen.setup.deck_this_is"), on: { change: (event) => event.target.value.trim() && name(event.target.value.trim()) } });
    return h("li", { class: "panel doubt" },
      h("img", { src: `/api/setup/cards/0${one.number}.jpg`, alt: words.say("screen.setup.deck_doubts"), width: 84 }),
      h("div", { class: "stack" },
        h("div", { class: "beside" }, one.maybe.map((maybe) => h("button", { type: "button", on: { click: () => name(maybe.card) } }, maybe.label))),
        field, h("button", { type: "button", on: { click: () => name(null) } }, words.say("screen.setup.deck_forget"))));
  }
}
