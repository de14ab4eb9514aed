/** A pop-up menu beside the button that opened it, worked by arrows, Enter and Esc. */

import { el } from "./dom.js";

let closeOpen = () => {};

/**
 * @typedef {{name: import("./dom.js").Child, pick: () => void, checked?: boolean, danger?: boolean,
 *   testid?: string, data?: Record<string, string>}} MenuItem
 * @param {HTMLElement} opener the button; `aria-expanded` follows the menu
 * @param {MenuItem[]} items
 * @param {{title?: string, testid?: string}} [options]
 */
export function openMenu(opener, items, options = {}) {
  const wasMine = opener.getAttribute("aria-expanded") === "true";
  closeOpen();
  if (wasMine) return;
  const menu = el("div", { class: "menu", role: "menu", "aria-label": options.title, testid: options.testid });
  const close = (focusOpener) => {
    menu.remove();
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", onOutside, true);
    window.removeEventListener("resize", onResize);
    closeOpen = () => {};
    if (focusOpener) opener.focus();
  };
  const onResize = () => close(false);
  const onOutside = (event) => {
    if (!menu.contains(event.target) && !opener.contains(event.target)) close(false);
  };
  if (options.title) menu.appendChild(el("div", { class: "menu-title", role: "presentation" }, options.title));
  for (const item of items) menu.appendChild(row(item, close));
  menu.addEventListener("keydown", (event) => steer(event, menu, close));
  document.addEventListener("pointerdown", onOutside, true);
  window.addEventListener("resize", onResize);
  opener.setAttribute("aria-expanded", "true");
  closeOpen = () => close(false);
  (opener.closest("dialog") ?? document.body).appendChild(menu);
  place(menu, opener);
  menu.querySelector("[role^=menuitem]")?.focus();
}

function row(item, close) {
  const isChoice = item.checked !== undefined;
  const pick = () => {
    close(true);
    item.pick();
  };
  return el(
    "button",
    {
      type: "button",
      role: isChoice ? "menuitemradio" : "menuitem",
      "aria-checked": isChoice ? String(item.checked) : null,
      class: item.danger ? "menu-item danger" : "menu-item",
      tabindex: -1,
      testid: item.testid,
      data: item.data,
      on: { click: pick },
    },
    item.name,
  );
}

function steer(event, menu, close) {
  const items = [...menu.querySelectorAll("[role^=menuitem]")];
  const at = items.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
  if (to !== undefined) items[to % items.length].focus();
  else if (event.key === "Escape" || event.key === "Tab") close(true);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Below the opener when there is room, else above; never past the window's edge. */
function place(menu, opener) {
  const button = opener.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const below = button.bottom + 4;
  const top = below + size.height > innerHeight - 8 ? button.top - size.height - 4 : below;
  menu.style.top = `${Math.max(8, top)}px`;
  menu.style.left = `${Math.max(8, Math.min(button.left, innerWidth - size.width - 8))}px`;
}
