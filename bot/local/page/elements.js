/** Block Kit elements that are clicked or chosen from. Typed ones are in fields.js. */

import { choiceGroup, dateField, momentField, textField, timeField } from "./fields.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { imageSource } from "./links.js";
import { openMenu } from "./menu.js";
import { plain } from "./mrkdwn.js";
import { channelTitle, personName, state } from "./state.js";
import { label } from "./texts.js";

/**
 * How an element stands in an input block: its id, what describes it, whether it must be filled and
 * whether each change is reported. Outside input blocks every change is reported.
 * @typedef {{id?: string, isInput?: boolean, dispatches?: boolean, describedBy?: string, isRequired?: boolean}} Role
 */

const RENDERERS = {
  button,
  overflow,
  image,
  static_select: select,
  users_select: select,
  conversations_select: select,
  channels_select: select,
  multi_static_select: multiSelect,
  radio_buttons: choiceGroup,
  checkboxes: choiceGroup,
  plain_text_input: textField,
  number_input: textField,
  email_text_input: textField,
  url_text_input: textField,
  datepicker: dateField,
  timepicker: timeField,
  datetimepicker: momentField,
};

/**
 * @param {object} item a Block Kit element
 * @param {import("./surface.js").Surface} surface
 * @param {string} blockId
 * @param {Role} [role]
 * @returns {HTMLElement}
 */
export function element(item, surface, blockId, role = {}) {
  if (!Object.hasOwn(RENDERERS, item.type)) {
    return el("span", { class: "unsupported" }, label("unsupported", { type: String(item.type) }));
  }
  const node = RENDERERS[item.type](item, surface, blockId, role);
  if (item.action_id) node.dataset.actionId = item.action_id;
  if (item.focus_on_load) node.dataset.focusOnLoad = "true";
  return node;
}

function button(item, surface, blockId) {
  const style = { primary: "primary", danger: "danger" }[item.style] ?? "";
  const props = {
    class: `button ${style}`,
    "aria-label": item.accessibility_label,
    testid: "block-button",
    on: { click: () => surface.act(node, blockId, item, { value: item.value, text: item.text }) },
  };
  const content = el("span", { class: "button-text" }, plain(item.text));
  const isLink = /^https?:\/\//i.test(item.url ?? "");
  const node = isLink
    ? el("a", { ...props, href: item.url, target: "_blank", rel: "noopener noreferrer" }, content)
    : el("button", { ...props, type: "button" }, content);
  surface.control(blockId, item.action_id, node);
  return node;
}

function image(item) {
  const src = imageSource(item.image_url);
  return el("img", { class: "accessory-image", src, alt: item.alt_text ?? "", loading: "lazy" });
}

function overflow(item, surface, blockId) {
  const choose = (option) => () => {
    if (/^https?:\/\//i.test(option.url ?? "")) window.open(option.url, "_blank", "noopener");
    surface.act(node, blockId, item, { selected_option: option });
  };
  const open = () =>
    openMenu(node, item.options.map((option) => ({
      name: plain(option.text),
      pick: choose(option),
      testid: "overflow-option",
      data: { value: option.value },
    })), { testid: "overflow-menu" });
  const node = el(
    "button",
    {
      type: "button", class: "button icon-button", "aria-haspopup": "menu", "aria-expanded": "false",
      "aria-label": label("moreOptions"), testid: "block-overflow", on: { click: open },
    },
    icon("more"),
  );
  surface.control(blockId, item.action_id, node);
  return node;
}

function optionsOf(item) {
  return item.options ?? (item.option_groups ?? []).flatMap((group) => group.options);
}

function sameOption(options, chosen) {
  return options.findIndex((option) => option.value === chosen?.value);
}

/** What a select offers, under which key its choice is told, and what it starts with. */
function offerOf(item) {
  if (item.type === "static_select") {
    return { key: "selected_option", options: optionsOf(item), told: (option) => option, start: item.initial_option };
  }
  const named = (id, text) => ({ text: { type: "plain_text", text }, value: id });
  const isUsers = item.type === "users_select";
  const channels = [...state.channels.values()].filter((one) => item.type === "conversations_select" || !one.is_im);
  const options = isUsers
    ? [...state.people.values()].map((person) => named(person.id, personName(person.id)))
    : channels.map((one) => named(one.id, one.is_im ? channelTitle(one) : `#${one.name}`));
  const word = item.type.replace("s_select", "");
  const start = named(item[`initial_${word}`], "");
  return { key: `selected_${word}`, options, told: (option) => option.value, start };
}

function select(item, surface, blockId, role) {
  const { key, options, told, start } = offerOf(item);
  const node = el("select", {
    class: "select", id: role.id, "aria-describedby": role.describedBy,
    "aria-required": role.isRequired || null, testid: "block-select",
    "aria-label": role.id ? null : plain(item.placeholder) || label("choose"),
  });
  const form = (option) => ({ [key]: option ? told(option) : null });
  const chosen = () => form(options[Number(node.value)]);
  const initial = { type: item.type, ...form(options[sameOption(options, start)]) };
  const kept = surface.field(blockId, item.action_id, initial, () => ({ type: item.type, ...chosen() }))[key];
  node.appendChild(el("option", { value: "-1", hidden: role.isRequired }, plain(item.placeholder) || label("choose")));
  const row = (option) => el("option", { value: String(options.indexOf(option)) }, plain(option.text));
  const groups = item.option_groups ?? [];
  if (!groups.length) options.forEach((option) => node.appendChild(row(option)));
  for (const group of groups) {
    node.appendChild(el("optgroup", { label: plain(group.label) }, group.options.map(row)));
  }
  node.value = String(sameOption(options, typeof kept === "string" ? { value: kept } : kept));
  surface.control(blockId, item.action_id, node);
  let settled = node.value;
  node.addEventListener("change", async () => {
    if (role.isInput && !role.dispatches) return;
    const isSent = await surface.act(node, blockId, item, chosen());
    if (isSent) settled = node.value;
    else node.value = settled;
  });
  return node;
}

function multiSelect(item, surface, blockId, role) {
  const asChoices = { ...item, options: optionsOf(item), initial_options: item.initial_options };
  return choiceGroup(asChoices, surface, blockId, role);
}
