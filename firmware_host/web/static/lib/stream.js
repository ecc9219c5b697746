/* The view as it is now, kept up by a stream of changes.
   The server sends the whole view first and after every new connection, then JSON merge patches (RFC 7386). */

const SILENT_MS = 25_000; // the server says something every ten seconds
const AGAIN_MS = [500, 1000, 2000, 3000, 5000];

/** A value changed by a merge patch; what did not change is kept as it is. */
export function patched(value, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const base = value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  const result = { ...base };
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else result[key] = patched(result[key], change);
  }
  return result;
}

/** The events of a stream as they come: `{kind, data}`; a comment, which only says that somebody is there, has no kind. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trimStart()]);
      const of = (name) => fields.filter(([one]) => one === name).map(([, text]) => text).join("\n");
      yield { kind: of("event"), data: of("data") };
    }
  }
}

/** Calls `shown(view)` for every view, `lost(since)` with a Date or null when the connection goes and comes back,
    and `refused(status, reply)` where the server does not want to tell. */
export class Stream {
  constructor(address, { shown, lost = () => {}, refused = null }) {
    Object.assign(this, { address, shown, lost, refused, view: null, since: null, tries: 0, heard: performance.now() });
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.gone());
    addEventListener("pageshow", (event) => event.persisted && this.connect());
    addEventListener("pagehide", () => this.stop());
    addEventListener("visibilitychange", () => !document.hidden && this.watch());
    setInterval(() => this.watch(), 1000);
    this.connect();
  }

  stop() {
    clearTimeout(this.timer);
    this.control?.abort();
    this.control = null;
  }

  /** Begin anew; the whole view comes first. */
  async connect() {
    this.stop();
    const control = new AbortController();
    this.control = control;
    this.heard = performance.now();
    try {
      const reply = await fetch(this.address, { signal: control.signal, headers: { Accept: "text/event-stream" }, cache: "no-store" });
      if (!reply.ok && this.refused && reply.status < 500) {
        this.back();
        return this.refused(reply.status, await reply.json().catch(() => ({})));
      }
      if (!reply.ok) throw new Error(String(reply.status));
      for await (const { kind, data } of events(reply.body)) {
        if (this.control !== control) return;
        this.heard = performance.now();
        if (kind === "view") this.take(JSON.parse(data));
        else if (kind === "gone") return this.connect(); // what is refused then is told
        else if (kind === "change" && this.view !== null) this.take(patched(this.view, JSON.parse(data)));
      }
    } catch {
      // Told apart below by who holds the connection now.
    }
    if (this.control === control) this.gone();
  }

  take(view) {
    this.view = view;
    this.back();
    this.shown(view);
  }

  /** The server is there again. */
  back() {
    this.tries = 0;
    if (this.since === null) return;
    this.since = null;
    this.lost(null);
  }

  gone() {
    this.stop();
    if (this.since === null) {
      this.since = new Date();
      this.lost(this.since);
    }
    this.timer = setTimeout(() => this.connect(), AGAIN_MS[Math.min(this.tries++, AGAIN_MS.length - 1)]);
  }

  watch() {
    if (this.control !== null && performance.now() - this.heard > SILENT_MS) this.gone();
  }
}

/** A bar across the page while the connection is gone. */
export function lostBar(element, words) {
  return (since) => {
    element.hidden = since === null;
    if (since === null) return;
    const time = since.toLocaleTimeString(words()?.language, { hour: "2-digit", minute: "2-digit" });
    element.textContent = words()?.say("screen.lost", { time }) ?? "…";
  };
}
