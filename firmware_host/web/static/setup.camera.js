/* What the camera sees, twice a second, with what is read drawn on it, and judged in words. */

import { h, once, replace } from "./lib/dom.js";
import { get } from "./lib/post.js";

const EVERY_MS = 500;

export class CameraPart {
  constructor(words, asked) {
    this.words = words;
    this.asked = asked;
    this.picture = h("img", { class: "live", alt: words.say("screen.setup.live"), hidden: true });
    this.findings = h("ul", { class: "findings stack" });
    this.read = h("p", { class: "note" });
    this.element = h("section", { class: "panel camera" },
      h("div", { class: "seen" }, this.picture),
      h("div", { class: "stack" }, h("h2", {}, words.say("screen.setup.go.camera")), h("div", { role: "status" }, this.findings), this.read,
        h("p", { class: "note" }, words.say("screen.setup.camera_help"))));
  }

  shown() {
    this.on = true;
    this.look();
  }

  hidden() {
    this.on = false;
  }

  /** The next picture is asked for once the last one is here, so that a slow network is never flooded. */
  async look() {
    if (this.looking) return;
    this.looking = true;
    while (this.on) {
      const began = performance.now();
      if (!document.hidden) await this.once();
      await new Promise((again) => setTimeout(again, Math.max(100, EVERY_MS - (performance.now() - began))));
    }
    this.looking = false;
  }

  async once() {
    try {
      const told = await get(this.asked("camera"));
      if (told.number !== null && told.number !== this.number) await this.draw(told.number);
      this.tell(told.findings, told.read);
    } catch (refused) {
      if (refused.status === 401) location.reload();
      this.tell([{ kind: "unreachable", level: "bad", text: refused.message || this.words.say("screen.referee.unreachable") }], "");
    }
  }

  async draw(number) {
    const next = new Image();
    next.src = this.asked(`live.jpg?number=${number}`);
    await next.decode().catch(() => {});
    if (!next.naturalWidth) return;
    this.number = number;
    this.picture.src = next.src;
    this.picture.hidden = false;
  }

  tell(findings, read) {
    once(this.findings, findings, () =>
      replace(this.findings, findings.map((one) => h("li", { class: `finding ${one.level}`, "data-kind": one.kind }, one.text))));
    once(this.read, read, () => replace(this.read, read));
  }
}
