/**
 * Starts the page of the local workspace.
 *
 * Hooks for browser tests (data-testid, with the other attributes in brackets):
 *   Frame      team-name, channel [data-channel, data-name, data-unread, aria-current], person-switch
 *              [data-user], person-option [data-user], channel-title, bot-offline, bot-absent,
 *              invite-bot, server-lost, boot-problem, open-sidebar (narrow windows)
 *   Writing    composer, thread-composer (textareas); <either>-send, <either>-notice; suggestions,
 *              suggestion [data-key]; suggested-prompts, suggested-prompt; status
 *   Messages   message-list, thread-list; message and ephemeral [data-ts, data-thread, data-user,
 *              data-streaming]; in one: author, message-body, only-you, dismiss, thread-bar, reaction;
 *              stop, day-line, new-line, jump-to-newest
 *   On hover   message-tools, reply-in-thread, shortcut-<callback_id>, message-more, edit-message,
 *              delete-message, copy-text, simulate-unfurl, edit-text, edit-save, close-thread
 *   Blocks     .block [data-block-type, data-block-id]; block-button, block-overflow, overflow-option
 *              [data-value], block-select, block-radio, block-checkboxes, block-text, block-date,
 *              block-time [data-action-id on each; aria-busy="true" while the app is asked];
 *              feedback-positive, feedback-negative, interaction-failed, input-block, field-error
 *   Dialogs    modal [data-view-id, data-callback-id], modal-submit, modal-cancel, modal-close,
 *              modal-back, modal-error; confirm-dialog, confirm-yes, confirm-no
 *   App Home   tab-messages, tab-home, home, home-empty
 * The person is chosen by ?user=<id>, the place by #<channel>, #<channel>/<thread_ts>, #<channel>/home.
 */

import { connectLive, fetchBoot } from "./api.js";
import { channelPane } from "./channel.js";
import { byId, el, fill } from "./dom.js";
import { eventTaker } from "./live.js";
import { goToAddress } from "./places.js";
import { reason } from "./reasons.js";
import { sidebar } from "./sidebar.js";
import { state, tell } from "./state.js";
import { chooseLanguage, label } from "./texts.js";
import { threadPane } from "./thread.js";

async function start() {
  const user = new URLSearchParams(location.search).get("user") ?? "";
  takeBoot(await fetchBoot(user));
  chooseLanguage(state.people.get(state.me)?.locale ?? navigator.language);
  byId("boot").remove();
  sidebar();
  const channel = channelPane();
  const thread = threadPane();
  let wasLost = false;
  connectLive(eventTaker(channel, thread), (connected) => {
    state.serverConnected = connected;
    if (connected && wasLost) catchUp(channel, thread);
    wasLost = !connected;
    tell("connection");
  });
  window.addEventListener("popstate", goToAddress);
  document.addEventListener("keydown", typeAnywhere);
  goToAddress();
}

/** As in Slack, who types while nothing is being written writes in the composer. */
function typeAnywhere(event) {
  const isText = event.key.length === 1 || event.keyCode === 229;
  const target = event.target;
  const isIdle = target === document.body || target.matches?.(".message, .message-list, .home");
  if (!isText || event.key === " " || event.ctrlKey || event.metaKey || event.altKey || !isIdle) return;
  const pane = target.closest("#thread") ?? byId("channel");
  pane.querySelector(".composer-text")?.focus({ preventScroll: true });
}

function takeBoot(boot) {
  state.team = boot.team;
  state.installUrl = boot.install_url ?? "";
  state.people = new Map(boot.people.map((person) => [person.id, person]));
  state.me = typeof boot.me === "string" ? boot.me : boot.me?.id ?? boot.default;
  state.channels = new Map(boot.channels.map((channel) => [channel.id, channel]));
  state.commands = boot.commands ?? [];
  state.shortcuts = boot.shortcuts ?? [];
  state.botConnected = boot.bot_connected;
  state.unread = new Map(
    boot.channels.filter((channel) => channel.unread).map((channel) => [channel.id, Number(channel.unread)]),
  );
}

/** After a break in the connection: what was missed. */
async function catchUp(channel, thread) {
  await Promise.all([channel.load(), thread.load()]);
  const boot = await fetchBoot(state.me);
  state.botConnected = boot.bot_connected;
  tell("connection");
}

start().catch((error) => {
  chooseLanguage(navigator.language);
  const retry = el("button", { type: "button", class: "button", on: { click: () => location.reload() } }, label("tryAgain"));
  fill(byId("boot"), el("p", { role: "alert", "data-testid": "boot-problem" }, label("bootFailed", { reason: reason(error.message) })), retry);
});
