/** What the page knows: people, channels, messages, views. Changing it tells whoever listens. */

/**
 * @typedef {{id: string, name: string, real_name: string, avatar_color: string, locale: string, is_bot: boolean}} Person
 * @typedef {{id: string, name: string, is_im: boolean, is_member_bot: boolean, topic: string, unread: number, user?: string}} Channel
 * @typedef {{ts: string, thread_ts?: string, user: string, bot_id?: string, text: string, blocks?: object[],
 *   edited?: object, reply_count?: number, latest_reply?: string, reply_users?: string[], is_ephemeral?: boolean,
 *   streaming?: boolean, reactions?: object[], files?: object[]}} Message
 */

export const state = {
  team: { name: "", domain: "" },
  me: "",
  /** @type {Map<string, Person>} */
  people: new Map(),
  /** @type {Map<string, Channel>} */
  channels: new Map(),
  /** @type {{command: string, description: string, usage_hint: string}[]} */
  commands: [],
  /** @type {{callback_id: string, name: string}[]} */
  shortcuts: [],
  botConnected: false,
  serverConnected: true,
  /** What is shown: a channel, perhaps a thread in it, and for the bot's DM a tab. */
  place: { channel: "", thread: "", tab: "messages" },
  /** @type {Map<string, Map<string, Message>>} messages by channel, then by ts */
  messages: new Map(),
  /** @type {Map<string, number>} how many came in unseen */
  unread: new Map(),
  /** @type {Map<string, string>} the first unseen message of a channel */
  unreadFrom: new Map(),
  /** @type {Map<string, {status: string, loading: string[], since: number}>} by threadKey */
  statuses: new Map(),
  /** @type {Map<string, {title: string, prompts: {title: string, message: string}[]}>} by channel */
  prompts: new Map(),
  /** @type {Map<string, string>} what an agent's session does ("processing", …), by threadKey */
  sessions: new Map(),
  /** @type {Map<string, string>} the names that the app gave threads, by threadKey */
  titles: new Map(),
  /** @type {object | null} */
  home: null,
};

/** @type {Map<string, Set<(detail: any) => void>>} */
const listeners = new Map();

/**
 * Call `listener` whenever `topic` is told. Topics: place, messages, channels, status, prompts, home,
 * connection.
 */
export function listen(topic, listener) {
  if (!listeners.has(topic)) listeners.set(topic, new Set());
  listeners.get(topic).add(listener);
}

/** Tell everyone who listens to `topic`. */
export function tell(topic, detail) {
  for (const listener of listeners.get(topic) ?? []) listener(detail);
}

/** The name that people see; the id itself when nobody has it. */
export function personName(id) {
  const person = state.people.get(id);
  return person ? person.real_name || person.name : id;
}

/** @returns {Person | undefined} the app's own user */
export function bot() {
  return [...state.people.values()].find((person) => person.is_bot);
}

/** The bot's name, for labels. */
export function botName() {
  const app = bot();
  return app ? personName(app.id) : "Ttori";
}

/** The person on the other side of a DM, or undefined. */
export function otherSide(channel) {
  if (!channel?.is_im) return undefined;
  return state.people.get(channel.user ?? "") ?? (channel.is_member_bot ? bot() : undefined);
}

/** Whether this channel is the DM with the bot. */
export function isBotDirect(channel) {
  return Boolean(otherSide(channel)?.is_bot);
}

/** A channel's name as people see it, without the "#". */
export function channelTitle(channel) {
  const other = otherSide(channel);
  return other ? personName(other.id) : channel.name;
}

/** @returns {Channel | undefined} */
export function currentChannel() {
  return state.channels.get(state.place.channel);
}

/** The key of a thread in `state.statuses`. */
export function threadKey(channel, thread) {
  return `${channel}/${thread ?? ""}`;
}

function messagesOf(channel) {
  if (!state.messages.has(channel)) state.messages.set(channel, new Map());
  return state.messages.get(channel);
}

/** Whether a message stands in the channel itself and not only in a thread. */
export function isTopLevel(message) {
  return !message.thread_ts || message.thread_ts === message.ts || message.subtype === "thread_broadcast";
}

/** The channel's own messages, oldest first. @returns {Message[]} */
export function channelMessages(channel) {
  return sorted([...messagesOf(channel).values()].filter(isTopLevel));
}

/** A thread's messages, its root first. @returns {Message[]} */
export function threadMessages(channel, thread) {
  return sorted(
    [...messagesOf(channel).values()].filter((m) => m.ts === thread || m.thread_ts === thread),
  );
}

/** @returns {Message | undefined} */
export function messageAt(channel, ts) {
  return messagesOf(channel).get(ts);
}

/** How many live changes there were, and after how many each message last changed. */
let changes = 0;
const changedAt = new Map();

/** The moment before a history is asked for: what changes live after it is newer than the answer. */
export function liveMoment() {
  return changes;
}

function noteChange(channel, ts) {
  changes += 1;
  changedAt.set(`${channel}/${ts}`, changes);
}

/** Add a message or put its new version in place of the old one. */
export function putMessage(channel, message) {
  noteChange(channel, message.ts);
  messagesOf(channel).set(message.ts, message);
  tell("messages", { channel, message });
}

/** Take a message away; taking a thread's root takes nothing else. */
export function dropMessage(channel, ts) {
  noteChange(channel, ts);
  if (messagesOf(channel).delete(ts)) tell("messages", { channel });
}

/**
 * Take over what the server says a channel or a thread holds. Ephemeral messages that it no longer
 * knows stay until the page is loaded anew, as they do in Slack. `since` is the `liveMoment` at which
 * it was asked: messages that changed after it stay as they are.
 */
export function takeHistory(channel, thread, messages, since) {
  const known = messagesOf(channel);
  const fresh = new Set(messages.map((message) => message.ts));
  const covered = thread
    ? (m) => m.ts === thread || m.thread_ts === thread
    : (m) => isTopLevel(m);
  const isNewer = (ts) => (changedAt.get(`${channel}/${ts}`) ?? 0) > since;
  for (const message of [...known.values()]) {
    if (isNewer(message.ts)) continue;
    if (covered(message) && !fresh.has(message.ts) && !message.is_ephemeral) known.delete(message.ts);
  }
  for (const message of messages) {
    if (isNewer(message.ts)) continue;
    const same = known.get(message.ts);
    if (!same || JSON.stringify(same) !== JSON.stringify(message)) known.set(message.ts, message);
  }
  tell("messages", { channel });
}

function sorted(messages) {
  return messages.sort((a, b) => Number.parseFloat(a.ts) - Number.parseFloat(b.ts));
}
