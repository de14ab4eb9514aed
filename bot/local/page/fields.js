/** Block Kit elements that are filled in: text, choices, dates, times. */

import { el, freshId } from "./dom.js";
import { plain, textObject } from "./mrkdwn.js";
import { label } from "./texts.js";

const TEXT_TYPES = { number_input: "text", email_text_input: "email", url_text_input: "url" };
const FIRST_YEAR = 1900;

/** One line or several of text. */
export function textField(item, surface, blockId, role) {
  const node = el(item.multiline ? "textarea" : "input", {
    class: "text-field", dir: "auto", id: role.id, "aria-describedby": role.describedBy,
    "aria-required": role.isRequired || null, placeholder: plain(item.placeholder) || null,
    maxlength: item.max_length, autocomplete: "off", testid: "block-text",
    type: item.multiline ? null : TEXT_TYPES[item.type] ?? "text",
    inputmode: item.type === "number_input" ? "decimal" : null,
    rows: item.multiline ? 4 : null,
    "aria-label": role.id ? null : plain(item.placeholder) || item.action_id,
    data: { minLength: item.min_length, maxLength: item.max_length },
  });
  const read = () => ({ type: item.type, value: node.value === "" ? null : node.value });
  const initial = { type: item.type, value: item.initial_value ?? null };
  node.value = surface.field(blockId, item.action_id, initial, read).value ?? "";
  surface.control(blockId, item.action_id, node);
  if (role.dispatches || !role.isInput) reportText(node, item, surface, blockId);
  if (!item.max_length || item.max_length > 500) return node;
  return withCount(node, item);
}

/** Says how many characters are left, near the end of them. */
function withCount(node, item) {
  const left = el("span", { class: "field-count", "aria-hidden": "true" });
  const show = () => {
    const rest = item.max_length - node.value.length;
    left.textContent = rest <= 20 ? String(rest) : "";
  };
  node.addEventListener("input", show);
  show();
  return el("div", { class: "field-counted" }, node, left);
}

function reportText(node, item, surface, blockId) {
  const when = item.dispatch_action_config?.trigger_actions_on ?? ["on_enter_pressed"];
  const report = () => surface.act(node, blockId, item, { value: node.value });
  if (when.includes("on_character_entered")) node.addEventListener("input", report);
  if (!when.includes("on_enter_pressed")) return;
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    report();
  });
}

/** Radio buttons, checkboxes, and the choice of several from a list. */
export function choiceGroup(item, surface, blockId, role) {
  const isRadio = item.type === "radio_buttons";
  const group = freshId("choice");
  const boxes = item.options.map((option) =>
    el("input", { type: isRadio ? "radio" : "checkbox", name: group, value: option.value }));
  const chosen = () => item.options.filter((_, index) => boxes[index].checked);
  const form = (options) =>
    isRadio ? { selected_option: options[0] ?? null } : { selected_options: options };
  const read = () => ({ type: item.type, ...form(chosen()) });
  const set = isRadio ? [item.initial_option].filter(Boolean) : item.initial_options ?? [];
  const initial = { type: item.type, ...form(set) };
  const start = surface.field(blockId, item.action_id, initial, read);
  const values = (start.selected_options ?? [start.selected_option]).map((option) => option?.value);
  boxes.forEach((box, index) => {
    box.checked = values.includes(item.options[index].value);
  });
  const node = el(
    "div",
    {
      class: "choices", role: isRadio ? "radiogroup" : "group", "aria-describedby": role.describedBy,
      "aria-required": (isRadio && role.isRequired) || null, id: role.id,
      testid: isRadio ? "block-radio" : "block-checkboxes",
    },
    item.options.map((option, index) => choice(option, boxes[index])),
  );
  surface.control(blockId, item.action_id, node);
  reportChoice(node, boxes, item, surface, blockId, role, () => form(chosen()));
  return node;
}

function choice(option, box) {
  const about = option.description && el("span", { class: "choice-about" }, textObject(option.description));
  return el("label", { class: "choice" }, box, el("span", { dir: "auto" }, textObject(option.text), about));
}

function reportChoice(node, boxes, item, surface, blockId, role, details) {
  if (role.isInput && !role.dispatches) return;
  let settled = boxes.map((box) => box.checked);
  node.addEventListener("change", async () => {
    const isSent = await surface.act(node, blockId, item, details());
    if (isSent) settled = boxes.map((box) => box.checked);
    else boxes.forEach((box, index) => { box.checked = settled[index]; });
  });
}

/** A day, as YYYY-MM-DD. */
export function dateField(item, surface, blockId, role) {
  return picker({ type: "date", key: "selected_date", initial: item.initial_date }, item, surface, blockId, role);
}

/** A time of the day, as HH:MM. */
export function timeField(item, surface, blockId, role) {
  return picker({ type: "time", key: "selected_time", initial: item.initial_time }, item, surface, blockId, role);
}

/** A day and a time of it, as seconds since 1970. */
export function momentField(item, surface, blockId, role) {
  return picker(
    {
      type: "datetime-local",
      key: "selected_date_time",
      initial: item.initial_date_time,
      told: (shown) => Math.floor(new Date(shown).getTime() / 1000),
      shown: (seconds) => {
        const local = new Date(seconds * 1000);
        local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
        return local.toISOString().slice(0, 16);
      },
    },
    item, surface, blockId, role,
  );
}

/**
 * A browser's own picker. `told` and `shown` turn its text into Slack's value and back.
 * @param {{type: string, key: string, initial: any, told?: (shown: string) => any, shown?: (value: any) => string}} kind
 */
function picker(kind, item, surface, blockId, role) {
  const { type, key, told = (text) => text, shown = (value) => value } = kind;
  const node = el("input", {
    type, class: "text-field picker", id: role.id, "aria-describedby": role.describedBy,
    "aria-required": role.isRequired || null, testid: `block-${type}`,
    "aria-label": role.id ? null : plain(item.placeholder) || label("choose"),
  });
  const chosen = () => ({ [key]: node.value ? told(node.value) : null });
  const initial = { type: item.type, [key]: kind.initial ?? null };
  const kept = surface.field(blockId, item.action_id, initial, () => ({ type: item.type, ...chosen() }))[key];
  node.value = kept === null ? "" : shown(kept);
  surface.control(blockId, item.action_id, node);
  let settled = node.value;
  node.addEventListener("change", async () => {
    const isHalfTyped = type !== "time" && Number.parseInt(node.value || "0", 10) < FIRST_YEAR;
    if ((role.isInput && !role.dispatches) || node.value === settled || isHalfTyped) return;
    const isSent = await surface.act(node, blockId, item, chosen());
    if (isSent) settled = node.value;
    else node.value = settled;
  });
  return node;
}
