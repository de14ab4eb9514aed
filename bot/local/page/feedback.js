/** The context_actions block: thumbs up and down, and small icon buttons. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { plain } from "./mrkdwn.js";
import { label } from "./texts.js";

/**
 * @param {{elements: object[]}} block
 * @param {import("./surface.js").Surface} surface
 * @param {string} blockId
 */
export function contextActions(block, surface, blockId) {
  const items = (block.elements ?? []).map((item) =>
    item.type === "feedback_buttons" ? thumbs(item, surface, blockId) : iconButton(item, surface, blockId));
  return el("div", { class: "block-context-actions" }, items);
}

function thumbs(item, surface, blockId) {
  const group = el("span", { class: "feedback", role: "group", testid: "feedback" });
  const choices = [["positive_button", "up", "helpful"], ["negative_button", "thumbDown", "notHelpful"]];
  const buttons = choices.filter(([key]) => item[key]).map(([key, picture, fallback]) => {
    const words = plain(item[key].text) || label(fallback);
    const node = el("button", {
      type: "button", class: "thumb", "aria-pressed": "false", title: words,
      "aria-label": item[key].accessibility_label || words, testid: `feedback-${key.split("_")[0]}`,
    }, icon(picture, 16));
    node.addEventListener("click", async () => {
      const details = { value: item[key].value, text: item[key].text };
      await surface.act(node, blockId, item, details);
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === node));
    });
    surface.control(blockId, item.action_id, node);
    return node;
  });
  for (const node of buttons) group.appendChild(node);
  return group;
}

function iconButton(item, surface, blockId) {
  const picture = item.icon === "trash" ? "close" : "more";
  const words = plain(item.text);
  const node = el("button", {
    type: "button", class: "thumb", title: words, "aria-label": item.accessibility_label || words,
    data: { actionId: item.action_id },
    on: { click: () => surface.act(node, blockId, item, { value: item.value }) },
  }, icon(picture, 16), el("span", {}, words));
  surface.control(blockId, item.action_id, node);
  return node;
}
