/* The links to the seats' phones as QR codes. */

import { h } from "../lib/dom.js";

export function phones(view, words) {
  const links = Object.entries(view.links ?? {});
  if (!links.length) return [];
  return h("section", { class: "phones" }, h("h2", {}, words.say("screen.phones")),
    h("ul", {}, links.map(([place, link]) => h("li", {},
      h("img", { src: `/api/qr/${encodeURIComponent(link.split("/").at(-1))}.svg`, alt: words.say("screen.phones.code", { seat: words.say("seat.numbered", { seat: place }) }) }),
      h("span", {}, words.say("seat.numbered", { seat: place }))))));
}
