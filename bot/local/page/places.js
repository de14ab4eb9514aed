/** Where the page is: kept in the address (#channel, #channel/thread, #channel/home), so "back" works. */

import { isBotDirect, state, tell } from "./state.js";

/**
 * Go somewhere; what is left out stays as it is. Going to a channel leaves thread and tab behind.
 * @param {{channel?: string, thread?: string, tab?: "messages" | "home", focusThread?: boolean}} to
 */
export function go(to) {
  const isMove = to.channel !== undefined && to.channel !== state.place.channel;
  const place = {
    channel: to.channel ?? state.place.channel,
    thread: to.thread ?? (isMove ? "" : state.place.thread),
    tab: to.tab ?? (isMove ? "messages" : state.place.tab),
  };
  if (place.thread) place.tab = "messages";
  const address = addressOf(place);
  if (address !== location.hash) history.pushState(null, "", address);
  arrive(place, Boolean(to.focusThread));
}

/** Go where the address says, or to the first place there is. */
export function goToAddress() {
  const [channel, rest = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (!state.channels.has(channel)) {
    go({ channel: startChannel(), thread: "", tab: "messages" });
    return;
  }
  const isHome = rest === "home" && isBotDirect(state.channels.get(channel));
  arrive({ channel, thread: isHome ? "" : /^[\d.]+$/.test(rest) ? rest : "", tab: isHome ? "home" : "messages" }, false);
}

function arrive(place, focusThread) {
  const unread = state.unread.get(place.channel) ?? 0;
  state.place = { ...place, focusThread, unread };
  state.unread.delete(place.channel);
  tell("sidebar", false);
  tell("place");
  state.unreadFrom.delete(place.channel);
  tell("channels");
}

function addressOf({ channel, thread, tab }) {
  if (tab === "home") return `#${channel}/home`;
  return thread ? `#${channel}/${thread}` : `#${channel}`;
}

/** The DM with the bot is where a newcomer starts. */
function startChannel() {
  const all = [...state.channels.values()];
  return (all.find(isBotDirect) ?? all[0])?.id ?? "";
}
