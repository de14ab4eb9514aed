/** Where a person writes: several lines, Enter sends, commands, mentions, marks, drafts that stay. */

import { post } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { reason } from "./reasons.js";
import { state } from "./state.js";
import { Suggestions } from "./suggestions.js";
import { label } from "./texts.js";
import { toWire } from "./wire.js";

const TALLEST_PX = 260;
const MARKS = [["bold", "*"], ["italic", "_"], ["strike", "~"], ["code", "`"]];

/** @type {Map<string, string>} what was typed and not sent, by place */
const drafts = new Map();

export class Composer {
  /**
   * @param {{testid: string, inThread: boolean, onSent?: () => void, onEditLast?: () => void}} options
   */
  constructor(options) {
    this.options = options;
    this.channel = "";
    this.thread = "";
    this.text = el("textarea", {
      class: "composer-text", rows: 1, dir: "auto", enterkeyhint: "send", testid: options.testid,
    });
    this.suggestions = new Suggestions(this.text, { commands: !options.inThread });
    this.notice = el("div", { class: "composer-notice", role: "alert", testid: `${options.testid}-notice` });
    this.button = el("button", {
      type: "submit", class: "send", "aria-label": label("send"), title: label("send"), testid: `${options.testid}-send`,
    }, icon("send"));
    this.form = el(
      "form",
      { class: "composer" },
      this.suggestions.list,
      el("div", { class: "composer-marks" }, MARKS.map(([name, mark]) => this.markButton(name, mark))),
      this.text,
      el("div", { class: "composer-bar" },
        this.insertButton("mentionSomeone", "at", "@"),
        !options.inThread && this.insertButton("useCommand", "slash", "/"),
        this.shareButton(),
        el("span", { class: "composer-hint", "aria-hidden": "true" }, label("composerHint")),
        this.button),
    );
    this.node = el("div", { class: "composer-frame" }, this.notice, this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.text.addEventListener("input", () => this.onInput());
    this.text.addEventListener("keydown", (event) => this.onKey(event));
    this.text.addEventListener("click", () => this.suggestions.refresh());
    this.text.addEventListener("blur", () => this.suggestions.close());
  }

  /** Write here from now on. @param {string} channel @param {string} thread @param {string} placeholder */
  open(channel, thread, placeholder) {
    this.channel = channel;
    this.thread = thread;
    this.text.placeholder = placeholder;
    this.text.setAttribute("aria-label", placeholder);
    this.text.value = drafts.get(this.key) ?? "";
    this.say("");
    this.suggestions.close();
    this.fit();
  }

  get key() {
    return `${state.me}/${this.channel}/${this.thread}`;
  }

  get isEmpty() {
    return !this.text.value.trim();
  }

  focus() {
    this.text.focus({ preventScroll: true });
  }

  /** Say something above the composer, or nothing any more. */
  say(text) {
    this.notice.textContent = text;
  }

  onInput() {
    drafts.set(this.key, this.text.value);
    this.say("");
    this.suggestions.refresh();
    this.fit();
  }

  /** While an input method composes (Korean), Enter belongs to it. */
  onKey(event) {
    if (event.isComposing || event.keyCode === 229) return;
    if (this.suggestions.takesKey(event)) event.preventDefault();
    else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "ArrowUp" && !this.text.value && this.options.onEditLast) {
      event.preventDefault();
      this.options.onEditLast();
    } else if ((event.metaKey || event.ctrlKey) && (event.key === "b" || event.key === "i")) {
      event.preventDefault();
      this.mark(event.key === "b" ? "*" : "_");
    }
  }

