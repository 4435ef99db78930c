// How the page of the site reaches its engine: a worker, which is ended and begun anew when it hangs or dies.

import { Refused } from "./refused.js";

const PATIENCE = 10_000;
const MOST_PATIENCE = 40_000;
const SLOWNESS = 10;
const LOADING = 120_000;

// ---------------------------------------------------------------------------------- one worker

/** @type {Worker | null} */ let worker = null;
let ready = false;
/** @type {{id: number, isCheck: boolean, text: string, done: Function, failed: Function}[]} what waits for an answer, the first in the worker */
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
function answered(request) {
  return new Promise((done, failed) => {
    const own = { isCheck: request.ask === "check" && "texts" in request, text: JSON.stringify(request), done: (text) => done(JSON.parse(text)), failed };
    const overtaken = waiting.findIndex((each, place) => place > 0 && own.isCheck && each.isCheck);
    if (overtaken > 0) return replace(overtaken, own);
    number += 1;
    waiting.push({ id: number, ...own });
    if (waiting.length === 1 || worker === null) pass();
    return undefined;
  });
}

/** A check that has not begun is that of the newest text, for all who wait for one. */
function replace(place, { text, done, failed }) {
  const before = waiting[place];
  waiting[place] = {
    ...before, text,
    done: (answer) => [before, { done }].forEach((each) => each.done(answer)),
    failed: (error) => [before, { failed }].forEach((each) => each.failed(error)),
  };
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
