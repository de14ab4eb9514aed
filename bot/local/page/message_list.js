/** A scrolling list of messages: days, groups, the line above what is new, old ones drawn on demand. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { messageRow } from "./messages.js";
import { state } from "./state.js";
import { label } from "./texts.js";
import { dayKey, dayName } from "./times.js";

const FIRST_DRAWN = 60;
const MORE_DRAWN = 60;
const GROUP_SECONDS = 300;
const NEAR_BOTTOM_PX = 90;

export class MessageList {
  /**
   * @param {{name: string, testid: string, inThread: boolean, openThread?: (ts: string) => void}} options
   */
  constructor(options) {
    this.options = options;
    this.channel = "";
    this.messages = [];
    this.drawn = FIRST_DRAWN;
    this.newFrom = "";
    /** @type {Map<string, {row: import("./messages.js").Row, isGrouped: boolean}>} */
    this.rows = new Map();
    this.top = el("div", { class: "list-top" });
    this.list = el("div", { class: "message-rows", role: "list", "aria-label": options.name });
    this.end = el("div", { class: "list-end" });
    this.scroller = el(
      "div", { class: "message-list", testid: options.testid, tabindex: -1 }, this.top, this.list, this.end,
    );
    this.jump = el("button", {
      type: "button", class: "jump", hidden: true, testid: "jump-to-newest", on: { click: () => this.toBottom() },
    }, icon("down", 14), label("jumpToNewest"));
    this.node = el("div", { class: "list-frame" }, this.scroller, this.jump);
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    this.scroller.addEventListener("scroll", () => this.onScroll(), { passive: true });
    new ResizeObserver(() => this.isAtBottom && this.toBottom()).observe(this.list);
    this.isAtBottom = true;
  }

  /**
   * Show a conversation from its end.
   * @param {string} channel
   * @param {{intro?: import("./dom.js").Child, newFrom?: string}} [options] `newFrom`: the first unread ts
   */
  open(channel, options = {}) {
    this.channel = channel;
    this.newFrom = options.newFrom ?? "";
    this.drawn = FIRST_DRAWN;
    this.rows.clear();
    this.list.replaceChildren();
    this.intro = options.intro ?? null;
    this.isAtBottom = true;
    this.jump.hidden = true;
  }

  /** Show these messages, oldest first. @param {import("./state.js").Message[]} messages */
  show(messages) {
    const hadLast = this.messages.at(-1)?.ts;
    this.messages = messages;
    this.draw();
    const last = messages.at(-1);
    if (this.isAtBottom) this.toBottom();
    else if (last && last.ts !== hadLast) this.jump.hidden = false;
  }

  toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.isAtBottom = true;
    this.jump.hidden = true;
  }

  /** Draw the line above the last `count` messages of others, unless there is one. */
  markNew(count) {
    const others = this.messages.filter((message) => message.user !== state.me);
    if (this.newFrom || !count || !others.length) return;
    this.newFrom = others[Math.max(0, others.length - count)].ts;
    this.draw();
    if (this.isAtBottom) this.toBottom();
  }

  /** @param {string} ts @returns {HTMLElement | undefined} */
  nodeAt(ts) {
    return this.rows.get(ts)?.row.node;
  }

  /** @param {string} ts @returns {import("./surface.js").Surface | undefined} */
  surfaceAt(ts) {
    return this.rows.get(ts)?.row.surface;
  }

  onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.isAtBottom = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM_PX;
    if (this.isAtBottom) this.jump.hidden = true;
    if (scrollTop < 200 && this.drawn < this.messages.length) this.drawEarlier();
  }

  drawEarlier() {
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    this.drawn += MORE_DRAWN;
    this.draw();
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
  }

  /** Bring the nodes in line with the messages, keeping those that have not changed. */
  draw() {
    const shown = this.messages.slice(-this.drawn);
    const isWhole = shown.length === this.messages.length;
    this.top.replaceChildren(...(isWhole && this.intro ? [this.intro] : []));
    const wanted = [];
    let previous = null;
    const firstNew = this.newFrom && shown.find((one) => one.ts >= this.newFrom && one.user !== state.me);
    for (const message of shown) {
      const newDay = !previous || dayKey(previous.ts) !== dayKey(message.ts);
      const isNew = message === firstNew;
      if (newDay && !this.options.inThread) wanted.push(this.divider(`day-${message.ts}`, dayName(message.ts)));
      if (isNew) wanted.push(this.divider("new", label("newMessages")));
      const isGrouped = !newDay && !isNew && groups(previous, message);
      wanted.push(this.rowOf(message, isGrouped));
      previous = message;
    }
    const keys = new Set(shown.map((message) => message.ts));
    for (const ts of [...this.rows.keys()]) if (!keys.has(ts)) this.rows.delete(ts);
    arrange(this.list, wanted);
    this.stopAt(this.nodeAt(shown.at(-1)?.ts));
  }

  /** Tab stops at one message; the arrows lead from there to the others. */
  stopAt(node) {
    if (!node || this.list.querySelector('.message[tabindex="0"]')?.contains(document.activeElement)) return;
    for (const other of this.list.querySelectorAll('.message[tabindex="0"]')) other.tabIndex = -1;
    node.tabIndex = 0;
  }

  onKey(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.target.classList.contains("message")) return;
    const rows = [...this.list.querySelectorAll(".message")];
    const next = rows[rows.indexOf(event.target) + step];
    if (!next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  rowOf(message, isGrouped) {
    const known = this.rows.get(message.ts);
    if (known && known.row.message === message && known.isGrouped === isGrouped) return known.row.node;
    if (known?.row.node.classList.contains("editing") && known.row.message.text === message.text) {
      return known.row.node;
    }
    const row = messageRow(this.channel, message, {
      isGrouped,
      inThread: this.options.inThread,
      before: known?.row,
      openThread: this.options.openThread ?? (() => {}),
    });
    this.rows.set(message.ts, { row, isGrouped });
    if (known?.row.node.contains(document.activeElement)) queueMicrotask(() => row.node.focus());
    return row.node;
  }

  divider(key, text) {
    const name = key === "new" ? "divider divider-new" : "divider";
    return el("div", { class: name, role: "listitem", testid: key === "new" ? "new-line" : "day-line" },
      el("span", {}, text));
  }
}

/** Whether a message goes on under the name of the one before it. */
function groups(previous, message) {
  if (!previous || previous.user !== message.user || previous.is_ephemeral || message.is_ephemeral) return false;
  if (Boolean(previous.bot_id) !== Boolean(message.bot_id) || previous.reply_count) return false;
  return Number.parseFloat(message.ts) - Number.parseFloat(previous.ts) < GROUP_SECONDS;
}

/** Make `wanted` the children of `parent`, moving as few nodes as possible. */
function arrange(parent, wanted) {
  const keep = new Set(wanted);
  for (const child of [...parent.childNodes]) if (!keep.has(child)) child.remove();
  let next = parent.firstChild;
  for (const node of wanted) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}