  /** Grow with the text. */
  fit() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, TALLEST_PX)}px`;
    this.button.disabled = this.isEmpty;
  }

  async send() {
    const typed = this.text.value;
    if (!typed.trim()) return;
    this.suggestions.close();
    if (/^\/\S/.test(typed)) await this.sendCommand(typed);
    else {
      this.clear();
      await this.deliver(typed);
    }
  }

  /** Send a message to where this composer writes. @param {string} typed */
  async deliver(typed) {
    const key = this.key;
    const details = { channel: this.channel, text: toWire(typed.trim()) };
    this.options.onSent?.();
    const answer = await post("message", this.thread ? { ...details, thread_ts: this.thread } : details);
    if (!answer.ok) this.giveBack(key, typed, label("sendFailed", { reason: reason(answer.error) }));
  }

  async sendCommand(typed) {
    const [, command, text] = /^(\/\S+)\s*([\s\S]*)$/.exec(typed);
    const isKnown = state.commands.some((entry) => entry.command === command.toLowerCase());
    if (!isKnown) return this.say(label("commandUnknown", { command }));
    if (this.options.inThread) return this.say(label("commandInThread", { command }));
    const key = this.key;
    this.clear();
    const answer = await post("command", {
      channel: this.channel, command: command.toLowerCase(), text: text.trim(),
    });
    if (!answer.ok) this.giveBack(key, typed, label("commandFailed", { command, reason: reason(answer.error) }));
    return undefined;
  }

  clear() {
    this.text.value = "";
    this.onInput();
  }

  /** What could not be sent returns to where it was written, unless something new stands there. */
  giveBack(key, typed, notice) {
    if (!drafts.get(key)) drafts.set(key, typed);
    if (key !== this.key) return;
    if (this.isEmpty) this.text.value = typed;
    this.fit();
    this.say(notice);
  }

  markButton(name, mark) {
    return el("button", {
      type: "button", class: "tool", title: label(name), "aria-label": label(name), tabindex: -1,
      on: { pointerdown: (event) => event.preventDefault(), click: () => this.mark(mark) },
    }, icon(name, 16));
  }

  insertButton(name, picture, text) {
    const insert = () => {
      this.focus();
      const before = this.text.value.slice(0, this.text.selectionStart);
      const space = text === "@" && before && !/\s$/.test(before) ? " " : "";
      if (text === "/" && !this.isEmpty) return;
      this.text.setRangeText(space + text, this.text.selectionStart, this.text.selectionEnd, "end");
      this.onInput();
    };
    return el("button", {
      type: "button", class: "tool", title: label(name), "aria-label": label(name),
      on: { pointerdown: (event) => event.preventDefault(), click: insert },
    }, icon(picture, 16));
  }

  shareButton() {
    const chosen = el("input", { type: "file", hidden: true, testid: `${this.options.testid}-file` });
    chosen.addEventListener("change", async () => {
      const [file] = chosen.files;
      if (file) await this.share(file);
      chosen.value = "";
    });
    const button = el("button", {
      type: "button", class: "tool", title: label("shareFile"), "aria-label": label("shareFile"),
      on: { click: () => chosen.click() },
    }, icon("file", 16));
    return el("span", {}, button, chosen);
  }

  /** Share a file where this composer writes, with what stands in it. @param {File} file */
  async share(file) {
    const { channel, thread, key } = this;
    const typed = this.text.value;
    const content = await base64(file);
    if (content === undefined) return this.say(label("fileUnreadable"));
    if (key === this.key) this.clear();
    this.options.onSent?.();
    const details = { channel, text: toWire(typed.trim()), file: { name: file.name, content } };
    const answer = await post("share", thread ? { ...details, thread_ts: thread } : details);
    if (!answer.ok) this.giveBack(key, typed, label("shareFailed", { reason: reason(answer.error) }));
    return undefined;
  }

  /** Put a mark around the selection, or a pair of marks around the caret. */
  mark(mark) {
    this.focus();
    const { selectionStart: start, selectionEnd: end, value } = this.text;
    this.text.setRangeText(`${mark}${value.slice(start, end)}${mark}`, start, end, "end");
    if (start === end) this.text.setSelectionRange(start + 1, start + 1);
    this.onInput();
  }
}

/** A file's bytes in base64; undefined when it cannot be read. @param {File} file */
function base64(file) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => resolve(undefined));
    reader.readAsDataURL(file);
  });
}
