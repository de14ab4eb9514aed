/** Blocks that agents stream: plans, task cards; and tables and the older attachments. */

import { el } from "./dom.js";
import { link } from "./links.js";
import { mrkdwn } from "./mrkdwn.js";
import { richText } from "./rich_text.js";

const SIGNS = { pending: "○", in_progress: "◔", complete: "✓", error: "⚠" };
const HEX = /^#?[0-9a-f]{6}$/i;
const NAMED = { good: "#2eb67d", warning: "#ecb22e", danger: "#e01e5a" };

/** @param {{title?: string, tasks?: object[]}} block */
export function plan(block) {
  const title = block.title && el("div", { class: "plan-title", dir: "auto" }, block.title);
  return el("div", { class: "plan" }, title, (block.tasks ?? []).map(taskCard));
}

/** @param {{title: string, status?: string, details?: object, output?: object, sources?: object[]}} block */
export function taskCard(block) {
  const more = [block.details, block.output].filter(Boolean).map(richText);
  const sources = (block.sources ?? []).map((source) => link(source.url ?? "", source.text || source.url));
  return el(
    "div",
    { class: "task-card", data: { status: block.status } },
    el("span", { "aria-label": block.status, role: "img" }, SIGNS[block.status] ?? SIGNS.pending),
    el("span", { dir: "auto" }, block.title),
    more.length > 0 && el("div", { class: "task-more" }, more),
    sources.length > 0 && el("div", { class: "task-more" }, sources.map((node, index) => [index > 0 && " · ", node])),
  );
}

/** @param {{rows: object[][], column_settings?: {align?: string}[]}} block */
export function table(block) {
  const [head = [], ...body] = block.rows ?? [];
  const row = (cells, tag) => el("tr", {}, cells.map((cell, index) => {
    const content = cell.type === "rich_text" ? richText(cell) : cell.text ?? "";
    const node = el(tag, { scope: tag === "th" ? "col" : null, dir: "auto" }, content);
    node.style.textAlign = block.column_settings?.[index]?.align ?? "start";
    return node;
  }));
  return el("div", { class: "table-scroll", tabindex: 0 },
    el("table", {}, el("thead", {}, row(head, "th")), el("tbody", {}, body.map((cells) => row(cells, "td")))));
}

/**
 * An attachment, the older form of rich content: a bar at its side.
 * @param {object} item
 * @param {(blocks: object[]) => Node} renderBlocks
 */
export function attachment(item, renderBlocks) {
  const title = item.title && el("div", { class: "attachment-title" }, item.title_link ? link(item.title_link, item.title) : item.title);
  const text = item.text || (!item.title && !item.blocks ? item.fallback : "");
  const node = el(
    "div",
    { class: "attachment", dir: "auto" },
    item.pretext && el("div", {}, mrkdwn(item.pretext)),
    title,
    text && el("div", {}, mrkdwn(text)),
    (item.fields ?? []).map((field) => el("div", {}, el("strong", {}, field.title), " ", mrkdwn(field.value ?? ""))),
    item.blocks && renderBlocks(item.blocks),
    item.footer && el("div", { class: "field-hint" }, item.footer),
  );
  const color = NAMED[item.color] ?? (HEX.test(item.color ?? "") ? `#${item.color.replace("#", "")}` : "");
  if (color) node.style.borderInlineStartColor = color;
  return node;
}
