/** The middle of the page: a channel or DM with its head, messages, prompts and composer. */

import { fetchHistory, invite, post } from "./api.js";
import { avatar } from "./avatar.js";
import { Composer } from "./composer.js";
import { byId, el, fill } from "./dom.js";
import { homePanel } from "./home.js";
import { icon } from "./icons.js";
import { MessageList } from "./message_list.js";
import { editMessage } from "./message_tools.js";
import { go } from "./places.js";
import { reason } from "./reasons.js";
import {
  bot, botName, channelMessages, channelTitle, currentChannel, isBotDirect, listen, liveMoment, otherSide,
  state, takeHistory, tell,
} from "./state.js";
import { statusIn, statusLine } from "./status_line.js";
import { label } from "./texts.js";

const SEEN_MS = 1_500;

/**
 * Build the pane. `load` fetches the channel anew, `noteSeen` tells the workspace soon that what is
 * shown has been read.
 * @returns {{surfaceAt: (ts: string) => any, composer: Composer, load: () => Promise<void>, noteSeen: () => void}}
 */
export function channelPane() {
  const head = byId("channel-head");
  const body = byId("channel-body");
  const list = new MessageList({
    name: label("messageList"), testid: "message-list", inThread: false,
    openThread: (ts) => go({ thread: ts, focusThread: true }),
  });
  const composer = new Composer({
    testid: "composer", inThread: false, onSent: () => list.toBottom(),
    onEditLast: () => editLast(list),
  });
  const prompts = el("div", { class: "prompts", testid: "suggested-prompts", hidden: true });
  const problem = el("div", { class: "load-problem", role: "alert", hidden: true });
  const status = statusLine(() => statusIn(state.place.channel, state.place.thread));
  const home = homePanel();
  const talk = el("div", { class: "talk", id: "panel-messages" }, list.node, problem, prompts, status, composer.node);
  fill(body, talk, home.node);
  let shown = "";

  async function load() {
    const channel = state.place.channel;
    try {
      const since = liveMoment();
      const { messages } = await fetchHistory(channel, "");
      takeHistory(channel, "", messages, since);
      problem.hidden = true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const retry = el("button", { type: "button", class: "button", on: { click: load } }, label("tryAgain"));
      fill(problem, label("loadFailed", { reason: reason(error.message) }), " ", retry);
      problem.hidden = false;
    }
  }

  function open() {
    const channel = currentChannel();
    if (!channel) return;
    drawHead(head, channel);
    const isHome = state.place.tab === "home";
    talk.hidden = isHome;
    if (isBotDirect(channel)) talk.setAttribute("role", "tabpanel");
    else talk.removeAttribute("role");
    home.node.hidden = !isHome;
    const key = `${channel.id}/${state.place.tab}`;
    if (shown === key) return;
    const isOther = !shown.startsWith(`${channel.id}/`);
    shown = key;
    if (isHome) {
      post("home", { tab: "home" });
      return;
    }
    if (isOther) {
      list.open(channel.id, { intro: intro(channel), newFrom: state.unreadFrom.get(channel.id) });
      const name = channel.is_im ? channelTitle(channel) : `#${channelTitle(channel)}`;
      composer.open(channel.id, "", label("messageTo", { name }));
      list.show(channelMessages(channel.id));
      const { unread } = state.place;
      load().then(() => list.markNew(unread));
    }
    list.toBottom();
    if (isBotDirect(channel)) post("home", { tab: "messages", channel: channel.id });
    drawPrompts();
    if (!state.place.thread && matchMedia("(hover: hover)").matches) composer.focus();
  }

  function drawPrompts() {
    const set = state.prompts.get(state.place.channel);
    prompts.hidden = !set?.prompts.length;
    if (!set) return;
    fill(
      prompts,
      el("div", { class: "prompts-title" }, set.title || label("suggestedPrompts")),
      el("div", { class: "prompt-chips" }, set.prompts.map((prompt) =>
        el("button", {
          type: "button", class: "chip", dir: "auto", testid: "suggested-prompt", on: { click: () => composer.deliver(prompt.message) },
        }, prompt.title))),
    );
  }

  let seen = 0;
  function noteSeen() {
    clearTimeout(seen);
    seen = setTimeout(load, SEEN_MS);
  }

  listen("place", open);
  listen("prompts", drawPrompts);
  listen("connection", () => currentChannel() && drawHead(head, currentChannel()));
  listen("messages", ({ channel }) => {
    if (channel === state.place.channel) list.show(channelMessages(channel));
  });
  return { surfaceAt: (ts) => list.surfaceAt(ts), composer, load, noteSeen };
}

