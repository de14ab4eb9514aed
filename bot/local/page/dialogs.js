/** Dialogs that keep the focus inside, and the small "are you sure" one. */

import { el, fill, freshId } from "./dom.js";
import { plain, textObject } from "./mrkdwn.js";
import { label } from "./texts.js";

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/**
 * Show a dialog on top of everything; Tab goes round inside it, and closing it gives the focus back.
 * @param {HTMLElement} dialog a `dialog` element
 * @param {() => void} onEscape
 */
export function openDialog(dialog, onEscape) {
  const before = document.activeElement;
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onEscape();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    } else if (event.key === "Tab") keepInside(dialog, event);
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else document.querySelector("#thread:not([hidden]) .composer-text, #channel .composer-text")?.focus();
  });
  document.body.appendChild(dialog);
  dialog.showModal();
}

function keepInside(dialog, event) {
  const stops = [...dialog.querySelectorAll(FOCUSABLE)].filter((node) => node.offsetParent !== null);
  const first = stops[0];
  const last = stops[stops.length - 1];
  if (!first) return;
  const leavesBackward = event.shiftKey && document.activeElement === first;
  const leavesForward = !event.shiftKey && document.activeElement === last;
  const isOutside = !dialog.contains(document.activeElement);
  if (!leavesBackward && !leavesForward && !isOutside) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

/**
 * Ask before something happens, as a Block Kit confirm object says it.
 * @param {{title: object, text: object, confirm?: object, deny?: object, style?: string}} confirm
 * @returns {Promise<boolean>}
 */
export function askFirst(confirm) {
  return new Promise((resolve) => {
    const heading = freshId("confirm");
    const dialog = el("dialog", {
      class: "dialog dialog-small", "aria-labelledby": heading, testid: "confirm-dialog",
    });
    const answer = (value) => {
      resolve(value);
      dialog.close();
    };
    const style = confirm.style === "danger" ? "button danger-filled" : "button primary";
    const yes = el(
      "button",
      { type: "button", class: style, testid: "confirm-yes", on: { click: () => answer(true) } },
      plain(confirm.confirm) || label("confirm"),
    );
    const no = el(
      "button",
      { type: "button", class: "button", testid: "confirm-no", on: { click: () => answer(false) } },
      plain(confirm.deny) || label("cancel"),
    );
    fill(
      dialog,
      el("header", { class: "dialog-head" }, el("h2", { id: heading }, plain(confirm.title))),
      el("div", { class: "dialog-body", dir: "auto" }, textObject(confirm.text)),
      el("footer", { class: "dialog-foot" }, no, yes),
    );
    openDialog(dialog, () => answer(false));
    yes.focus();
  });
}
