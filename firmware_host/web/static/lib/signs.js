/* Signs that say the same as a colour, for those who do not see colours as others do. */

import { s } from "./dom.js";

const PATHS = {
  check: "M4 13l5 5L20 6",
  cross: "M5 5l14 14M19 5L5 19",
  arrow: "M3 12h17M13 5l7 7-7 7",
  ask: "M8 8.5a4 4 0 1 1 5.6 3.7c-1.1.5-1.6 1.2-1.6 2.6M12 19.2v.1",
  alert: "M12 4v10M12 19.4v.1",
  pause: "M8 5v14M16 5v14",
  wait: "M12 6v6l4 3",
  up: "M12 20V5M5 12l7-7 7 7",
  lock: "M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z",
  crown: "M4 18h16M4 18L3 7l5 5 4-7 4 7 5-5-1 11",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  away: "M20 12H4M11 5l-7 7 7 7",
};

export const sign = (name) =>
  s("svg", { class: `sign sign-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", {
      d: PATHS[name], fill: "none", stroke: "currentColor", "stroke-width": 2.6,
      "stroke-linecap": "round", "stroke-linejoin": "round",
    }));
