/** Talks to the local workspace: one function for each thing that a person does. */

import { state } from "./state.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** Everything the page needs to start. @param {string} user "" for the default person */
export async function fetchBoot(user) {
  return read("/page/boot", user ? { user } : {});
}

/** @returns {Promise<{messages: import("./state.js").Message[]}>} */
export async function fetchHistory(channel, thread) {
  const query = { user: state.me, channel };
  return read("/page/history", thread ? { ...query, thread_ts: thread } : query);
}

/**
 * Tell the workspace what the person did.
 * @param {"message" | "share" | "edit" | "delete" | "command" | "action" | "view_submit" | "view_close" | "home"
 *   | "unfurl" | "shortcut" | "stop"} deed
 * @param {object} details
 * @returns {Promise<{ok: boolean, error?: string} & Record<string, any>>} never throws
 */
export async function post(deed, details) {
  return write(`/page/${deed}`, { user: state.me, ...details });
}

/** Bring somebody (the app, most often) into a channel. @returns {Promise<{ok: boolean, error?: string}>} */
export async function invite(channel, user) {
  return write("/control/invite", { channel, user });
}

async function write(path, body) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return await response.json();
  } catch (error) {
    return { ok: false, error: error instanceof SyntaxError ? "bad_answer" : "offline" };
  }
}

/**
 * Keep a live connection, opening it again whenever it breaks.
 * @param {(event: object) => void} onEvent
 * @param {(connected: boolean) => void} onConnection
 */
export function connectLive(onEvent, onConnection) {
  let waitMs = FIRST_WAIT_MS;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const user = encodeURIComponent(state.me);
    const socket = new WebSocket(`${scheme}://${location.host}/page/live?user=${user}`);
    socket.addEventListener("open", () => {
      waitMs = FIRST_WAIT_MS;
      onConnection(true);
    });
    socket.addEventListener("message", (message) => onEvent(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      onConnection(false);
      setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    });
  };
  open();
}

async function read(path, query) {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`).catch((error) => {
    throw new Error("offline", { cause: error });
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const body = await response.json();
  if (body.ok === false) throw new Error(body.error ?? "unknown");
  return body;
}
