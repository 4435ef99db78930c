// What the page says, asks in a dialog, and remembers in its tab.

import { byId, h, put } from "./dom.js";
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

/** @param {string} title @param {...any} parts  the last may be [what a button says, what it does] */
export function dialog(title, ...parts) {
  const box = byId("dialog");
  const last = parts[parts.length - 1];
  const deed = Array.isArray(last) && typeof last[1] === "function" ? parts.pop() : null;
  box.replaceChildren(h("h2", { id: "dialog-title" }, title), h("div.scroll", {}, ...parts), h("div.bar", {},
    deed && h("button.main", { type: "button", onclick: () => {
      box.close();
      deed[1]();
    } }, deed[0]), h("button", { type: "button", onclick: () => box.close() }, "Close")));
  if (!box.open) box.showModal();
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
