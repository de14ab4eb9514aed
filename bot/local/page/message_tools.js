/** The buttons that appear over a message: reply, shortcuts, edit, delete and the rest. */

import { post } from "./api.js";
import { askFirst } from "./dialogs.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { reason } from "./reasons.js";
import { state } from "./state.js";
import { label } from "./texts.js";
import { fromWire, toWire } from "./wire.js";

/**
 * @param {string} channel
 * @param {import("./state.js").Message} message
 * @param {{node: HTMLElement, inThread: boolean, openThread: (ts: string) => void}} row
 */
export function messageTools(channel, message, row) {
  const bar = el("div", { class: "message-tools", role: "toolbar", testid: "message-tools" });
  const add = (name, picture, testid, click) =>
    bar.appendChild(el("button", {
      type: "button", class: "tool", title: name, "aria-label": name, testid, on: { click },
    }, icon(picture)));
  if (!message.is_ephemeral) {
    if (!row.inThread) add(label("replyInThread"), "reply", "reply-in-thread", () => row.openThread(message.ts));
    for (const shortcut of state.shortcuts) {
      add(shortcut.name, "bookmark", `shortcut-${shortcut.callback_id}`, () =>
        post("shortcut", { callback_id: shortcut.callback_id, channel, message_ts: message.ts }));
    }
  }
  const more = el("button", {
    type: "button", class: "tool", title: label("moreActions"), "aria-label": label("moreActions"),
    "aria-haspopup": "menu", "aria-expanded": "false", testid: "message-more",
    on: { click: () => openMenu(more, moreItems(channel, message, row), { testid: "message-menu" }) },
  }, icon("more"));
  bar.appendChild(more);
  return bar;
}

function moreItems(channel, message, row) {
  const items = [{
    name: label("copyText"), testid: "copy-text",
    pick: () => navigator.clipboard?.writeText(fromWire(message.text ?? "")),
  }];
  if (message.user !== state.me || message.is_ephemeral || message.bot_id) return items;
  items.unshift({
    name: label("editMessage"), testid: "edit-message", pick: () => editMessage(channel, message, row.node),
  });
  items.push(
    {
      name: label("simulateUnfurl"), testid: "simulate-unfurl",
      pick: () => post("unfurl", { channel, ts: message.ts }),
    },
    {
      name: label("deleteMessage"), testid: "delete-message", danger: true,
      pick: () => remove(channel, message),
    },
  );
  return items;
}

async function remove(channel, message) {
  const agreed = await askFirst({
    title: { type: "plain_text", text: label("deleteTitle") },
    text: { type: "plain_text", text: label("deleteQuestion") },
    confirm: { type: "plain_text", text: label("deleteMessage") },
    style: "danger",
  });
  if (agreed) await post("delete", { channel, ts: message.ts });
}

/**
 * Let the person rewrite the message in its place.
 * @param {string} channel
 * @param {import("./state.js").Message} message
 * @param {HTMLElement} node its row
 */
export function editMessage(channel, message, node) {
  if (node.classList.contains("editing")) return;
  const body = node.querySelector(".message-body");
  const before = [...body.childNodes];
  const stop = () => {
    fill(body, before);
    node.classList.remove("editing");
    node.focus();
  };
  const warning = el("div", { class: "composer-notice", role: "alert" });
  const text = el("textarea", {
    class: "edit-text", dir: "auto", "aria-label": label("editMessage"), testid: "edit-text", rows: 2,
  });
  const save = async () => {
    const typed = text.value.trim();
    if (!typed || typed === fromWire(message.text)) return stop();
    const answer = await post("edit", { channel, ts: message.ts, text: toWire(typed) });
    if (answer.ok) return stop();
    warning.textContent = label("sendFailed", { reason: reason(answer.error) });
    return undefined;
  };
  text.value = fromWire(message.text ?? "");
  text.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape") stop();
    else if (event.key === "Enter" && !event.shiftKey) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  node.classList.add("editing");
  fill(
    body,
    text,
    warning,
    el("div", { class: "edit-buttons" },
      el("button", { type: "button", class: "button", on: { click: stop } }, label("cancel")),
      el("button", { type: "button", class: "button primary", testid: "edit-save", on: { click: save } }, label("save"))),
  );
  text.focus();
  text.setSelectionRange(text.value.length, text.value.length);
}
