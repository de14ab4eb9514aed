/** The line above a composer that tells what the app is doing: "Ttori is thinking…". */

import { el } from "./dom.js";
import { botName, listen, state } from "./state.js";
import { label } from "./texts.js";

const TURN_MS = 2_500;
/** Slack lets a status lapse by itself after two minutes. */
const LAPSE_MS = 120_000;

/**
 * @param {() => {key: string, status: string, loading: string[], since: number} | null} current
 * @returns {HTMLElement}
 */
export function statusLine(current) {
  const words = el("span", { class: "status-words" });
  const dots = el("span", { class: "status-dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  const node = el("div", { class: "status-line", role: "status", testid: "status", hidden: true }, dots, words);
  let timer = 0;
  const draw = () => {
    const status = current();
    const isLive = Boolean(status) && Date.now() - status.since < LAPSE_MS;
    node.hidden = !isLive;
    if (!isLive) {
      clearInterval(timer);
      timer = 0;
      words.textContent = "";
      return;
    }
    const turn = Math.floor((Date.now() - status.since) / TURN_MS);
    const text = status.loading.length
      ? status.loading[turn % status.loading.length]
      : label("botStatus", { name: botName(), status: status.status });
    if (words.textContent !== text) words.textContent = text;
    if (!timer) timer = setInterval(draw, TURN_MS);
  };
  for (const topic of ["status", "place"]) listen(topic, draw);
  return node;
}

/** The newest status in a channel that belongs to no thread but the ones given. */
export function statusIn(channel, exceptThread) {
  const found = [...state.statuses.values()].filter(
    (status) => status.channel === channel && (!exceptThread || status.thread !== exceptThread),
  );
  return found.sort((a, b) => b.since - a.since)[0] ?? null;
}
