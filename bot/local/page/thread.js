/** The pane at the right: one thread with its own composer. */

import { fetchHistory, post } from "./api.js";
import { Composer } from "./composer.js";
import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { MessageList } from "./message_list.js";
import { go } from "./places.js";
import { reason } from "./reasons.js";
import { channelTitle, currentChannel, listen, liveMoment, state, takeHistory, threadKey, threadMessages } from "./state.js";
import { statusLine } from "./status_line.js";
import { label } from "./texts.js";

/** Build the pane. @returns {{surfaceAt: (ts: string) => any, load: () => Promise<void>}} */
export function threadPane() {
  const pane = byId("thread");
  const where = el("span", { class: "thread-where", dir: "auto" });
  const list = new MessageList({ name: label("threadList"), testid: "thread-list", inThread: true });
  const composer = new Composer({ testid: "thread-composer", inThread: true, onSent: () => list.toBottom() });
  const status = statusLine(() => state.statuses.get(threadKey(state.place.channel, state.place.thread)) ?? null);
  const stop = el("button", {
    type: "button", class: "button stop", hidden: true, testid: "stop",
    on: { click: () => post("stop", { channel: state.place.channel, thread_ts: state.place.thread }) },
  }, el("span", { "aria-hidden": "true" }, "■"), label("stop"));
  const drawSession = () => {
    const key = threadKey(state.place.channel, state.place.thread);
    stop.hidden = state.sessions.get(key) !== "processing";
    const here = currentChannel();
    const name = here && (here.is_im ? channelTitle(here) : `#${channelTitle(here)}`);
    where.textContent = state.titles.get(key) || name || "";
  };
  const close = () => {
    go({ thread: "" });
    byId("channel-body").querySelector("textarea")?.focus();
  };
  fill(
    pane,
    el("header", { class: "thread-head" },
      el("h2", {}, label("thread"), where),
      el("button", {
        type: "button", class: "plain-button", "aria-label": label("closeThread"), testid: "close-thread", on: { click: close },
      }, icon("close"))),
    list.node,
    el("div", { class: "thread-doing" }, status, stop),
    composer.node,
  );
  pane.setAttribute("aria-label", label("thread"));
  pane.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && !event.defaultPrevented) close();
  });
  let shown = "";

  async function load() {
    const { channel, thread } = state.place;
    if (!thread) return;
    try {
      const since = liveMoment();
      const { messages } = await fetchHistory(channel, thread);
      takeHistory(channel, thread, messages, since);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.message === "thread_not_found") close();
      else composer.say(label("loadFailed", { reason: reason(error.message) }));
    }
  }

  function open() {
    const { channel, thread, focusThread } = state.place;
    document.body.classList.toggle("has-thread", Boolean(thread));
    pane.hidden = !thread;
    const key = threadKey(channel, thread);
    if (thread && shown !== key) {
      list.open(channel);
      composer.open(channel, thread, label("replyPlaceholder"));
      list.show(threadMessages(channel, thread));
      list.toBottom();
      load();
    }
    if (!thread && shown) {
      list.open("");
      list.show([]);
    }
    shown = thread ? key : "";
    if (thread && focusThread) composer.focus();
  }

  listen("place", open);
  for (const topic of ["place", "status"]) listen(topic, drawSession);
  listen("messages", ({ channel }) => {
    if (channel === state.place.channel && state.place.thread) {
      list.show(threadMessages(channel, state.place.thread));
    }
  });
  return { surfaceAt: (ts) => list.surfaceAt(ts), load };
}
