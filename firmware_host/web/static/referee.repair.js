/* Put the table right: while match and table are made to agree, what has to be moved where. */

import { h, replace } from "./lib/dom.js";
import { card } from "./lib/cards.js";
import { get } from "./lib/post.js";

const AGAIN_MS = 700;

export class Repair {
  constructor(words, asked) {
    this.words = words;
    this.asked = asked;
    this.was = false;
    this.steps = h("ul", { class: "moves" });
    this.element = h("section", { class: "panel repair", hidden: true, role: "status" },
      h("h2", {}, words.say("screen.referee.repair")), this.steps);
  }

  /** Looks at the table for as long as it is put right, and says so once it is. */
  async see(match) {
    if (!match.open || this.looking) return;
    this.looking = true;
    try {
      let state = await get(this.asked("repair"));
      while (state.repairing) {
        this.was = true;
        this.draw(match.game, state.steps);
        await new Promise((again) => setTimeout(again, AGAIN_MS));
        state = await get(this.asked("repair"));
      }
      if (this.was) this.done();
      this.was = false;
    } catch {
      // The bar of the stream says that the table does not answer.
    }
    this.looking = false;
  }

  draw(game, steps) {
    this.element.hidden = false;
    this.element.classList.remove("done");
    const items = steps.map((one) => h("li", { class: "move" }, h("span", { class: "lying" }, card(game, one.card, "")), one.text));
    replace(this.steps, items.length ? items : h("li", { class: "note" }, this.words.say("screen.referee.repair_wait")));
  }

  done() {
    this.element.hidden = false;
    this.element.classList.add("done");
    replace(this.steps, h("li", { class: "good" }, this.words.say("screen.referee.repair_done")));
    setTimeout(() => (this.element.hidden = this.element.classList.contains("done")), 8000);
  }
}
