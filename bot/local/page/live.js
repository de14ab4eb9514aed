/** Takes in what the workspace pushes and brings the page's state in line with it. */

import { announce } from "./dom.js";
import { failInHome } from "./home.js";
import { failInModal, hideModal, showModal } from "./modals.js";
import { go } from "./places.js";
import {
  dropMessage, isBotDirect, isTopLevel, messageAt, personName, putMessage, state, tell, threadKey,
} from "./state.js";
import { fromWire } from "./wire.js";

/** The person's latest own message in a bot's DM: the answer will come in its thread. */
let asked = { channel: "", ts: "" };

/**
 * @param {ReturnType<typeof import("./channel.js").channelPane>} channel
 * @param {ReturnType<typeof import("./thread.js").threadPane>} thread
 * @returns {(event: any) => void}
 */
export function eventTaker(channel, thread) {
  const takers = {
    message_added: ({ channel: id, message }) => {
      putMessage(id, message);
      arrived(id, message);
    },
    message_changed: ({ channel: id, message }) => {
      const before = messageAt(id, message.ts);
      putMessage(id, message);
      if (before?.streaming && !message.streaming) read(message);
    },
    message_removed: ({ channel: id, message }) => {
      dropMessage(id, message.ts);
      unnotice(id, message);
    },
    ephemeral_added: ({ channel: id, message }) => {
      const mine = { ...message, is_ephemeral: true };
      putMessage(id, mine);
      arrived(id, mine);
    },
    ephemeral_changed: ({ channel: id, message }) => putMessage(id, { ...message, is_ephemeral: true }),
    ephemeral_removed: ({ channel: id, message }) => dropMessage(id, message.ts),
    view_opened: ({ view }) => showModal(view),
    view_updated: ({ view }) => (view.type === "home" ? takeHome(view) : showModal(view)),
    view_closed: ({ view }) => hideModal(view.id),
    home: ({ view }) => takeHome(view),
    status: takeStatus,
    suggested_prompts: ({ channel: id, title, prompts }) => {
      state.prompts.set(id, { title: title ?? "", prompts: prompts ?? [] });
      tell("prompts");
    },
    session: ({ channel: id, thread_ts: threadTs, status }) => {
      state.sessions.set(threadKey(id, threadTs), status);
      tell("status");
    },
    title: ({ channel: id, thread_ts: threadTs, title }) => {
      state.titles.set(threadKey(id, threadTs), title);
      tell("status");
    },
    reset: () => location.reload(),
    interaction_failed: (event) => {
      if (event.message_ts) {
        for (const pane of [channel, thread]) pane.surfaceAt(event.message_ts)?.fail(event.action_id, event.text);
      } else if (!failInModal(event.view_id, event.action_id, event.text)) {
        failInHome(event.view_id, event.action_id, event.text);
      }
    },
    bot_connected: ({ connected }) => {
      state.botConnected = connected;
      tell("connection");
    },
  };

  function arrived(id, message) {
    const isMine = message.user === state.me && !message.bot_id;
    if (message.bot_id) clearStatus(id, message);
    if (isMine && isTopLevel(message) && isBotDirect(state.channels.get(id))) {
      asked = { channel: id, ts: message.ts };
      state.prompts.delete(id);
      tell("prompts");
    }
    if (isMine) return;
    if (message.bot_id) follow(id, message.thread_ts);
    if (!message.streaming) read(message);
    if (isSeen(id, message)) {
      channel.noteSeen();
      return;
    }
    state.unread.set(id, (state.unread.get(id) ?? 0) + 1);
    if (isTopLevel(message) && !state.unreadFrom.has(id)) state.unreadFrom.set(id, message.ts);
    tell("channels");
  }

  function takeStatus({ channel: id, thread_ts: threadTs, status, loading_messages: loading }) {
    const key = threadKey(id, threadTs);
    if (!status) state.statuses.delete(key);
    else {
      state.statuses.set(key, { channel: id, thread: threadTs ?? "", status, loading: loading ?? [], since: Date.now() });
      follow(id, threadTs);
    }
    tell("status");
  }

  /** The app takes up what was asked in its DM: show the thread in which it answers. */
  function follow(id, threadTs) {
    const isAnswer = threadTs && asked.ts === threadTs && asked.channel === id;
    if (!isAnswer || state.place.channel !== id || state.place.tab !== "messages") return;
    asked = { channel: "", ts: "" };
    if (state.place.thread === threadTs) return;
    const isFree = channel.composer.isEmpty && !document.querySelector("dialog[open]");
    go({ thread: threadTs, focusThread: isFree });
  }

  return (event) => {
    if (Object.hasOwn(takers, event.type)) takers[event.type](event);
  };
}

function takeHome(view) {
  state.home = view;
  tell("home");
}

/** An app's message in a thread ends the status that it had set there. */
function clearStatus(id, message) {
  if (state.statuses.delete(threadKey(id, message.thread_ts ?? message.ts))) tell("status");
}

/** What was taken away before it was seen is not unread any more. */
function unnotice(id, message) {
  const count = state.unread.get(id);
  if (!count || message.ts < (state.unreadFrom.get(id) ?? "")) return;
  if (count > 1) state.unread.set(id, count - 1);
  else state.unread.delete(id);
  tell("channels");
}

function isSeen(id, message) {
  if (document.hidden || state.place.channel !== id) return false;
  return state.place.tab === "messages" || !isTopLevel(message);
}

function read(message) {
  announce(`${personName(message.user)}: ${fromWire(message.text ?? "")}`);
}
