/* The PIN: asked for once, before anything that is only for whoever looks after the table. */

import { h, replace } from "./dom.js";
import { get, post } from "./post.js";

const SHORTEST = 4;

/** Resolves once whoever is here has given the PIN; `main` shows the form meanwhile. */
export async function pinGiven(main, words) {
  const state = await get("/api/referee/session").catch(() => ({ referee: false, pin_set: true }));
  if (state.referee) return;
  await new Promise((given) => ask(main, words, state, given));
}

export const leave = () => post("/api/referee/logout", {}).then(() => location.reload());

function ask(main, words, state, given) {
  const first = !state.pin_set && state.may_set;
  const error = h("p", { class: "error", role: "alert" });
  const field = h("input", {
    id: "pin", name: "pin", type: "password", inputmode: "numeric", autocomplete: first ? "new-password" : "current-password", required: true,
    minlength: first ? SHORTEST : null, maxlength: 64, "aria-describedby": "pin-why",
  });
  const button = h("button", { class: "main" }, words.say(first ? "screen.pin.save" : "screen.pin.enter"));
  const send = async (event) => {
    event.preventDefault();
    button.disabled = true;
    replace(error);
    try {
      await post(`/api/referee/${first ? "pin" : "login"}?language=${words.language}`, { pin: field.value });
      given();
    } catch (refused) {
      replace(error, refused.message || words.say("screen.referee.unreachable"));
      field.select();
    }
    button.disabled = false;
  };
  const why = first ? words.say("screen.pin.new", { digits: SHORTEST }) : words.say("screen.pin.why");
  replace(
    main,
    h("form", { class: "panel pin", on: { submit: send } },
      h("h2", {}, h("label", { for: "pin" }, words.say("screen.pin.title"))),
      h("p", { id: "pin-why", class: "note" }, why),
      h("div", { class: "beside" }, field, button),
      error),
  );
  field.focus();
}
