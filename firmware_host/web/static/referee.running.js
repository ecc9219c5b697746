/* A match that is being played: a pause, somebody who goes home, the end of it for everybody. */

import { h, once, replace, setText } from "./lib/dom.js";
import { post } from "./lib/post.js";

export class Running {
  constructor(words) {
    this.words = words;
    this.said = h("p", { class: "error", role: "alert" });
    this.actions = h("div", { class: "actions" });
    this.sure = h("div", { hidden: true });
    this.pause = h("button", { type: "button", on: { click: () => this.wish({ kind: "pause", on: !this.paused }) } });
    this.element = h("details", { class: "panel running", hidden: true },
      h("summary", {}, words.say("screen.running.title")), this.actions, this.sure, this.said);
  }

  show(match, view) {
    const now = view?.match;
    this.element.hidden = !match?.open || !now || now.over;
    if (this.element.hidden) return;
    const seats = now.seats.map((seat) => seat.name);
    const paused = Boolean(view.paused);
    setText(this.pause, this.words.say(paused ? "screen.running.go_on" : "screen.running.pause"));
    this.paused = paused;
    once(this.actions, seats, () => this.draw(seats));
  }

  draw(seats) {
    const { words } = this;
    this.sure.hidden = true;
    replace(this.actions, this.pause,
      seats.map((seat) => this.asking(words.say("screen.running.leave", { seat }), { kind: "leave", seat })),
      this.asking(words.say("screen.running.again"), { kind: "again" }),
      this.asking(words.say("screen.running.abandon"), { kind: "abandon" }));
  }

  /** A button for what ends the match: it asks before it does so. */
  asking(text, wish) {
    const { words } = this;
    const ask = () => {
      const yes = h("button", { type: "button", class: "main", on: { click: () => this.wish(wish) } }, text);
      const no = h("button", { type: "button", on: { click: () => { this.sure.hidden = true; button.focus(); } } }, words.say("screen.referee.cancel"));
      replace(this.sure, h("p", {}, words.say("screen.running.sure")), h("div", { class: "actions" }, yes, no));
      this.sure.hidden = false;
      no.focus();
    };
    const button = h("button", { type: "button", on: { click: ask } }, text);
    return button;
  }

  async wish(wish) {
    setText(this.said, "");
    this.sure.hidden = true;
    try {
      await post("/api/inputs", wish, null, this.words.language);
    } catch (refused) {
      if (refused.status === 401) location.reload();
      setText(this.said, refused.message || this.words.say("screen.referee.unreachable"));
    }
  }
}
