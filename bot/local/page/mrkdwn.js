/** Slack's own markup (mrkdwn) as DOM nodes. Sources: Slack's "Formatting message text". */

import { el, fragment } from "./dom.js";
import { SHORTCODE, emojiOf, isOnlyEmoji, withEmoji } from "./emoji.js";
import { BARE_URL, link, reference } from "./links.js";

const STYLES = { "*": "strong", _: "em", "~": "s" };
const WORD = /[\p{L}\p{N}_]/u;

/** How far a mark looks for its end, so that a long text of lone marks stays cheap. */
const REACH_CHARS = 3_000;

/** Undo Slack's three escapes, once. @param {string} text */
export function unescape(text) {
  return text.replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">" })[name]);
}

/**
 * A mrkdwn text with its blocks: code fences, quotes, lines.
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function mrkdwn(text) {
  if (isOnlyEmoji(text)) return fragment(el("span", { class: "jumbo" }, withEmoji(text)));
  const out = fragment();
  const fence = /```\n?([\s\S]+?)\n?```/g;
  let from = 0;
  for (const match of text.matchAll(fence)) {
    lines(text.slice(from, match.index).replace(/\n$/, ""), out);
    out.appendChild(el("pre", {}, el("code", {}, codeText(match[1]))));
    from = match.index + match[0].length;
    if (text[from] === "\n") from += 1;
  }
  lines(text.slice(from), out);
  return out;
}

/**
 * A text object of Block Kit: mrkdwn, or plain text in which nothing but emoji is marked.
 * @param {{type: string, text: string, emoji?: boolean} | undefined} object
 * @returns {DocumentFragment}
 */
export function textObject(object) {
  if (!object) return fragment();
  return object.type === "mrkdwn" ? mrkdwn(object.text) : fragment(plain(object));
}

/** The bare words of a plain text object. */
export function plain(object) {
  if (!object) return "";
  return object.emoji === false ? object.text : withEmoji(object.text);
}

/**
 * One run of text without line structure.
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function inline(text) {
  const out = fragment();
  const searched = {};
  let plainFrom = 0;
  let at = 0;
  const put = (node, end) => {
    flush(out, text.slice(plainFrom, at));
    out.appendChild(node);
    at = end;
    plainFrom = end;
  };
  while (at < text.length) {
    const found = spanAt(text, at, searched);
    if (found) put(found.node, found.end);
    else at += 1;
  }
  flush(out, text.slice(plainFrom));
  return out;
}

function spanAt(text, at, searched) {
  const mark = text[at];
  if (mark === "`") return codeAt(text, at);
  if (mark === "<") return referenceAt(text, at);
  if (mark in STYLES) return styleAt(text, at, searched);
  if (mark === ":") return emojiAt(text, at);
  if (mark === "h") return urlAt(text, at);
  return null;
}

function codeAt(text, at) {
  const match = /^`([^`\n]+)`/.exec(text.slice(at, at + REACH_CHARS));
  return match && { node: el("code", {}, codeText(match[1])), end: at + match[0].length };
}

function referenceAt(text, at) {
  const match = /^<((?:[@#!]\S|https?:|mailto:|tel:)[^\n<>]*)>/.exec(text.slice(at, at + REACH_CHARS));
  return match && { node: reference(unescape(match[1])), end: at + match[0].length };
}

/**
 * A style opens after a non-word and before a non-space; it closes the other way round. `searched`
 * remembers up to where no end of a mark was found, so that nothing is looked through twice.
 */
function styleAt(text, at, searched) {
  const mark = text[at];
  if (at > 0 && (WORD.test(text[at - 1]) || text[at - 1] === mark)) return null;
  if (text[at + 1] === mark || /\s/.test(text[at + 1] ?? " ")) return null;
  const limit = Math.min(text.length, at + REACH_CHARS);
  let end = Math.max(at + 1, searched[mark] ?? 0);
  while (end < limit && text[end] !== "\n") {
    const skip = text[end] === "`" ? codeAt(text, end) : text[end] === "<" ? referenceAt(text, end) : null;
    if (skip) {
      end = skip.end;
      continue;
    }
    const closes =
      text[end] === mark && end > at + 1 && !/\s/.test(text[end - 1]) && !WORD.test(text[end + 1] ?? " ");
    if (closes) {
      const node = el(STYLES[mark], {}, inline(text.slice(at + 1, end)));
      return { node, end: end + 1 };
    }
    end += 1;
  }
  searched[mark] = end;
  return null;
}

function emojiAt(text, at) {
  SHORTCODE.lastIndex = at;
  const match = SHORTCODE.exec(text);
  const character = match && emojiOf(match[1], match[2]);
  if (!character) return null;
  const node = el("span", { class: "emoji", title: match[0] }, character);
  return { node, end: at + match[0].length };
}

function urlAt(text, at) {
  if (at > 0 && WORD.test(text[at - 1])) return null;
  BARE_URL.lastIndex = at;
  const match = BARE_URL.exec(text);
  if (!match) return null;
  return { node: link(unescape(match[0])), end: at + match[0].length };
}

function lines(text, out) {
  if (!text) return;
  const all = text.split("\n");
  let at = 0;
  let isFirst = true;
  while (at < all.length) {
    const whole = /^(?:>>>|&gt;&gt;&gt;) ?/.exec(all[at]);
    if (whole) {
      const rest = [all[at].slice(whole[0].length), ...all.slice(at + 1)];
      out.appendChild(el("blockquote", {}, withBreaks(rest)));
      return;
    }
    const quoted = [];
    while (at < all.length && /^(?:>|&gt;)/.test(all[at])) {
      quoted.push(all[at].replace(/^(?:>|&gt;) ?/, ""));
      at += 1;
    }
    if (quoted.length) {
      out.appendChild(el("blockquote", {}, withBreaks(quoted)));
      isFirst = true;
      continue;
    }
    if (!isFirst) out.appendChild(el("br"));
    out.appendChild(inline(all[at]));
    isFirst = false;
    at += 1;
  }
}

function withBreaks(all) {
  return all.map((line, index) => [index > 0 && el("br"), inline(line)]);
}

function flush(out, text) {
  if (text) out.appendChild(document.createTextNode(unescape(text)));
}

/** In code Slack still shows references by their words. */
function codeText(text) {
  const bare = text.replace(/<((?:https?:|mailto:)[^|>\n]+)(?:\|([^>\n]*))?>/g, (_, url, shown) => shown || url);
  return unescape(bare);
}
