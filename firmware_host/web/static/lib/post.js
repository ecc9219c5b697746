/* What a page asks of the table. */

/** A refusal, in the reader's language where the server could say it; `reason` is for programs. */
export class Refused extends Error {
  constructor(message, reason, status) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** Post JSON; the reply's JSON, or a Refused. `seat` is the token of a seat's link, `language` that of a refusal. */
export async function post(address, body, seat = null, language = null) {
  const asked = new URLSearchParams({ ...(seat === null ? {} : { seat }), ...(language === null ? {} : { language }) });
  let reply;
  try {
    reply = await fetch(asked.size ? `${address}?${asked}` : address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.timeout(8000),
    });
  } catch {
    throw new Refused("", "unreachable", 0);
  }
  const said = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Refused(String(said.error ?? ""), String(said.reason ?? ""), reply.status);
  return said;
}

export const input = (what, seat = null, language = null) => post("/api/inputs", what, seat, language);

/** Get JSON, or a Refused. */
export async function get(address) {
  let reply;
  try {
    reply = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(8000) });
  } catch {
    throw new Refused("", "unreachable", 0);
  }
  const said = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Refused(String(said.error ?? ""), String(said.reason ?? ""), reply.status);
  return said;
}
