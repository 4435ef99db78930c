// What the page says, asks in a dialog, and remembers in its tab.

import { byId, focusName, focusOn, h, isLost, put } from "./dom.js";
import { Refused } from "./engine.js";

export function say(text, wrong = false) {
  put(byId("status"), wrong ? h("b.bad", {}, "✕ ") : null, text);
  byId("status").classList.toggle("wrong", wrong);
}

/** Do something that the engine may refuse; what it says is told. */
export async function trying(deed) {
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof Refused)) console.error(error);
    say(error instanceof Refused ? error.message : "This page has a fault; your texts are kept. Load it anew.", true);
    return null;
  }
}

/**
 * In the end the focus is where it was, though that was drawn anew meanwhile.
 * @param {string} title @param {...any} parts  the last may be [what a button says, what it does]
 */
export function dialog(title, ...parts) {
  const box = byId("dialog");
  const last = parts[parts.length - 1];
  const deed = Array.isArray(last) && typeof last[1] === "function" ? parts.pop() : null;
  box.replaceChildren(h("h2", { id: "dialog-title" }, title), h("div.scroll", {}, ...parts), h("div.bar", {},
    deed && h("button.main", { type: "button", onclick: () => {
      box.close();
      deed[1]();
    } }, deed[0]), h("button", { type: "button", onclick: () => box.close() }, "Close")));
  if (box.open) return;
  const from = focusName();
  box.onclose = () => (isLost() || box.contains(document.activeElement)) && focusOn(document, from);
  box.showModal();
}

/** A drawing by itself, as large as it must be for its words to be read: it is moved in its box, by pointer or by key. */
export function larger(title, drawing) {
  const box = h("div.larger", { tabindex: "0", role: "region", "aria-label": title }, drawing);
  dialog(title, box);
  box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
}

export const remember = (name, value) => {
  try {
    sessionStorage.setItem(`workshop.${name}`, value);
  } catch { /* nothing is kept then */ }
};
export const recalled = (name) => {
  try {
    return sessionStorage.getItem(`workshop.${name}`);
  } catch {
    return null;
  }
};
