/* The rules of each game in six pictures, each with a sentence. */

import { h } from "./dom.js";
import { LESSONS as noThanks } from "./lessons/no_thanks.js";
import { LESSONS as qwixx } from "./lessons/qwixx_cards.js";
import { LESSONS as takeSix } from "./lessons/take_six.js";
import { Scene } from "./scene.js";

export const LESSONS = { take_six: takeSix, no_thanks: noThanks, qwixx_cards: qwixx };

/** All pictures of a game at rest, under one another. */
export function lessonsOf(game, words) {
  return h("ol", { class: "lessons" }, (LESSONS[game] ?? []).map(([key, plot]) =>
    h("li", {}, new Scene(plot).rest().element, h("p", {}, words.say(key)))));
}
