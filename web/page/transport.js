// How the page of the site reaches its engine: a worker, which is ended and begun anew when it hangs or dies.

import { PARTS } from "./parts.js";
import { Refused } from "./refused.js";

const PATIENCE = 10_000;
const MOST_PATIENCE = 40_000;
const SLOWNESS = 10;
const LOADING = 120_000;
const SAID = "workshop.said";

// ---------------------------------------------------------------------------------- one worker

/** @type {Worker | null} */ let worker = null;
let ready = false;
/** @type {{id: number, text: string, done: Function, failed: Function}[]} what waits for an answer, the first in the worker */
let waiting = [];
let clock = 0;
let number = 0;
let patience = PATIENCE;
let program = "worker.js";

function begin() {
  ready = false;
  worker = new Worker(new URL(program, import.meta.url), { type: "module" });
  const own = worker;
  worker.onmessage = ({ data }) => own === worker && heard(data);
  worker.onerror = (event) => own === worker && end(event.message || "the worker has ended");
  setClock();
}

function heard({ id, text, dead, ready: isReady, took }) {
  if (dead !== undefined) return end(dead);
  if (isReady) {
    ready = true;
    // A slow machine is given more time: it took longer to import the library as well.
    patience = Math.min(Math.max(PATIENCE, SLOWNESS * took), MOST_PATIENCE);
  } else if (waiting[0]?.id === id) waiting.shift().done(text);
  return pass();
}

/** Give the worker what comes next: one request at a time, so that it is known what it hangs at. */
function pass() {
  if (worker === null) begin();
  else if (ready && waiting.length) worker.postMessage({ id: waiting[0].id, text: waiting[0].text });
  setClock();
}

function setClock() {
  clearTimeout(clock);
  if (!ready || waiting.length) clock = setTimeout(() => end(""), ready ? patience : LOADING);
}

/** End the worker. What it was at is not done, and its matches are lost; what waited goes to the next one. */
function end(why) {
  const begun = ready;
  worker?.terminate();
  worker = null;
  ready = false;
  program = "worker.js#anew"; // What it remembers of the one before may be what is wrong.
  clearTimeout(clock);
  if (why) console.warn(why);
  const lost = begun ? waiting.splice(0, 1) : waiting.splice(0);
  for (const each of lost) each.failed(begun
    ? new Refused("ended", why ? "the engine has ended over this, and another was begun" : "this took too long, and the engine was begun anew")
    : new Refused("lost", "The engine cannot be loaded: is there a network? Texts are kept here; load the page anew."));
  if (begun) begin();
}

/** @returns {Promise<any>} the answer of the engine to a request; raises Refused where it has ended over it */
function asked(request) {
  return new Promise((done, failed) => {
    number += 1;
    waiting.push({ id: number, text: JSON.stringify(request), done: (text) => done(JSON.parse(text)), failed });
    if (waiting.length === 1 || worker === null) pass();
  });
}

// ---------------------------------------------------------------------------------- before it is begun

// This very engine has answered, when the site was built, what a first visit asks; and at the last visit what was
// asked of the text then. The page shows that at once, and asks for more, which confirms it, of the engine.
const known = fetch(new URL("answers.json", import.meta.url)).then((answer) => answer.json()).then((built) => ({ ...built, ...last() })).catch(() => last());
let said = null;

function last() {
  try {
    const { begun, question, answer } = JSON.parse(localStorage.getItem(SAID) ?? "{}");
    return begun === PARTS.begun ? { [question]: answer } : {};
  } catch {
    return {};
  }
}

self.addEventListener("pagehide", () => {
  try {
    if (said) localStorage.setItem(SAID, JSON.stringify({ begun: PARTS.begun, ...said }));
  } catch { /* The packs need the room. */ }
});

async function answered({ version, id, ...question }) {
  const key = JSON.stringify(question);
  const before = ready ? undefined : (await known)[key];
  const answer = before ?? (await asked({ version, id, ...question }));
  if (question.ask === "check" && question.tables === false && answer.answer === "checked") said = { question: key, answer };
  return answer;
}

// ---------------------------------------------------------------------------------- the page

/** Where the page is, for whom it is sent to. */
export const address = () => location.origin + location.pathname;

/**
 * @param {string} name
 * @param {any} body
 * @returns {Promise<any>} what is answered; raises Refused where nothing is
 */
export async function sent(name, body) {
  if (name === "files") return { folder: null, packs: {} };
  if (name === "ask") return await answered(body);
  throw new Refused("refused", "There is no folder here: packs are kept in the browser.");
}

begin();
navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)).catch(() => {});