/** As in Slack, "up" in an empty composer edits one's last message. */
function editLast(list) {
  const mine = (message) => message.user === state.me && !message.bot_id && !message.subtype;
  const last = channelMessages(state.place.channel).findLast(mine);
  const node = last && list.nodeAt(last.ts);
  if (node) editMessage(state.place.channel, last, node);
}

function drawHead(head, channel) {
  const other = otherSide(channel);
  const menu = el("button", {
    type: "button", class: "plain-button only-narrow", "aria-label": label("openSidebar"), testid: "open-sidebar",
    on: { click: () => tell("sidebar", true) },
  }, icon("menu"));
  const title = el("h1", { class: "channel-title", dir: "auto", testid: "channel-title" },
    other ? avatar(other.id, 24) : icon("hash", 18), el("span", {}, channelTitle(channel)),
    other?.is_bot && el("span", { class: "app-badge" }, label("app")));
  const topic = el("span", { class: "channel-topic", dir: "auto" }, channel.topic || "");
  const count = [...state.people.values()].filter((person) => !person.is_bot || channel.is_member_bot).length;
  const members = !channel.is_im && el("span", { class: "channel-members", title: label("members", { count }) }, icon("people", 16), String(count));
  const offline = !state.botConnected && channel.is_member_bot &&
    el("div", { class: "banner", role: "status", testid: "bot-offline" }, label("botOffline", { name: botName() }));
  const absent = !channel.is_im && !channel.is_member_bot && bot() &&
    el("div", { class: "banner quiet", testid: "bot-absent" }, label("notMember", { name: botName() }), " ",
      el("button", {
        type: "button", class: "link-button", testid: "invite-bot", on: { click: () => inviteBot(channel) },
      }, label("invite", { name: botName() })));
  const lost = !state.serverConnected &&
    el("div", { class: "banner", role: "alert", testid: "server-lost" }, label("serverLost"));
  fill(head, el("div", { class: "channel-line" }, menu, title, topic, members), tabs(channel), lost, !lost && offline, absent);
}

async function inviteBot(channel) {
  const answer = await invite(channel.id, bot().id);
  if (!answer.ok) return;
  state.channels.set(channel.id, { ...channel, is_member_bot: true });
  tell("connection");
}

function tabs(channel) {
  if (!isBotDirect(channel)) return null;
  const tab = (name, key) => {
    const isOn = state.place.tab === name;
    return el("button", {
      type: "button", role: "tab", class: "tab", "aria-selected": String(isOn), tabindex: isOn ? 0 : -1,
      "aria-controls": `panel-${name}`, testid: `tab-${name}`, on: { click: () => go({ tab: name, thread: "" }) },
    }, label(key));
  };
  const node = el("div", { class: "tabs", role: "tablist" }, tab("messages", "tabMessages"), tab("home", "tabHome"));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    go({ tab: state.place.tab === "home" ? "messages" : "home", thread: "" });
    document.querySelector('[role="tab"][aria-selected="true"]')?.focus();
  });
  return node;
}

function intro(channel) {
  const name = channelTitle(channel);
  const other = otherSide(channel);
  const key = !other ? "channelStart" : other.is_bot ? "botStart" : "directStart";
  const picture = other ? avatar(other.id, 64) : el("span", { class: "intro-hash" }, icon("hash", 34));
  return el("div", { class: "intro" }, picture,
    el("h2", { dir: "auto" }, other ? name : `# ${name}`),
    el("p", {}, label(key, { name })), channel.topic && el("p", { class: "intro-topic", dir: "auto" }, channel.topic));
}
