/* What the pages for whoever looks after the table share: language, PIN, title, what is said aloud. */

import { $, append, h, replace } from "./dom.js";
import { leave, pinGiven } from "./pin.js";
import { LANGUAGES, ownLanguage, wordsOf } from "./words.js";

const KEPT = "drover.language";

function language() {
  try {
    return localStorage.getItem(KEPT) ?? ownLanguage();
  } catch {
    return ownLanguage();
  }
}

/** Words of this reader's language, the page's head, and nothing more until the PIN was given. */
export async function opened(titleKey, ...tools) {
  const words = await patiently(() => wordsOf(language()));
  document.documentElement.lang = words.language;
  document.title = `${words.say(titleKey)} – Drover`;
  replace($("top"), h("h1", {}, words.say(titleKey)), languageChoice(words));
  await pinGiven($("main"), words);
  append($("top"), [
    ...tools.map((tool) => tool(words)),
    h("button", { type: "button", on: { click: leave } }, words.say("screen.pin.leave")),
  ]);
  return words;
}

async function patiently(what) {
  for (;;) {
    try {
      return await what();
    } catch {
      await new Promise((again) => setTimeout(again, 1500));
    }
  }
}

function languageChoice(words) {
  const change = (event) => {
    try {
      localStorage.setItem(KEPT, event.target.value);
    } finally {
      location.reload();
    }
  };
  const options = Object.entries(LANGUAGES).map(([code, name]) =>
    h("option", { value: code, selected: code === words.language, lang: code }, name),
  );
  return h("select", { "aria-label": words.say("screen.language"), on: { change } }, options);
}

export const link = (key, address) => (words) => h("a", { class: "button", href: address }, words.say(key));

/** For those who hear the page. */
export function aloud(text) {
  $("said").textContent = text;
}

/** Calls `what` once nothing was asked for so many milliseconds; what was asked before is forgotten. */
export function calmly(what, ms) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => what(...given), ms);
  };
}

/** What people call a button: its row, or what it does. */
export function buttonName(name, words) {
  const [kind, number] = name.split("/");
  const key = `button.${kind}`;
  return [words.has(key) ? words.say(key) : kind, number].filter(Boolean).join(" ");
}
