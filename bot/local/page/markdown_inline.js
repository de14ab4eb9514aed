/** Standard Markdown's inline marks as DOM nodes. */

import { el, fragment } from "./dom.js";
import { SHORTCODE, emojiOf } from "./emoji.js";
import { BARE_URL, link, reference } from "./links.js";
import { unescape } from "./mrkdwn.js";

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;

/** How far a mark looks for its end, so that a long text of lone marks stays cheap. */
const REACH_CHARS = 3_000;

/** The marks, longest first, with the tags they make (outermost first). */
const MARKS = [
  ["***", ["strong", "em"]],
  ["**", ["strong"]],
  ["__", ["strong"]],
  ["~~", ["s"]],
  ["*", ["em"]],
  ["_", ["em"]],
];

/**
 * @param {string} text a paragraph; a line break in it stays one, as Slack shows it
 * @returns {DocumentFragment}
 */
export function markdownInline(text) {
  const out = fragment();
  const searched = {};
  let words = "";
  let at = 0;
  const flush = () => {
    if (words) out.appendChild(document.createTextNode(unescape(words)));
    words = "";
  };
  while (at < text.length) {
    if (text[at] === "\\" && PUNCTUATION.test(text[at + 1] ?? "")) {
      flush();
      out.appendChild(document.createTextNode(text[at + 1]));
      at += 2;
      continue;
    }
    const found = spanAt(text, at, searched);
    if (found) {
      flush();
      out.appendChild(found.node);
      at = found.end;
    } else {
      words += text[at];
      at += 1;
    }
  }
  flush();
  return out;
}

function spanAt(text, at, searched) {
  switch (text[at]) {
    case "\n":
      return { node: el("br"), end: at + 1 };
    case "`":
      return codeAt(text, at);
    case "!":
    case "[":
      return linkAt(text, at);
    case "<":
      return referenceAt(text, at);
    case ":":
      return emojiAt(text, at);
    case "h":
      return urlAt(text, at);
    default:
      return markAt(text, at, searched);
  }
}

function codeAt(text, at) {
  const ticks = /^`+/.exec(text.slice(at))[0];
  let end = at + ticks.length;
  while ((end = text.indexOf(ticks, end)) >= 0) {
    if (text[end + ticks.length] !== "`" && text[end - 1] !== "`") {
      const code = text.slice(at + ticks.length, end).replace(/^ (.*\S.*) $/, "$1");
      return { node: el("code", {}, code), end: end + ticks.length };
    }
    end += 1;
  }
  return null;
}

/** `[words](address "title")`; a picture becomes a link to it, as in Slack. */
function linkAt(text, at) {
  const pattern = /!?\[((?:[^[\]\\]|\\.|\[[^\]]*\])*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\s*\)/y;
  pattern.lastIndex = at;
  const match = pattern.exec(text.slice(0, at + REACH_CHARS));
  if (!match) return null;
  const words = match[1] ? markdownInline(match[1]) : match[2];
  return { node: link(match[2], words), end: at + match[0].length };
}

function referenceAt(text, at) {
  const match = /^<([@#!][^\s<>][^<>\n]*|(?:https?:|mailto:)[^<>\s]+)>/.exec(text.slice(at, at + REACH_CHARS));
  return match && { node: reference(match[1]), end: at + match[0].length };
}

function emojiAt(text, at) {
  SHORTCODE.lastIndex = at;
  const match = SHORTCODE.exec(text);
  const character = match && emojiOf(match[1], match[2]);
  return character ? { node: el("span", { class: "emoji" }, character), end: at + match[0].length } : null;
}

function urlAt(text, at) {
  if (at > 0 && WORD.test(text[at - 1])) return null;
  BARE_URL.lastIndex = at;
  const match = BARE_URL.exec(text);
  return match && { node: link(match[0]), end: at + match[0].length };
}

function markAt(text, at, searched) {
  for (const [mark, tags] of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const end = closing(text, at, mark, searched);
    if (end < 0) continue;
    let node = markdownInline(text.slice(at + mark.length, end));
    for (const tag of [...tags].reverse()) node = el(tag, {}, node);
    return { node, end: end + mark.length };
  }
  return null;
}

/**
 * Where a mark that opens at `at` closes, or −1. Underscores inside a word mark nothing. `searched`
 * remembers up to where no end of a mark was found, so that nothing is looked through twice.
 */
function closing(text, at, mark, searched) {
  const from = at + mark.length;
  const isUnder = mark[0] === "_";
  if (/\s/.test(text[from] ?? " ") || (isUnder && WORD.test(text[at - 1] ?? " "))) return -1;
  const limit = Math.min(text.length, at + REACH_CHARS);
  let end = Math.max(from, searched[mark] ?? 0);
  while (end < limit) {
    if (text[end] === "\\") {
      end += 2;
      continue;
    }
    const code = text[end] === "`" ? codeAt(text, end) : null;
    if (code) {
      end = code.end;
      continue;
    }
    const run = runLength(text, end, mark[0]);
    const closes = run >= mark.length && (mark.length > 1 || run !== 2) && end > from && !/\s/.test(text[end - 1]);
    if (closes && !(isUnder && WORD.test(text[end + run] ?? " "))) return end + run - mark.length;
    end += Math.max(run, 1);
  }
  searched[mark] = end;
  return -1;
}

function runLength(text, at, mark) {
  let length = 0;
  while (text[at + length] === mark) length += 1;
  return length;
}
