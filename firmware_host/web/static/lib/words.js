/* The texts of one language, filled with facts as firmware_host/words does it: {n}, {n:one|many}, {{ and }}. */

const ZERO_IS_ONE = new Set(["fr", "pt"]);
export const LANGUAGES = { en: "English", pt: "Português", fr: "Français", de: "Deutsch", es: "Español" };

export class Words {
  constructor(language, texts) {
    this.language = language;
    this.texts = texts;
  }

  has(key) {
    return Object.hasOwn(this.texts, key);
  }

  /** The text under `key` with its facts; the key itself where there is none, so that a hole is seen. */
  say(key, facts = {}) {
    const text = this.has(key) ? this.texts[key] : key;
    return text.replace(/\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}/g, (found, name, choice) => {
      if (found === "{{") return "{";
      if (found === "}}") return "}";
      return choice === undefined ? this.show(facts[name]) : this.choose(facts[name], choice);
    });
  }

  /** A number, a name, or a list as a sentence has it. */
  show(value) {
    if (!Array.isArray(value)) return String(value ?? "");
    const items = value.map((one) => this.show(one));
    if (items.length < 2) return items.join("");
    return items.slice(0, -1).join(", ") + this.say("list.and") + items.at(-1);
  }

  choose(value, choice) {
    const [one, many] = choice.split("|");
    const count = typeof value === "number" ? Math.abs(value) : Array.isArray(value) ? value.length : 1;
    return (ZERO_IS_ONE.has(this.language) ? count < 2 : count === 1) ? one : many;
  }

  /** A card as people call it: its number, or its colour and number. */
  card(name) {
    const [colour, number] = String(name).split(" ");
    if (number !== undefined && this.has(`colour.${colour}`)) return `${this.say(`colour.${colour}`)} ${number}`;
    return this.has(`special.${name}`) ? this.say(`special.${name}`) : String(name);
  }
}

const kept = new Map();

/** The words of a language; asked for once. A language that cannot be had is asked for again the next time. */
export function wordsOf(language) {
  const known = Object.hasOwn(LANGUAGES, language) ? language : "en";
  if (!kept.has(known)) {
    const coming = fetch(`/api/words?language=${known}`)
      .then((reply) => {
        if (!reply.ok) throw new Error(`words: ${reply.status}`);
        return reply.json();
      })
      .then((texts) => new Words(known, texts));
    coming.catch(() => kept.delete(known));
    kept.set(known, coming);
  }
  return kept.get(known);
}

/** The first language of this browser that there are words in. */
export function ownLanguage() {
  for (const one of navigator.languages ?? [navigator.language]) {
    const short = String(one).slice(0, 2).toLowerCase();
    if (Object.hasOwn(LANGUAGES, short)) return short;
  }
  return "en";
}
