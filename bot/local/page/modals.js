/** Modals: a stack of views that the app opened, each with its inputs, errors and submit button. */

import { post } from "./api.js";
import { renderBlocks } from "./blocks.js";
import { openDialog } from "./dialogs.js";
import { el, fill, freshId } from "./dom.js";
import { icon } from "./icons.js";
import { plain } from "./mrkdwn.js";
import { reason } from "./reasons.js";
import { Surface, focusKeeper } from "./surface.js";
import { label } from "./texts.js";

/** @type {Map<string, Modal>} by view id, the topmost last */
const open = new Map();

/** Show a view, or its new content when it is open already. @param {object} view */
export function showModal(view) {
  const modal = open.get(view.id);
  if (modal) modal.render(view);
  else open.set(view.id, new Modal(view));
}

/** Take a view away because the app or the workspace closed it. @param {string} viewId */
export function hideModal(viewId) {
  const modal = open.get(viewId);
  open.delete(viewId);
  modal?.dialog.close();
}

/** Mark a control of an open view as failed; false when no such view is open. */
export function failInModal(viewId, actionId, text) {
  const modal = open.get(viewId);
  if (!modal) return false;
  if (actionId) modal.surface.fail(actionId, text);
  else modal.warn(text);
  return true;
}

class Modal {
  constructor(view) {
    this.headingId = freshId("modal");
    this.dialog = el("dialog", {
      class: open.size ? "dialog dialog-over" : "dialog",
      "aria-labelledby": this.headingId,
      testid: "modal",
      data: { viewId: view.id, callbackId: view.callback_id },
    });
    this.isWaiting = false;
    openDialog(this.dialog, () => this.leave());
    this.render(view);
    this.focusFirst();
  }

  render(view) {
    this.view = view;
    const refocus = focusKeeper(this.dialog);
    this.surface = new Surface(
      "modal",
      (click) => post("action", { view_id: view.id, ...click }),
      this.surface,
    );
    this.banner = el("div", { class: "dialog-banner", role: "alert", testid: "modal-error" });
    this.submitButton = view.submit && el(
      "button", { type: "submit", class: "button primary", testid: "modal-submit" },
      el("span", { class: "button-text" }, plain(view.submit) || label("submit")),
    );
    const isPushed = Boolean(view.previous_view_id);
    const form = el(
      "form",
      { class: "dialog-form", novalidate: true, on: { submit: (event) => this.submit(event) } },
      el(
        "header",
        { class: "dialog-head" },
        isPushed && this.closer("back", "back", "modal-back"),
        el("h2", { id: this.headingId, dir: "auto" }, plain(view.title)),
        !isPushed && this.closer("close", "close", "modal-close"),
      ),
      el("div", { class: "dialog-body", tabindex: -1 }, this.banner, renderBlocks(view.blocks ?? [], this.surface)),
      el(
        "footer",
        { class: "dialog-foot" },
        el(
          "button",
          { type: "button", class: "button", testid: "modal-cancel", on: { click: () => this.leave() } },
          plain(view.close) || label(view.submit ? "cancel" : "close"),
        ),
        this.submitButton,
      ),
    );
    fill(this.dialog, form);
    refocus();
  }

  closer(key, picture, testid) {
    const props = { type: "button", class: "plain-button", "aria-label": label(key), testid };
    return el("button", { ...props, on: { click: () => this.leave() } }, icon(picture));
  }

  focusFirst() {
    const body = this.dialog.querySelector(".dialog-body");
    const wanted = body.querySelector("[data-focus-on-load]") ?? body.querySelector("input, textarea, select");
    (wanted ?? this.submitButton ?? body).focus();
    if (wanted?.select && wanted.type === "text") wanted.setSelectionRange(wanted.value.length, wanted.value.length);
  }

  warn(text) {
    this.banner.textContent = text ? `⚠ ${text}` : "";
  }

  async submit(event) {
    event.preventDefault();
    if (this.isWaiting || !this.submitButton) return;
    this.warn("");
    const faults = faultsIn(this.view.blocks ?? [], this.surface.values());
    if (this.showErrors(faults)) return;
    this.wait(true);
    const details = { view_id: this.view.id, state_values: this.surface.values() };
    const answer = await post("view_submit", details);
    this.wait(false);
    if (answer.response_action === "errors") this.showErrors(answer.errors ?? {});
    else if (!answer.ok) this.warn(label("submitFailed", { reason: reason(answer.error) }));
    else if (!answer.response_action) hideModal(this.view.id);
    else if (answer.response_action === "clear") [...open.keys()].forEach(hideModal);
  }

  /** Only one submission at a time: the button waits with the app. */
  wait(isWaiting) {
    this.isWaiting = isWaiting;
    this.dialog.querySelector(".dialog-form").setAttribute("aria-busy", String(isWaiting));
    if (!this.submitButton) return;
    this.submitButton.disabled = isWaiting;
    this.submitButton.setAttribute("aria-busy", String(isWaiting));
  }

  /** Put each error under its block; true when there was one. */
  showErrors(errors) {
    let first = null;
    const unplaced = new Map(Object.entries(errors));
    for (const block of this.dialog.querySelectorAll(".block-input")) {
      const text = errors[block.dataset.blockId] ?? "";
      unplaced.delete(block.dataset.blockId);
      block.querySelector(".field-error").textContent = text;
      block.classList.toggle("has-error", Boolean(text));
      const control = block.querySelector("input, textarea, select");
      if (text) control?.setAttribute("aria-invalid", "true");
      else control?.removeAttribute("aria-invalid");
      if (text && !first) first = control;
    }
    if (unplaced.size) this.warn([...unplaced.values()].join(" "));
    first?.focus();
    return Object.keys(errors).length > 0;
  }

  /** The person closes the view without submitting it. */
  leave() {
    if (this.isWaiting) return;
    post("view_close", { view_id: this.view.id });
    hideModal(this.view.id);
  }
}

/** What Slack itself refuses before the app is asked: by block id, a sentence. */
function faultsIn(blocks, values) {
  const faults = {};
  for (const block of blocks.filter((item) => item.type === "input")) {
    const item = block.element ?? {};
    const value = values[block.block_id]?.[item.action_id];
    const fault = value && faultOf(item, value, Boolean(block.optional));
    if (fault) faults[block.block_id] = fault;
  }
  return faults;
}

function faultOf(item, value, isOptional) {
  const given = value.value ?? value.selected_option ?? value.selected_date ?? value.selected_time ?? value.selected_date_time
    ?? value.selected_user ?? value.selected_conversation ?? value.selected_channel
    ?? (value.selected_options?.length ? value.selected_options : null);
  const isEmpty = given === null || (typeof given === "string" && !given.trim());
  if (isEmpty) return isOptional ? null : label("required");
  if (typeof given !== "string") return null;
  if (item.min_length && given.length < item.min_length) return label("tooShort", { count: item.min_length });
  if (item.max_length && given.length > item.max_length) return label("tooLong", { count: item.max_length });
  return null;
}
