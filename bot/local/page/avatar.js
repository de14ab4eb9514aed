/** People's pictures: a coloured square with their initial; the app has a face of its own. */

import { el } from "./dom.js";
import { personName, state } from "./state.js";

const COLORS = ["#2f6f8f", "#8a4b9e", "#b4552d", "#3b7d4f", "#a33f5f", "#4a5fb0"];
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} userId
 * @param {number} pixels
 */
export function avatar(userId, pixels) {
  const person = state.people.get(userId);
  const node = el("span", { class: "avatar", "aria-hidden": "true" });
  node.style.setProperty("--size", `${pixels}px`);
  if (person?.is_bot) {
    node.classList.add("avatar-bot");
    node.appendChild(face());
    return node;
  }
  node.style.backgroundColor = colour(person?.avatar_color, userId);
  node.dataset.initial = [...personName(userId)][0]?.toUpperCase() ?? "?";
  return node;
}

/** A colour that white letters stand out on: the person's own when it is a plain hex colour. */
function colour(given, userId) {
  const hex = /^#?([0-9a-f]{6})$/i.exec(given ?? "");
  if (hex) return `#${hex[1]}`;
  const sum = [...userId].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return COLORS[sum % COLORS.length];
}

/** Ttori: an acorn with two eyes. */
function face() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 36 36");
  const draw = (tag, attributes) => {
    const shape = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    svg.appendChild(shape);
  };
  draw("rect", { width: "36", height: "36", fill: "#ffe9c7" });
  draw("path", { d: "M8.5 16c0 8 4.5 13.5 9.5 14.5 5-1 9.5-6.5 9.5-14.500z", fill: "#d98a3d" });
  draw("path", { d: "M6.5 16.500c0-6 5-9.5 11.5-9.500s11.5 3.5 11.5 9.500c-3.5 1.5-19.5 1.5-23 0z", fill: "#6b4226" });
  draw("path", { d: "M18 7.500c0-2 .5-3 2-4", stroke: "#6b4226", "stroke-width": "2.2", fill: "none", "stroke-linecap": "round" });
  draw("circle", { cx: "14.3", cy: "20.5", r: "1.5", fill: "#3a2212" });
  draw("circle", { cx: "21.7", cy: "20.5", r: "1.5", fill: "#3a2212" });
  draw("path", { d: "M15.8 24c1.4 1.3 3 1.3 4.4 0", stroke: "#3a2212", "stroke-width": "1.3", fill: "none", "stroke-linecap": "round" });
  return svg;
}
