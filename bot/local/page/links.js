/** Mentions, links and Slack's `<…>` references as DOM nodes. Only harmless addresses become links. */

import { el } from "./dom.js";
import { personName, state } from "./state.js";
import { label } from "./texts.js";
import { formatDate } from "./times.js";

const SAFE_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/files\/)/i;

/** A web address that stands bare in a text, without the punctuation after it. */
export const BARE_URL = /https?:\/\/[^\s<>"'`|\\^{}]*[^\s<>"'`|\\^{}.,:;!?)\]}*_~]/y;

/**
 * A link, or the content alone when the address could do harm.
 * @param {string} url
 * @param {...import("./dom.js").Child} content the address itself when left out
 */
export function link(url, ...content) {
  const shown = content.length ? content : [url.replace(/^mailto:/, "")];
  if (!SAFE_ADDRESS.test(url)) return el("span", {}, ...shown);
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, ...shown);
}

/** An address for an image source, or null when the page must not load it. */
export function imageSource(url) {
  return typeof url === "string" && /^(https?:\/\/|data:image\/(png|jpe?g|gif|webp);|\/)/i.test(url)
    ? url
    : null;
}

/** @param {string} id @param {string} [fallback] */
export function personMention(id, fallback) {
  const mine = id === state.me;
  const name = state.people.has(id) ? personName(id) : fallback || label("somebody");
  return el("span", { class: mine ? "mention mention-me" : "mention", data: { user: id } }, `@${name}`);
}

/** @param {string} id @param {string} [fallback] */
export function channelMention(id, fallback) {
  const channel = state.channels.get(id);
  const name = channel ? channel.name : fallback || id;
  return el("a", { class: "mention", href: channel ? `#${id}` : null }, `#${name}`);
}

/** @param {string} range here, channel or everyone */
export function broadcastMention(range) {
  return el("span", { class: "mention mention-me" }, `@${range}`);
}

/**
 * What stands between `<` and `>` in Slack's text, entities already undone.
 * @param {string} body
 * @returns {Node}
 */
export function reference(body) {
  const bar = body.indexOf("|");
  const target = bar < 0 ? body : body.slice(0, bar);
  const shown = bar < 0 ? "" : body.slice(bar + 1);
  if (target.startsWith("@")) return personMention(target.slice(1), shown.replace(/^@/, ""));
  if (target.startsWith("#")) return channelMention(target.slice(1), shown.replace(/^#/, ""));
  if (!target.startsWith("!")) return link(target, ...(shown ? [shown] : []));
  const [command, ...rest] = target.slice(1).split("^");
  if (command === "date") {
    const [seconds, format, address] = rest;
    const text = Number.isFinite(Number(seconds)) && format
      ? formatDate(Number(seconds), format)
      : shown;
    return address ? link(address, text) : el("time", { title: shown }, text);
  }
  if (command === "subteam") return el("span", { class: "mention" }, shown || rest[0] || "");
  if (["here", "channel", "everyone"].includes(command)) return broadcastMention(command);
  return document.createTextNode(shown || `<${target}>`);
}
