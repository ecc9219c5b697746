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

/** Calls `shown(view)` for every view, and `lost(since)` with a Date or null when the connection goes and comes. */
export class Stream {
  constructor(address, { shown, lost = () => {} }) {
    this.address = address;
    this.shown = shown;
    this.lost = lost;
    this.view = null;
    this.since = null;
    this.tries = 0;
    this.heard = performance.now();
    this.connect();
    setInterval(() => this.watch(), 1000);
    addEventListener("online", () => this.again(0));
    addEventListener("offline", () => this.gone());
    addEventListener("pageshow", (event) => event.persisted && this.again(0));
    addEventListener("pagehide", () => this.source?.close());
  }

  connect() {
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource(this.address);
    this.source = source;
    this.heard = performance.now();
    source.addEventListener("view", (event) => this.take(JSON.parse(event.data)));
    source.addEventListener("change", (event) => {
      if (this.view === null) return;
      this.take(patched(this.view, JSON.parse(event.data)));
    });
    source.addEventListener("beat", () => (this.heard = performance.now()));
    source.onopen = () => (this.heard = performance.now());
    source.onerror = () => {
      if (this.source !== source) return;
      source.close();
      this.gone();
    };
  }

  take(view) {
    this.heard = performance.now();
    this.tries = 0;
    this.view = view;
    if (this.since !== null) {
      this.since = null;
      this.lost(null);
    }
    this.shown(view);
  }

  gone() {
    if (this.since === null) {
      this.since = new Date();
      this.lost(this.since);
    }
    this.again(AGAIN_MS[Math.min(this.tries++, AGAIN_MS.length - 1)]);
  }

  again(after) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), after);
  }

  watch() {
    if (this.source?.readyState === EventSource.OPEN && performance.now() - this.heard > SILENT_MS) {
      this.source.close();
      this.gone();
    }
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
