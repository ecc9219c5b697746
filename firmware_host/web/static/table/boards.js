/* Which game's board is drawn by what. */

import { NoThanksBoard } from "./no_thanks.js";
import { QwixxBoard } from "./qwixx_cards.js";
import { TakeSixBoard } from "./take_six.js";

const BOARDS = { take_six: TakeSixBoard, no_thanks: NoThanksBoard, qwixx_cards: QwixxBoard };

/** A game that this page cannot draw leaves its board empty; what is said above is said all the same. */
export function boardOf(game) {
  const Board = Object.hasOwn(BOARDS, game) ? BOARDS[game] : class { show() {} };
  return (...parts) => new Board(...parts);
}
