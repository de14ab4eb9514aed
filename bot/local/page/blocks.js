/** Block Kit blocks as DOM nodes. Source: Slack's Block Kit reference. */

import { attachment, plan, table, taskCard } from "./agent_blocks.js";
import { el, fill, freshId } from "./dom.js";
import { element } from "./elements.js";
import { contextActions } from "./feedback.js";
import { imageSource, link } from "./links.js";
import { markdown } from "./markdown.js";
import { mrkdwn, plain, textObject } from "./mrkdwn.js";
import { richText } from "./rich_text.js";
import { label } from "./texts.js";

/**
 * A list of blocks.
 * @param {object[]} blocks
 * @param {import("./surface.js").Surface} surface
 * @returns {HTMLElement}
 */
export function renderBlocks(blocks, surface) {
  return el("div", { class: "blocks" }, blocks.map((block, index) => renderBlock(block, surface, index)));
}

const RENDERERS = {
  header: (block, surface) => el(surface.kind === "home" ? "h2" : "h3", { class: "block-header" }, plain(block.text)),
  divider: () => el("hr", { class: "block-divider" }),
  rich_text: (block) => richText(block),
  markdown: (block) => el("div", { class: "markdown" }, markdown(block.text ?? "")),
  section,
  context,
  actions,
  image,
  video,
  input,
  plan,
  task_card: taskCard,
  table,
  context_actions: contextActions,
};

function renderBlock(block, surface, index) {
  const blockId = block.block_id || `block-${index}`;
  const renderer = Object.hasOwn(RENDERERS, block.type) ? RENDERERS[block.type] : unsupported;
  const node = renderer(block, surface, blockId);
  node.classList.add("block");
  node.dir ||= "auto";
  Object.assign(node.dataset, { blockType: block.type, blockId });
  return node;
}

function section(block, surface, blockId) {
  const fields = block.fields?.length
    ? el("div", { class: "section-fields" }, block.fields.map((item) => el("div", { dir: "auto" }, textObject(item))))
    : null;
  const text = block.text ? el("div", { class: "section-text", dir: "auto" }, textObject(block.text)) : null;
  const accessory = block.accessory
    ? el("div", { class: "section-accessory" }, element(block.accessory, surface, blockId))
    : null;
  return el("div", { class: "block-section" }, el("div", { class: "section-main" }, text, fields), accessory);
}

function context(block) {
  return el("div", { class: "block-context" }, (block.elements ?? []).map((item) => {
    if (item.type !== "image") return el("span", { class: "context-text", dir: "auto" }, textObject(item));
    const src = imageSource(item.image_url);
    return el("img", { class: "context-image", src, alt: item.alt_text ?? "", loading: "lazy" });
  }));
}

function actions(block, surface, blockId) {
  const items = (block.elements ?? []).map((item) => element(item, surface, blockId));
  return el("div", { class: "block-actions" }, items);
}

function image(block) {
  const source = imageSource(block.image_url ?? block.slack_file?.url);
  const picture = el("img", { class: "block-picture", src: source, alt: block.alt_text ?? "", loading: "lazy" });
  picture.addEventListener("error", () => {
    fill(figure, caption, el("div", { class: "picture-missing" }, block.alt_text || label("image")));
  });
  const caption = block.title ? el("figcaption", {}, plain(block.title)) : null;
  const figure = el("figure", { class: "block-image" }, caption, picture);
  return figure;
}

function video(block) {
  const address = imageSource(block.title_url ?? block.video_url);
  const title = address ? link(address, plain(block.title)) : plain(block.title);
  const thumbnail = imageSource(block.thumbnail_url);
  return el(
    "figure",
    { class: "block-image" },
    el("figcaption", {}, title),
    thumbnail && el("img", { class: "block-picture", src: thumbnail, alt: block.alt_text ?? "", loading: "lazy" }),
  );
}

function input(block, surface, blockId) {
  const item = block.element ?? {};
  const id = freshId("field");
  const hintId = block.hint ? `${id}-hint` : null;
  const errorId = `${id}-error`;
  const isGroup = item.type === "radio_buttons" || item.type === "checkboxes";
  const name = [
    plain(block.label),
    block.optional && el("span", { class: "optional" }, ` (${label("optional")})`),
  ];
  const control = element(item, surface, blockId, {
    id,
    isInput: true,
    dispatches: Boolean(block.dispatch_action),
    describedBy: [hintId, errorId].filter(Boolean).join(" "),
    isRequired: !block.optional,
  });
  return el(
    isGroup ? "fieldset" : "div",
    { class: "block-input", testid: "input-block", data: { optional: String(Boolean(block.optional)) } },
    el(isGroup ? "legend" : "label", { class: "field-label", for: isGroup ? null : id }, name),
    control,
    block.hint && el("div", { class: "field-hint", id: hintId }, plain(block.hint)),
    el("div", { class: "field-error", id: errorId, role: "alert", testid: "field-error" }),
  );
}

function unsupported(block) {
  return el("div", { class: "unsupported" }, label("unsupported", { type: String(block.type) }));
}

/**
 * What a message says: an app's blocks, else its text. People write text, and the blocks that come
 * with it say the same.
 * @param {import("./state.js").Message} message
 * @param {import("./surface.js").Surface} surface
 * @returns {Node[]}
 */
export function messageBody(message, surface) {
  const isBlocks = message.blocks?.length > 0 && (message.bot_id || !message.text);
  const body = isBlocks
    ? renderBlocks(message.blocks, surface)
    : el("div", { class: "message-text", dir: "auto" }, mrkdwn(message.text ?? ""));
  const drawn = (blocks) => renderBlocks(blocks, surface);
  return [body, ...(message.attachments ?? []).map((item) => attachment(item, drawn))];
}
