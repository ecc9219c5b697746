/* No Thanks!: the card that nobody wants, and the chips that lie on it. */

import { back, card, chipIcon } from "../lib/cards.js";
import { h, once, replace } from "../lib/dom.js";

export class NoThanksBoard {
  constructor(place) {
    this.middle = h("div", { class: "middle" });
    place.append(this.middle);
  }

  show(view, words) {
    const { active, chips, left, gaps = [] } = view.match.board;
    once(this.middle, [active, chips, left, gaps, words.language], () => replace(this.middle,
      h("figure", { class: "deck" },
        h("div", { class: "pile" }, left ? back("no_thanks") : h("span", { class: "slot hole" })),
        h("figcaption", {}, words.say("screen.no_thanks.left", { left }))),
      h("figure", { class: "offer" },
        h("div", { class: "offered" }, active ? card("no_thanks", active) : h("span", { class: "slot hole" })),
        h("figcaption", { class: "chips" }, h("span", { class: "chip-row", "aria-hidden": "true" },
          Array.from({ length: Math.min(chips, 24) }, chipIcon)),
          h("span", {}, words.say("screen.no_thanks.chips", { chips })))),
      gaps.length ? h("p", { class: "gaps" }, words.say("screen.no_thanks.gaps", { cards: gaps })) : []));
  }
}
