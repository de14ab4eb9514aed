/** The bot's App Home: the view that it published for this person. */

import { post } from "./api.js";
import { renderBlocks } from "./blocks.js";
import { el, fill } from "./dom.js";
import { listen, state } from "./state.js";
import { Surface, focusKeeper } from "./surface.js";
import { label } from "./texts.js";

const PATIENCE_MS = 3_000;

/** @type {Surface | undefined} */
let surface;

/** Build the panel. @returns {{node: HTMLElement}} */
export function homePanel() {
  const content = el("div", { class: "home-content" });
  const node = el("div", { class: "home", id: "panel-home", role: "tabpanel", tabindex: -1, testid: "home", hidden: true }, content);
  let waitedFor = "";

  function draw() {
    const view = state.home;
    if (!view) {
      const key = waitedFor === "over" ? "homeEmpty" : "homeLoading";
      fill(content, el("p", { class: "home-wait", testid: "home-empty" }, label(key)));
      return;
    }
    const refocus = focusKeeper(content);
    surface = new Surface("home", (click) => post("action", { view_id: view.id, ...click }), surface);
    fill(content, renderBlocks(view.blocks ?? [], surface));
    refocus();
  }

  listen("home", draw);
  listen("place", () => {
    if (state.place.tab !== "home" || waitedFor) return;
    waitedFor = "running";
    setTimeout(() => {
      waitedFor = "over";
      if (!state.home) draw();
    }, PATIENCE_MS);
    draw();
  });
  return { node };
}

/** Mark a control of the home view as failed; false when the view is another one. */
export function failInHome(viewId, actionId, text) {
  if (!surface || state.home?.id !== viewId) return false;
  surface.fail(actionId, text);
  return true;
}
