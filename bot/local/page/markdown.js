/** Standard Markdown, as Slack's markdown block takes it, as DOM nodes: the block structure. */

import { el, fragment } from "./dom.js";
import { markdownInline } from "./markdown_inline.js";

const FENCE = /^(\s*)(```+|~~~+)\s*([\w+-]*)\s*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+•]|\d{1,9}[.)])(?:\s+(.*)|)$/;
const QUOTE = /^ {0,3}> ?/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const INDENT = 4;
const DEEPEST = 12;

/**
 * A Markdown text.
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function markdown(text) {
  return blocks(text.replace(/\r\n?/g, "\n").replace(/\t/g, "    ").split("\n"), 0);
}

/** @param {string[]} lines @param {number} depth how many lists and quotes these stand in */
function blocks(lines, depth) {
  const out = fragment();
  let at = 0;
  while (at < lines.length) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const read = fenced(lines, at) ?? heading(lines, at) ?? rule(lines, at) ?? table(lines, at)
      ?? (depth < DEEPEST ? quote(lines, at, depth) ?? list(lines, at, depth) : null)
      ?? paragraph(lines, at);
    out.appendChild(read.node);
    at = read.next;
  }
  return out;
}

function fenced(lines, at) {
  const open = FENCE.exec(lines[at]);
  if (!open) return null;
  const closes = new RegExp(`^\\s*${open[2][0]}{${open[2].length},}\\s*$`);
  let next = at + 1;
  while (next < lines.length && !closes.test(lines[next])) next += 1;
  const strip = new RegExp(`^ {0,${open[1].length}}`);
  const code = lines.slice(at + 1, next).map((line) => line.replace(strip, "")).join("\n");
  const node = el("pre", { data: { language: open[3] || null } }, el("code", {}, code));
  return { node, next: next + 1 };
}

function heading(lines, at) {
  const match = HEADING.exec(lines[at]);
  if (!match) return null;
  const node = el(match[1].length < 3 ? "h3" : "h4", { class: `md-h${match[1].length}` }, markdownInline(match[2]));
  return { node, next: at + 1 };
}

function rule(lines, at) {
  return RULE.test(lines[at]) ? { node: el("hr"), next: at + 1 } : null;
}

function table(lines, at) {
  const isTable = lines[at].includes("|") && TABLE_RULE.test(lines[at + 1] ?? "");
  if (!isTable || cells(lines[at]).length !== cells(lines[at + 1]).length) return null;
  const sides = cells(lines[at + 1]).map((mark) => {
    if (/^:.*:$/.test(mark)) return "center";
    return mark.endsWith(":") ? "end" : "start";
  });
  const row = (line, tag) => {
    const found = cells(line);
    return el("tr", {}, sides.map((side, index) => {
      const scope = tag === "th" ? "col" : null;
      const cell = el(tag, { scope, dir: "auto" }, markdownInline(found[index] ?? ""));
      cell.style.textAlign = side;
      return cell;
    }));
  };
  const body = [];
  let next = at + 2;
  while (next < lines.length && lines[next].includes("|")) {
    body.push(row(lines[next], "td"));
    next += 1;
  }
  const grid = el("table", {}, el("thead", {}, row(lines[at], "th")), el("tbody", {}, body));
  return { node: el("div", { class: "table-scroll", tabindex: 0 }, grid), next };
}

function cells(line) {
  const bare = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

function quote(lines, at, depth) {
  if (!QUOTE.test(lines[at])) return null;
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next])) next += 1;
  const inner = lines.slice(at, next).map((line) => line.replace(QUOTE, ""));
  return { node: el("blockquote", {}, blocks(inner, depth + 1)), next };
}

function list(lines, at, depth) {
  const first = ITEM.exec(lines[at]);
  if (!first || first[1].length >= INDENT) return null;
  const isOrdered = /\d/.test(first[2]);
  const number = Number.parseInt(first[2], 10);
  const node = el(isOrdered ? "ol" : "ul", { start: isOrdered && number !== 1 ? number : null });
  let next = at;
  while (next < lines.length) {
    const match = ITEM.exec(lines[next]);
    const isSibling = match && match[1].length - first[1].length < 2 && /\d/.test(match[2]) === isOrdered;
    if (!isSibling || RULE.test(lines[next])) break;
    const width = match[1].length + match[2].length + 1;
    const inner = [match[3] ?? ""];
    next += 1;
    while (next < lines.length && belongs(lines, next, match[1].length)) {
      inner.push(lines[next].slice(Math.min(width, lines[next].search(/\S|$/))));
      next += 1;
    }
    node.appendChild(item(inner, depth + 1));
  }
  return { node, next };
}

/** Whether a line goes on with the item above it: indented more, or an empty one before such. */
function belongs(lines, at, indent) {
  const line = lines[at];
  if (!line.trim()) {
    const after = lines[at + 1] ?? "";
    return after.trim() !== "" && after.search(/\S/) > indent + 1;
  }
  if (line.search(/\S/) > indent + 1) return true;
  return !startsBlock(line) && lines[at - 1].trim() !== "";
}

function item(lines, depth) {
  const task = /^\[([ xX])\]\s+/.exec(lines[0]);
  const rest = task ? [lines[0].slice(task[0].length), ...lines.slice(1)] : lines;
  const content = blocks(rest, depth);
  const only = content.firstChild;
  if (only?.nodeName === "P") only.replaceWith(...only.childNodes);
  if (!task) return el("li", {}, content);
  const box = el("input", { type: "checkbox", disabled: true, checked: task[1] !== " " });
  return el("li", { class: "task" }, box, content);
}

function paragraph(lines, at) {
  let next = at + 1;
  while (next < lines.length && lines[next].trim() && !startsBlock(lines[next])) next += 1;
  return { node: el("p", {}, markdownInline(lines.slice(at, next).join("\n"))), next };
}

function startsBlock(line) {
  return [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line));
}
