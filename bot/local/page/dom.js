/** Builds DOM nodes. Every text on the page goes through here, as text nodes, never as markup. */

/** @typedef {Node | string | null | undefined | false | Child[]} Child */

/**
 * Make an element.
 *
 * `props` are attributes (`true` makes an empty one, `false`/`null` leaves it out), except
 * `class`, `on` (listeners by event name), `testid` and `data` (data-* attributes by camelCase name).
 *
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "data") {
      for (const [key, item] of Object.entries(value)) {
        if (item !== null && item !== undefined) node.dataset[key] = item;
      }
    } else if (name === "class") node.className = value;
    else if (name === "testid") node.dataset.testid = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

/**
 * Append children, leaving out the empty ones.
 * @param {Node} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false && child !== "") {
      parent.appendChild(document.createTextNode(String(child)));
    }
  }
}

/**
 * Put children in the place of everything in `parent`.
 * @param {Node} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  while (parent.firstChild) parent.removeChild(parent.firstChild);
  append(parent, children);
}

/**
 * Nodes in a fragment.
 * @param {...Child} children
 * @returns {DocumentFragment}
 */
export function fragment(...children) {
  const node = document.createDocumentFragment();
  append(node, children);
  return node;
}

/**
 * An element of the page's frame, which index.html promises to hold.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`index.html has no #${id}`);
  return node;
}

let lastId = 0;

/** An id that is new on this page. */
export function freshId(prefix = "n") {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** Let a screen reader say a sentence once. */
export function announce(text) {
  const line = el("div", {}, text);
  const region = byId("announcer");
  region.appendChild(line);
  setTimeout(() => line.remove(), 10_000);
}
