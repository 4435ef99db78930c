// Matches kept in this browser after every choice: to go on in another engine, or another day.

import { ask, Refused } from "./engine.js";
import { say } from "./frame.js";

const KEY = "workshop.matches";
const MOST = 4;
const GOES_ON = "The match goes on where it stood.";

/**
 * @typedef {{id: string, match: string, title: string, where: string, seats: string[], source: any, save: string, at: number}} Kept
 * match is what the engine called it, source the texts or packs that it is played by, at a time
 */

/** @returns {Kept[]} those that have not ended, the last one first */
export function keptMatches() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(fits) : [];
  } catch {
    return [];
  }
}

const fits = (kept) => ["id", "match", "title", "where", "save"].every((name) => typeof kept?.[name] === "string")
  && typeof kept.at === "number" && Array.isArray(kept.seats) && typeof kept.source === "object" && kept.source !== null;

/**
 * Keep a match as it stands, before others; raises Refused where there is no room for it.
 * @param {Kept} kept
 */
export function keepMatch(kept) {
  const others = keptMatches().filter((each) => each.id !== kept.id);
  for (let room = MOST - 1; room >= 0; room -= 1) {
    try {
      return localStorage.setItem(KEY, JSON.stringify([kept, ...others.slice(0, room)]));
    } catch { /* without the oldest there may be room */ }
  }
  throw new Refused("full", "The browser keeps no more: save the match as a file.");
}

/** @param {string} id */
export function forgetMatch(id) {
  try {
    localStorage.setItem(KEY, JSON.stringify(keptMatches().filter((each) => each.id !== id)));
  } catch { /* then it was not kept either */ }
}

// ---------------------------------------------------------------------------------- the one at the table

/** @type {any} a {@link Kept}, of which some is missing until it is kept for the first time */
export let current = null;

export function setCurrent(match) {
  current = match;
}

/**
 * Ask about the match. An engine that has lost it gets it again, as it was kept.
 * @template {"look" | "choose" | "undo" | "how" | "reach" | "cards" | "save"} Question
 * @param {Question} question
 * @param {Omit<Extract<import("./protocol").Request, {ask: Question}>, "version" | "id" | "ask" | "match">} [fields]
 * @returns {Promise<import("./engine.js").Answers[Question]>}
 */
export async function about(question, fields) {
  const of = (match) => ask(question, /** @type {any} */ ({ match, ...fields }));
  const { match } = current;
  try {
    return await of(match);
  } catch (error) {
    if (!["gone", "ended"].includes(error.kind) || !current.save) throw error;
    await revive(match);
    if (error.kind === "ended") throw new Refused("again", `${error.message[0].toUpperCase()}${error.message.slice(1)}. ${GOES_ON}`);
    say(`The engine was started anew. ${GOES_ON}`);
    return await of(current.match);
  }
}

/** @type {Promise<void> | null} */
let reviving = null;

/** Restore a match that an engine has lost, once for all who miss it. */
async function revive(lost) {
  if (current.match !== lost) return;
  reviving ??= ask("restore", { save: current.save, seats: current.seats, ...current.source }).then(({ match }) => {
    current = { ...current, match };
  }).finally(() => {
    reviving = null;
  });
  await reviving;
}

/**
 * Keep the match as it stands now; one that is over is kept no longer.
 * @param {import("./protocol").Table} table
 */
export async function keep(table) {
  const { id } = current;
  if (table.over) return forgetMatch(id);
  const round = table.view.final ? "final round" : `round ${table.view.round}`;
  const { text } = await about("save");
  if (current.id !== id) return; // another one has begun meanwhile
  current = { ...current, seats: table.seats, title: table.title, where: round, save: text, at: Date.now() };
  return keepMatch(current);
}
