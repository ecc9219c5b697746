/* A card that none of a question's choices is. */

import { h } from "./dom.js";

/** All other cards to choose from; `answer` is given the name of the one that was chosen. */
export function otherCard(others, words, answer) {
  if (!others.length) return [];
  const chosen = ({ target }) => target.value && answer(target.value);
  return h("select", { class: "other", "aria-label": words.say("screen.question.other"), on: { change: chosen } },
    h("option", { value: "" }, words.say("screen.question.other")),
    others.map(({ value, label }) => h("option", { value }, label)));
}
