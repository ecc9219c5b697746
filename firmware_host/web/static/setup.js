/* The set-up page: camera, mat, cards, lights and buttons, and all that the configuration has. */

import { $, h, replace } from "./lib/dom.js";
import { link, opened } from "./lib/office.js";
import { CameraPart } from "./setup.camera.js";
import { ConfigPart } from "./setup.config.js";
import { DeckPart } from "./setup.deck.js";
import { HandsPart } from "./setup.hands.js";
import { MatPart } from "./setup.mat.js";

const words = await opened("screen.setup.title", link("screen.setup.to_referee", "/referee"));
const asked = (path) => `/api/setup/${path}${path.includes("?") ? "&" : "?"}language=${words.language}`;

const PARTS = {
  settings: [words.say("screen.setup.go.settings"), ConfigPart],
  mat: [words.say("screen.setup.go.mat"), MatPart],
  camera: [words.say("screen.setup.go.camera"), CameraPart],
  deck: [words.say("screen.setup.go.deck"), DeckPart],
  hands: [words.say("screen.setup.go.hands"), HandsPart],
};

const made = {};
let open = null;
const place = h("div", { class: "part" });
const nav = h("nav", { class: "parts", "aria-label": words.say("screen.setup.title") },
  Object.entries(PARTS).map(([name, [label]]) => h("a", { href: `#${name}`, class: "part-link" }, label)));

replace($("main"), nav, place);
addEventListener("hashchange", show);
show();

/** Parts are made when they are first looked at; what was typed in one stays while another is open. */
function show() {
  const name = Object.hasOwn(PARTS, location.hash.slice(1)) ? location.hash.slice(1) : "settings";
  made[open]?.hidden?.();
  open = name;
  made[name] ??= new PARTS[name][1](words, asked);
  replace(place, made[name].element);
  made[name].shown?.();
  for (const one of nav.children) one.setAttribute("aria-current", one.getAttribute("href") === `#${name}` ? "page" : "false");
}

addEventListener("beforeunload", (event) => {
  if (made.settings?.unsaved) event.preventDefault();
});
