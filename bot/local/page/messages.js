/** One message: who, when, what, and what hangs on it (reactions, files, its thread). */

import { post } from "./api.js";
import { avatar } from "./avatar.js";
import { messageBody } from "./blocks.js";
import { el } from "./dom.js";
import { emojiOf } from "./emoji.js";
import { icon } from "./icons.js";
import { link } from "./links.js";
import { messageTools } from "./message_tools.js";
import { personName, state } from "./state.js";
import { Surface } from "./surface.js";
import { label } from "./texts.js";
import { clockTime, dayAndTime, fullTime, gutterTime } from "./times.js";

/**
 * @typedef {{message: import("./state.js").Message, node: HTMLElement, surface: Surface}} Row
 * @param {string} channel
 * @param {import("./state.js").Message} message
 * @param {{isGrouped: boolean, inThread: boolean, before?: Row, openThread: (ts: string) => void}} options
 *   `isGrouped`: the same person goes on, so that name and picture are left out
 * @returns {Row}
 */
export function messageRow(channel, message, options) {
  const surface = new Surface(
    "message",
    (click) => post("action", {
      channel, message_ts: message.ts, is_ephemeral: Boolean(message.is_ephemeral), ...click,
    }),
    options.before?.surface,
  );
  const node = el(
    "div",
    {
      class: rowClass(message, options),
      role: "listitem",
      tabindex: -1,
      testid: message.is_ephemeral ? "ephemeral" : "message",
      data: {
        ts: message.ts, thread: message.thread_ts, user: message.user,
        streaming: message.streaming ? "true" : null,
      },
    },
    message.is_ephemeral && onlyYou(channel, message),
    options.isGrouped ? gutter(message) : el("div", { class: "gutter" }, avatar(message.user, 36)),
    el(
      "div",
      { class: "message-main" },
      !options.isGrouped && headline(message),
      el("div", { class: "message-body", testid: "message-body" },
        message.subtype === "tombstone" ? label("messageDeleted") : messageBody(message, surface),
        message.edited && el("span", { class: "edited" }, ` ${label("edited")}`),
        message.streaming && el("span", { class: "caret", role: "img", "aria-label": label("writing") })),
      files(message),
      reactions(message),
      !options.inThread && threadBar(message, options.openThread),
    ),
  );
  const giveTools = () => {
    if (node.querySelector(":scope > .message-tools") || message.streaming) return;
    node.appendChild(messageTools(channel, message, { node, ...options }));
  };
  for (const event of ["pointerenter", "focusin"]) node.addEventListener(event, giveTools);
  return { message, node, surface };
}

function rowClass(message, { isGrouped }) {
  const names = ["message"];
  if (isGrouped) names.push("grouped");
  if (message.is_ephemeral) names.push("ephemeral");
  if (message.bot_id) names.push("from-app");
  if (message.subtype === "tombstone") names.push("tombstone");
  return names.join(" ");
}

function onlyYou(channel, message) {
  const dismiss = () => post("delete", { channel, ts: message.ts });
  return el("div", { class: "only-you", testid: "only-you" },
    icon("eye", 14),
    el("span", {}, label("onlyYou")),
    el("button", { type: "button", class: "link-button", testid: "dismiss", on: { click: dismiss } }, label("dismiss")));
}

function gutter(message) {
  const time = el("time", { class: "gutter-time", title: fullTime(message.ts) }, gutterTime(message.ts));
  return el("div", { class: "gutter" }, time);
}

function headline(message) {
  const person = state.people.get(message.user);
  return el(
    "div",
    { class: "message-head" },
    el("span", { class: "author", testid: "author", dir: "auto" }, message.username || personName(message.user)),
    (message.bot_id || person?.is_bot) && el("span", { class: "app-badge" }, label("app")),
    el("time", { class: "time", title: fullTime(message.ts) }, clockTime(message.ts)),
  );
}

function files(message) {
  if (!message.files?.length) return null;
  return el("div", { class: "files" }, message.files.map((file) => {
    const name = file.title || file.name || label("attachment");
    const address = file.permalink ?? file.url_private ?? "";
    return el("div", { class: "file" }, icon("file"), address ? link(address, name) : name);
  }));
}

function reactions(message) {
  if (!message.reactions?.length) return null;
  return el("div", { class: "reactions" }, message.reactions.map((reaction) => {
    const users = reaction.users ?? [];
    const who = users.map(personName).join(", ");
    const mine = users.includes(state.me) ? "reaction mine" : "reaction";
    const shown = emojiOf(reaction.name) ?? `:${reaction.name}:`;
    return el("span", { class: mine, title: who, testid: "reaction", data: { name: reaction.name } },
      shown, " ", String(reaction.count ?? users.length));
  }));
}

function threadBar(message, openThread) {
  if (!message.reply_count) return null;
  const count = message.reply_count;
  const faces = (message.reply_users ?? []).slice(0, 4).map((user) => avatar(user, 24));
  return el(
    "button",
    { type: "button", class: "thread-bar", testid: "thread-bar", on: { click: () => openThread(message.ts) } },
    el("span", { class: "thread-faces" }, faces),
    el("span", { class: "thread-count" }, count === 1 ? label("oneReply") : label("replies", { count })),
    message.latest_reply &&
      el("span", { class: "thread-last" }, label("lastReply", { time: dayAndTime(message.latest_reply) })),
    el("span", { class: "thread-view" }, label("viewThread")),
  );
}
