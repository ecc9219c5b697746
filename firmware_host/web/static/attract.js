/* While nobody plays: a game that plays itself and teaches the rules, six pictures long. A touch, a key or the first
   card that is laid ends it. */

import { h, replace, setText } from "./lib/dom.js";
import { LESSONS } from "./lib/lessons.js";
import { Scene } from "./lib/scene.js";

const IDLE_MS = 20_000;

const isIdle = (view) => !view.match && view.cue.kind === "idle" && !view.paused && view.troubles.length === 0;

export class Attract {
  constructor(place, ended) {
    Object.assign(this, { place, ended, words: null, view: null, running: null, timer: 0 });
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => this.end());
  }

  /** Whether nobody plays, by this view; then it begins after a while. */
  see(view, words) {
    this.view = view;
    const changed = this.words !== words;
    this.words = words;
    const idle = isIdle(view);
    if (!idle) return this.end();
    if (this.running && changed) this.begin();
    if (!this.running && !this.timer) this.wait();
  }

  wait() {
    const seconds = Number(new URLSearchParams(location.search).get("idle"));
    this.timer = setTimeout(() => this.begin(), seconds > 0 ? seconds * 1000 : IDLE_MS);
  }

  end() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.running) {
      this.running.scene.stop();
      this.running = null;
      this.place.hidden = true;
      replace(this.place);
    }
    const { view } = this;
    if (view && isIdle(view)) this.wait();
  }

  async begin() {
    this.running?.scene.stop();
    const known = this.view.game ?? "";
    const games = Object.hasOwn(LESSONS, known) ? [known] : Object.keys(LESSONS);
    const lessons = games.flatMap((game) => LESSONS[game].map(([key, plot], at) => ({ game, key, plot, at })));
    const title = h("p", { class: "attract-title" }), said = h("p", { class: "attract-said" }), field = h("div", { class: "attract-field" });
    const dots = h("p", { class: "dots" }, Array.from({ length: 6 }, () => h("i")));
    replace(this.place, title, field, h("div", { class: "attract-foot" }, said, dots,
      h("p", { class: "invite" }, this.words.say("screen.attract.invite"))));
    this.place.hidden = false;
    const running = { scene: null };
    for (let turn = 0; ; turn = (turn + 1) % lessons.length) {
      const { game, key, plot, at } = lessons[turn];
      running.scene = new Scene(plot);
      this.running = running;
      setText(title, this.words.say(`game.${game}`));
      setText(said, this.words.say(key));
      [...dots.children].forEach((dot, place) => dot.classList.toggle("on", place === at));
      replace(field, running.scene.element);
      await running.scene.play();
      if (this.running !== running) return;
    }
  }
}
