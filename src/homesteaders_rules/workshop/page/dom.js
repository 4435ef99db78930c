// Elements in one call, and nothing else. Text is always text: no HTML is ever made of it.

/** @typedef {Node | string | number | null | undefined | false} One @typedef {One | (One | One[])[]} Part */

/**
 * @param {string} tag  with classes behind dots: "p.hint"
 * @param {Record<string, any>} [attributes]  on... are listeners; false and null are left out
 * @param {...Part} parts
 * @returns {any}
 */
export function h(tag, attributes = {}, ...parts) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElement(name), classes, attributes, parts);
}

/** The same for drawings. @param {string} tag @param {Record<string, any>} [attributes] @param {...Part} parts @returns {any} */
export function svg(tag, attributes = {}, ...parts) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), classes, attributes, parts);
}

function filled(element, classes, attributes, parts) {
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "class") element.classList.add(...value.split(" ").filter(Boolean));
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const part of parts.flat(3)) {
    if (part !== null && part !== undefined && part !== false) element.append(part instanceof Node ? part : String(part));
  }
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
/** @param {string} selector @returns {any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

/** Another content for an element; the focus stays where it was, by data-focus. @param {any} place @param {...Part} parts */
export function put(place, ...parts) {
  const focused = focusName();
  place.replaceChildren(...parts.flat(3).filter((part) => part !== null && part !== undefined && part !== false));
  focusOn(place, focused);
}

/** What has the focus, by its data-focus. */
export const focusName = () => document.activeElement?.closest("[data-focus]")?.getAttribute("data-focus") ?? "";
export const isLost = () => document.activeElement === document.body || document.activeElement === null;
/** @param {ParentNode} place @param {string} name */
export const focusOn = (place, name) => name && /** @type {any} */ (place.querySelector(`[data-focus="${CSS.escape(name)}"]`))?.focus({ preventScroll: true });

/** @type {WeakMap<Element, string>} */
const madeOf = new WeakMap();

/**
 * The same, unless it is made of the same things as what is there: a click that has begun there ends there, too.
 * @param {any} place @param {any} things @param {() => Part} make
 */
export function putNew(place, things, make) {
  const sign = JSON.stringify(things);
  if (madeOf.get(place) === sign) return;
  madeOf.set(place, sign);
  put(place, make());
}

let pressed = false;
addEventListener("pointerdown", () => (pressed = true), true);
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => (pressed = false), true);

/** When nothing is pressed any more: what is drawn anew below a pointer would take its click away. */
export async function released() {
  for (let tries = 0; pressed && tries < 50; tries += 1) await new Promise((done) => setTimeout(done, 20));
}

/** Signs and colours of seats: nothing is told by a colour alone. */
export const SIGNS = ["●", "▲", "■", "◆", "★", "✚"];
export const sign = (seat) => h(`span.seat.seat-${seat % 6}`, { "aria-hidden": "true" }, SIGNS[seat % 6]);
