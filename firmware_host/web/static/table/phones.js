/* The links to the seats' phones as codes that phones read. Only the screen at the table itself is given them. */

import { h, replace } from "../lib/dom.js";
import { get } from "../lib/post.js";

/** Filled in when the server has answered; empty where no phone could reach this table. */
export function phones(view, words) {
  if (!Object.keys(view.links ?? {}).length) return [];
  const place = h("section", { class: "phones", hidden: true });
  get("/api/seats").then(({ seats }) => {
    const known = seats.filter(({ code }) => code);
    place.hidden = known.length === 0;
    replace(place, h("h2", {}, words.say("screen.phones")),
      h("ul", {}, known.map(({ place: number, seat, code }) => {
        const name = seat ?? words.say("screen.seat", { seat: number });
        return h("li", {}, h("img", { src: code, alt: words.say("screen.phones.code", { seat: name }) }), h("span", {}, name));
      })));
  }, () => {});
  return place;
}
