/** The left side: the workspace's name, channels, people, apps, and who one is. */

import { avatar } from "./avatar.js";
import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { go } from "./places.js";
import { channelTitle, isBotDirect, listen, otherSide, personName, state } from "./state.js";
import { label } from "./texts.js";

/** Build the sidebar. */
export function sidebar() {
  const node = byId("sidebar");
  const draw = () => {
    const all = [...state.channels.values()];
    const focused = node.contains(document.activeElement) ? document.activeElement : null;
    fill(
      node,
      el("header", { class: "team" },
        el("span", { class: "team-name", dir: "auto", testid: "team-name" }, state.team.name),
        el("button", {
          type: "button", class: "plain-button only-narrow", "aria-label": label("closeSidebar"),
          on: { click: () => tellClosed() },
        }, icon("close"))),
      el("nav", { class: "places", "aria-label": label("channels") },
        section("channels", all.filter((channel) => !channel.is_im)),
        section("directMessages", all.filter((channel) => channel.is_im && !isBotDirect(channel))),
        section("apps", all.filter(isBotDirect)),
        installLink()),
      personSwitch(),
    );
    titleOfPage();
    if (focused?.dataset.channel) node.querySelector(`[data-channel="${CSS.escape(focused.dataset.channel)}"]`)?.focus();
    else if (focused?.dataset.user) node.querySelector(".person-switch").focus();
  };
  const show = (isOpen) => document.body.classList.toggle("sidebar-open", isOpen);
  const tellClosed = () => show(false);
  byId("sidebar-shade").addEventListener("click", tellClosed);
  for (const topic of ["channels", "connection"]) listen(topic, draw);
  listen("sidebar", (isOpen) => {
    show(isOpen);
    if (isOpen) node.querySelector(".place")?.focus();
  });
  node.addEventListener("keydown", (event) => event.key === "Escape" && tellClosed());
  draw();
}

/** Where the bot can be added to another workspace; there is nothing of it in Socket Mode. */
function installLink() {
  if (!state.installUrl) return null;
  return el("section", { class: "place-group" },
    el("ul", {}, el("li", {}, el("a", { class: "place", href: state.installUrl, testid: "install" }, label("addToWorkspace")))));
}

function section(key, channels) {
  if (!channels.length) return null;
  return el("section", { class: "place-group" },
    el("h2", {}, label(key)),
    el("ul", {}, channels.map((channel) => el("li", {}, place(channel)))));
}

function place(channel) {
  const unread = state.unread.get(channel.id) ?? 0;
  const isHere = channel.id === state.place.channel;
  const other = otherSide(channel);
  const presence = other && el("span", { class: isPresent(other) ? "presence on" : "presence" });
  return el(
    "button",
    {
      type: "button",
      class: unread ? "place unread" : "place",
      "aria-current": isHere ? "page" : null,
      testid: "channel",
      data: { channel: channel.id, name: channelTitle(channel), unread: unread ? String(unread) : null },
      on: { click: () => go({ channel: channel.id, thread: "", tab: "messages" }) },
    },
    other ? el("span", { class: "place-face" }, avatar(other.id, 20), presence) : icon("hash", 16),
    el("span", { class: "place-name", dir: "auto" }, channelTitle(channel)),
    other?.id === state.me && el("span", { class: "place-you" }, label("you")),
    unread > 0 && el("span", { class: "badge", "aria-label": label("unread", { count: unread }) }, String(unread)),
  );
}

/** The app is there when it is connected; people of a local workspace always are. */
function isPresent(person) {
  return person.is_bot ? state.botConnected : true;
}

function personSwitch() {
  const people = [...state.people.values()].filter((person) => !person.is_bot);
  const name = personName(state.me);
  const button = el(
    "button",
    {
      type: "button", class: "person-switch", "aria-haspopup": "menu", "aria-expanded": "false",
      "aria-label": label("switchPerson", { name }), testid: "person-switch", data: { user: state.me },
      on: {
        click: () => openMenu(button, people.map((person) => ({
          name: [avatar(person.id, 24), el("span", { dir: "auto" }, personName(person.id))],
          checked: person.id === state.me,
          testid: "person-option",
          data: { user: person.id },
          pick: () => become(person.id),
        })), { title: label("switchPersonTitle"), testid: "person-menu" }),
      },
    },
    avatar(state.me, 32),
    el("span", { class: "person-name", dir: "auto" }, name),
    icon("chevron", 16),
  );
  return el("footer", { class: "person" }, button);
}

/** See the workspace as somebody else: a new page, as after signing in anew. */
function become(user) {
  if (user === state.me) return;
  const channel = state.channels.get(state.place.channel);
  const keep = channel && !channel.is_im ? `#${channel.id}` : "";
  location.assign(`/?user=${encodeURIComponent(user)}${keep}`);
}

function titleOfPage() {
  const here = state.channels.get(state.place.channel);
  const count = [...state.unread.values()].reduce((sum, unread) => sum + unread, 0);
  const title = here ? `${channelTitle(here)} - ${state.team.name}` : state.team.name;
  document.title = count ? `(${count}) ${title}` : title;
}
