/** Turns what a person typed into Slack's text form (escapes, mentions, links) and back. */

import { BARE_URL } from "./links.js";
import { unescape } from "./mrkdwn.js";
import { personName, state } from "./state.js";

const CODE = /(```[\s\S]*?```|`[^`\n]+`)/;
const BROADCASTS = ["here", "channel", "everyone"];

/**
 * "@Ttori a < b" → "<@U0TTORI> a &lt; b". Code is escaped and otherwise left alone.
 * @param {string} typed
 */
export function toWire(typed) {
  const parts = typed.split(CODE);
  return parts.map((part, index) => (index % 2 ? escape(part) : withReferences(part))).join("");
}

/** What the person would have typed. @param {string} wire */
export function fromWire(wire) {
  const words = wire.replace(/<([^<>\n]+)>/g, (whole, body) => {
    const [target, shown] = body.split("|", 2);
    if (target.startsWith("@")) return `@${personName(target.slice(1))}`;
    if (target.startsWith("#")) return `#${state.channels.get(target.slice(1))?.name ?? shown ?? ""}`;
    if (target.startsWith("!")) return `@${target.slice(1)}`;
    return target;
  });
  return unescape(words);
}

function escape(text) {
  return text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
}

function withReferences(text) {
  const names = knownNames();
  let out = "";
  let at = 0;
  while (at < text.length) {
    const found = text[at] === "h" ? urlAt(text, at) : nameAt(text, at, names);
    out += found ? found.wire : escape(text[at]);
    at += found ? found.length : 1;
  }
  return out;
}

function urlAt(text, at) {
  if (at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1])) return null;
  BARE_URL.lastIndex = at;
  const url = BARE_URL.exec(text)?.[0];
  return url ? { wire: `<${escape(url)}>`, length: url.length } : null;
}

/** A known name after "@" or "#", the longest that fits. A particle may follow it: "@Ttori야". */
function nameAt(text, at, names) {
  if ((text[at] !== "@" && text[at] !== "#") || (at > 0 && /[\p{L}\p{N}_]/u.test(text[at - 1]))) return null;
  for (const [name, wire] of names) {
    const candidate = text.slice(at, at + name.length);
    const after = text[at + name.length] ?? " ";
    const endsInside = /[a-z0-9_]$/i.test(name) && /[a-z0-9_]/i.test(after);
    if (candidate.toLowerCase() === name.toLowerCase() && !endsInside) return { wire, length: name.length };
  }
  return null;
}

function knownNames() {
  const names = [];
  for (const person of state.people.values()) {
    for (const name of new Set([person.name, person.real_name])) {
      if (name) names.push([`@${name}`, `<@${person.id}>`]);
    }
  }
  for (const channel of state.channels.values()) {
    if (!channel.is_im) names.push([`#${channel.name}`, `<#${channel.id}|${channel.name}>`]);
  }
  for (const range of BROADCASTS) names.push([`@${range}`, `<!${range}>`]);
  return names.sort((a, b) => b[0].length - a[0].length);
}
