/** What holds blocks (a message, a modal, the home view): its inputs' values, its clicks, their failures. */

import { el } from "./dom.js";
import { askFirst } from "./dialogs.js";
import { label } from "./texts.js";

/**
 * @typedef {{block_id: string, action_id: string, action: object, state: {values: object}}} Click
 * @typedef {{ok: boolean, error?: string}} Answer
 */

export class Surface {
  /**
   * @param {"message" | "modal" | "home"} kind
   * @param {(click: Click) => Promise<Answer>} send
   * @param {Surface} [before] the surface that this one replaces; what was typed there is kept
   */
  constructor(kind, send, before) {
    this.kind = kind;
    this.send = send;
    this.before = before;
    /** @type {Map<string, Map<string, {read: () => object, initial: string}>>} */
    this.fields = new Map();
    /** @type {{blockId: string, actionId: string, control: HTMLElement}[]} */
    this.controls = [];
    /** @type {Map<string, HTMLElement>} the control that was used last, by action */
    this.used = new Map();
  }

  /**
   * Take part in `state.values`.
   *
   * @param {string} blockId @param {string} actionId
   * @param {object} initial what the app set, in Slack's form
   * @param {() => object} read gives the value in Slack's form
   * @returns {object} what to start from: what was entered before the blocks were replaced, unless
   *   the app has set another initial value since; else `initial`
   */
  field(blockId, actionId, initial, read) {
    const entry = { read, initial: JSON.stringify(initial) };
    if (!this.fields.has(blockId)) this.fields.set(blockId, new Map());
    this.fields.get(blockId).set(actionId, entry);
    const before = this.before?.fields.get(blockId)?.get(actionId);
    return before && before.initial === entry.initial ? before.read() : initial;
  }

  /** Slack's `state.values`: by block, then by action. */
  values() {
    const values = {};
    for (const [blockId, actions] of this.fields) {
      values[blockId] = {};
      for (const [actionId, { read }] of actions) values[blockId][actionId] = read();
    }
    return values;
  }

  /** Note a control, so that a failure that is reported later finds it. */
  control(blockId, actionId, control) {
    this.controls.push({ blockId, actionId, control });
  }

  /**
   * Report a click to the app. The control shows that it waits; a second click waits with it.
   * @param {HTMLElement} control
   * @param {string} blockId
   * @param {object} element the Block Kit element
   * @param {object} details what the element adds to the action (value, selected_option, …)
   * @returns {Promise<boolean>} false when the person thought better of it
   */
  async act(control, blockId, element, details) {
    if (control.getAttribute("aria-busy") === "true") return true;
    if (element.confirm && !(await askFirst(element.confirm))) return false;
    unmark(control);
    this.used.set(element.action_id, control);
    control.setAttribute("aria-busy", "true");
    const answer = await this.send({
      block_id: blockId,
      action_id: element.action_id,
      action: { type: element.type, ...details },
      state: { values: this.values() },
    });
    control.removeAttribute("aria-busy");
    if (!answer.ok) mark(control, label("actionFailed"));
    return true;
  }

  /** Put a warning beside the control whose click failed: of several with one action, the last used. */
  fail(actionId, text) {
    const named = this.controls.find((entry) => entry.actionId === actionId);
    const control = this.used.get(actionId) ?? named?.control;
    if (!control) return;
    control.removeAttribute("aria-busy");
    mark(control, text || label("actionFailed"));
  }
}

/**
 * Where the focus is among the controls in `root`, to find it again after they were drawn anew.
 * @param {HTMLElement} root
 * @returns {() => void} gives the focus back
 */
export function focusKeeper(root) {
  const control = root.contains(document.activeElement) && document.activeElement.closest("[data-action-id]");
  if (!control) return () => {};
  const block = control.closest("[data-block-id]")?.dataset.blockId ?? "";
  const action = `[data-action-id="${CSS.escape(control.dataset.actionId)}"]`;
  const exact = `[data-block-id="${CSS.escape(block)}"] ${action}`;
  return () => (root.querySelector(exact) ?? root.querySelector(action))?.focus();
}

function mark(control, text) {
  unmark(control);
  const warning = el("span", { class: "failed", role: "alert", title: text, testid: "interaction-failed" }, `⚠ ${text}`);
  control.insertAdjacentElement("afterend", warning);
}

function unmark(control) {
  const next = control.nextElementSibling;
  if (next?.classList.contains("failed")) next.remove();
}
