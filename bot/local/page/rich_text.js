/** Block Kit's rich_text block as DOM nodes. Source: Slack's "Rich text block" reference. */

import { el, fragment } from "./dom.js";
import { emojiOf } from "./emoji.js";
import { broadcastMention, channelMention, link, personMention } from "./links.js";
import { formatDate } from "./times.js";

const MARKS = { code: "code", strike: "s", italic: "em", bold: "strong", underline: "u", highlight: "mark" };
const BULLETS = ["disc", "circle", "square"];
const NUMBERS = ["decimal", "lower-alpha", "lower-roman"];

/** @param {{elements: object[]}} block */
export function richText(block) {
  return el("div", { class: "rich-text" }, (block.elements ?? []).map(part));
}

function part(element) {
  const content = element.elements ?? [];
  switch (element.type) {
    case "rich_text_section":
      return el("div", { class: "rich-section" }, withBreaks(content));
    case "rich_text_list":
      return list(element);
    case "rich_text_quote":
      return el("blockquote", {}, withBreaks(content));
    case "rich_text_preformatted":
      return el("pre", {}, el("code", {}, content.map((item) => item.text ?? item.url ?? "").join("")));
    default:
      return null;
  }
}

function list(element) {
  const isOrdered = element.style === "ordered";
  const depth = element.indent ?? 0;
  const start = isOrdered && element.offset ? element.offset + 1 : null;
  const node = el(isOrdered ? "ol" : "ul", { class: element.border ? "bordered" : null, start });
  node.style.listStyleType = (isOrdered ? NUMBERS : BULLETS)[depth % 3];
  node.style.marginInlineStart = `${depth * 1.6}em`;
  for (const item of element.elements ?? []) {
    node.appendChild(el("li", {}, item.elements ? withBreaks(item.elements) : part(item)));
  }
  return node;
}

function withBreaks(elements) {
  return elements.map(leaf);
}

function leaf(element) {
  switch (element.type) {
    case "text":
      return styled(lineBreaks(element.text ?? ""), element.style);
    case "link":
      return styled(link(element.url ?? "", element.text || element.url), element.style);
    case "emoji":
      return el("span", { class: "emoji", title: `:${element.name}:` }, emojiText(element));
    case "user":
      return styled(personMention(element.user_id), element.style);
    case "channel":
      return styled(channelMention(element.channel_id), element.style);
    case "usergroup":
      return el("span", { class: "mention" }, `@${element.usergroup_id}`);
    case "broadcast":
      return broadcastMention(element.range);
    case "date":
      return dateLeaf(element);
    case "color":
      return colour(element.value);
    default:
      return element.text ?? null;
  }
}

function emojiText(element) {
  const points = /^[0-9a-f-]+$/i.test(element.unicode ?? "") ? element.unicode.split("-") : [];
  if (points.length) return String.fromCodePoint(...points.map((hex) => Number.parseInt(hex, 16)));
  return emojiOf(element.name, element.skin_tone) ?? `:${element.name}:`;
}

function dateLeaf(element) {
  const text = element.format ? formatDate(element.timestamp, element.format) : element.fallback;
  const node = el("time", { title: element.fallback ?? "" }, text ?? "");
  return element.url ? link(element.url, node) : node;
}

function colour(value) {
  const swatch = el("span", { class: "swatch", "aria-hidden": true });
  if (/^#[0-9a-f]{3,8}$/i.test(value ?? "")) swatch.style.backgroundColor = value;
  return fragment(swatch, el("code", {}, value));
}

function lineBreaks(text) {
  return fragment(...text.split("\n").map((line, index) => [index > 0 && el("br"), line]));
}

function styled(node, style) {
  let result = node;
  for (const [name, tag] of Object.entries(MARKS)) {
    if (style?.[name]) result = el(tag, {}, result);
  }
  return result;
}
