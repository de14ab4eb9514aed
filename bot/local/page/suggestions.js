/** The list above a composer: commands after "/", people after "@". */

import { avatar } from "./avatar.js";
import { el, freshId } from "./dom.js";
import { personName, state } from "./state.js";
import { label } from "./texts.js";

const MOST_SHOWN = 8;

/**
 * @typedef {{key: string, from: number, insert: string, content: import("./dom.js").Child, isExact: boolean}} Suggestion
 */

export class Suggestions {
  /**
   * @param {HTMLTextAreaElement} text
   * @param {{commands: boolean}} options whether slash commands are offered
   */
  constructor(text, options) {
    this.text = text;
    this.options = options;
    /** @type {Suggestion[]} */
    this.items = [];
    this.chosen = 0;
    this.id = freshId("suggestions");
    this.list = el("div", {
      class: "suggestions", role: "listbox", id: this.id, hidden: true, "aria-label": label("suggestions"),
      testid: "suggestions",
    });
    text.setAttribute("aria-autocomplete", "list");
    text.setAttribute("aria-controls", this.id);
  }

  get isOpen() {
    return this.items.length > 0;
  }

  /** Look at what stands before the caret and show what fits. */
  refresh() {
    const before = this.text.value.slice(0, this.text.selectionStart);
    this.items = [...this.commandsFor(before), ...peopleFor(before)].slice(0, MOST_SHOWN);
    this.chosen = 0;
    this.draw();
  }

  close() {
    this.items = [];
    this.draw();
  }

  /**
   * Take a key first. Enter on a word that is typed out already is left to the composer.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key is used up
   */
  takesKey(event) {
    if (!this.isOpen) return false;
    const count = this.items.length;
    if (event.key === "ArrowDown") this.chosen = (this.chosen + 1) % count;
    else if (event.key === "ArrowUp") this.chosen = (this.chosen + count - 1) % count;
    else if (event.key === "Escape") this.items = [];
    else if (event.key === "Tab" && !event.shiftKey) this.pick(this.items[this.chosen]);
    else if (event.key === "Enter" && !event.shiftKey && !this.items[this.chosen].isExact) {
      this.pick(this.items[this.chosen]);
    } else return false;
    this.draw();
    return true;
  }

  /** @param {Suggestion} item */
  pick(item) {
    const end = this.text.selectionStart;
    this.text.setRangeText(item.insert, item.from, end, "end");
    this.items = [];
    this.text.focus();
    this.text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  draw() {
    this.list.hidden = !this.isOpen;
    this.list.replaceChildren(...this.items.map((item, index) => this.option(item, index)));
    const active = this.isOpen ? `${this.id}-${this.chosen}` : null;
    if (active) this.text.setAttribute("aria-activedescendant", active);
    else this.text.removeAttribute("aria-activedescendant");
    this.list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  option(item, index) {
    const pick = (event) => {
      event.preventDefault();
      this.pick(item);
      this.draw();
    };
    return el("div", {
      class: "suggestion", role: "option", id: `${this.id}-${index}`, testid: "suggestion",
      "aria-selected": String(index === this.chosen), data: { key: item.key }, on: { pointerdown: pick },
    }, item.content);
  }

  /** @param {string} before @returns {Suggestion[]} */
  commandsFor(before) {
    const typed = /^\/(\S*)$/.exec(before)?.[0];
    if (!typed || !this.options.commands) return [];
    return state.commands.filter(({ command }) => command.startsWith(typed.toLowerCase())).map((entry) => ({
      key: entry.command,
      from: 0,
      insert: `${entry.command} `,
      isExact: entry.command === typed,
      content: [
        el("span", { class: "suggestion-name" }, entry.command),
        el("span", { class: "suggestion-hint" }, entry.usage_hint ?? ""),
        el("span", { class: "suggestion-about" }, entry.description ?? ""),
      ],
    }));
  }
}

/** @param {string} before @returns {Suggestion[]} */
function peopleFor(before) {
  const match = /(?:^|[\s(])@([^\s@]*)$/u.exec(before);
  if (!match) return [];
  const typed = match[1].normalize("NFC").toLowerCase();
  const fits = (person) =>
    [person.name, person.real_name].some((name) => name?.normalize("NFC").toLowerCase().startsWith(typed));
  const people = [...state.people.values()].filter(fits);
  people.sort((a, b) => Number(b.is_bot) - Number(a.is_bot));
  return people.map((person) => {
    const name = personName(person.id);
    return {
      key: person.id,
      from: before.length - match[1].length - 1,
      insert: `@${name} `,
      isExact: [name, person.name].some((known) => known.toLowerCase() === typed),
      content: [
        avatar(person.id, 22),
        el("span", { class: "suggestion-name", dir: "auto" }, name),
        person.is_bot && el("span", { class: "app-badge" }, label("app")),
        el("span", { class: "suggestion-about" }, person.name === name ? "" : person.name),
      ],
    };
  });
}
