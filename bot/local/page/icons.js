/** The page's few line icons, as SVG built from paths. */

const PATHS = {
  send: "M3 11.5 20.5 4 14 20.5l-3-7z M11 13.5 20.5 4",
  reply: "M4 5h16v11H10l-4 4v-4H4z",
  bookmark: "M6 4h12v17l-6-4.5L6 21z",
  more: "M5 12h.01 M12 12h.01 M19 12h.01",
  close: "M5 5l14 14 M19 5 5 19",
  back: "M14 5l-7 7 7 7",
  menu: "M4 6h16 M4 12h16 M4 18h16",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  chevron: "M6 9l6 6 6-6",
  down: "M12 5v14 M6 13l6 6 6-6",
  hash: "M9.5 4 7.5 20 M16.5 4l-2 16 M4.5 9h16 M3.5 15h16",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6 M16 4.5a3.3 3.3 0 0 1 0 6.3 M18 14.5c2 .8 3.2 2.7 3.5 5.5",
  up: "M8 11V20H4V11z M8 12l4-8c1.8 0 2.6 1.2 2.2 3L13.5 10H19c1.3 0 2 1 1.7 2.2l-1.5 6c-.3 1.1-1.1 1.8-2.2 1.8H8",
  thumbDown: "M16 13V4h4v9z M16 12l-4 8c-1.8 0-2.6-1.2-2.2-3l.7-3H5c-1.3 0-2-1-1.7-2.2l1.5-6C5.1 4.7 5.9 4 7 4h9",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  bold: "M7 5h6a3.5 3.5 0 0 1 0 7H7z M7 12h7a3.5 3.5 0 0 1 0 7H7z",
  italic: "M14 5h-4 M14 19h-4 M13.5 5l-3 14 M10 19H7 M17 5h-4",
  strike: "M4 12h16 M16.5 7.5C16 6 14.5 5 12 5c-3 0-4.5 1.5-4.5 3.3 0 1.2.7 2.2 2 2.9 M7.5 16c.5 2 2.2 3 4.7 3 3 0 4.5-1.5 4.5-3.4 0-.7-.2-1.3-.5-1.8",
  code: "M8.5 7 3.5 12l5 5 M15.5 7l5 5-5 5",
  at: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z M15.5 8.5v5c0 1.5.8 2.5 2.2 2.5 1.8 0 2.8-1.6 2.8-4A8.5 8.5 0 1 0 17 19",
  slash: "M4 4h16v16H4z M14.5 7.5l-5 9",
};

const SVG = "http://www.w3.org/2000/svg";

/**
 * An icon that takes the colour of the text around it; screen readers do not see it.
 * @param {keyof typeof PATHS} name
 * @param {number} [pixels]
 */
export function icon(name, pixels = 18) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24", width: pixels, height: pixels, fill: "none", stroke: "currentColor",
    "stroke-width": name === "more" ? 3 : 1.8, "stroke-linecap": "round", "stroke-linejoin": "round",
    "aria-hidden": "true", class: "icon",
  })) svg.setAttribute(key, String(value));
  for (const part of PATHS[name].split(/ (?=M)/)) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", part);
    svg.appendChild(path);
  }
  return svg;
}
