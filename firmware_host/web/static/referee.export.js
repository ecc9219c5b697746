/* The dispute's file: made when it is asked for, then with the downloads. */

import { h, replace } from "./lib/dom.js";
import { aloud } from "./lib/office.js";

export function exportButton(match, words, asked) {
  const said = h("span", { class: "note", role: "status" });
  const button = h("button", { type: "button", class: "main export", title: words.say("screen.referee.export_why"), on: { click: go } }, words.say("screen.referee.export"));

  async function go() {
    button.disabled = true;
    replace(said, words.say("screen.referee.exporting"));
    try {
      const reply = await fetch(asked(`matches/${match().match}/dispute.zip`), { credentials: "same-origin" });
      if (!reply.ok) throw new Error((await reply.json().catch(() => ({}))).error ?? "");
      keep(await reply.blob(), `dispute-${match().match}.zip`);
      replace(said, words.say("screen.referee.exported"));
      aloud(words.say("screen.referee.exported"));
    } catch (error) {
      replace(said, h("span", { class: "error" }, error.message || words.say("screen.referee.unreachable")));
    }
    button.disabled = false;
  }

  return h("div", { class: "beside exporting" }, said, button);
}

/** Hands a file to the browser's downloads. */
function keep(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
