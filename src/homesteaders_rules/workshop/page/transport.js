// How the page reaches its engine: the server that it came from. The site has another file in this place.

import { Refused } from "./refused.js";

const PATIENCE = 100_000;

/** Where a link to a pack leads: not here, since the address of this page is nobody else's. */
export const address = () => `${location.origin}/`;

/**
 * One request, which always ends.
 * @param {string} name
 * @param {any} body
 * @returns {Promise<any>} what is answered; raises Refused where nothing is
 */
export async function sent(name, body) {
  const ended = new AbortController();
  const clock = setTimeout(() => ended.abort(), PATIENCE);
  const wanted = body === null ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(name, { ...wanted, signal: ended.signal });
    if (answer.status === 403) throw new Refused("gone", "The workshop was started anew: open the address that it printed.");
    const value = await answer.json();
    if (!answer.ok) throw new Refused(answer.status === 409 ? "changed" : "refused", value.reason);
    return value;
  } catch (error) {
    if (error instanceof Refused) throw error;
    const late = error.name === "AbortError";
    throw new Refused(late ? "late" : "gone", late
      ? "The engine has not answered for a while. Texts and the game are kept here: try again."
      : "The workshop does not answer: is it still running in the terminal? Texts are kept here.");
  } finally {
    clearTimeout(clock);
  }
}
