// What is asked of the engine: one protocol, docs/schemas/workshop.json.

import { Refused } from "./refused.js";
import { sent } from "./transport.js";

const VERSION = 1;
let asked = 0;

export { Refused } from "./refused.js";

/**
 * @typedef {import("./protocol").Request} Request
 * @typedef {import("./protocol").Checked} Checked
 * @typedef {import("./protocol").Completed} Completed
 * @typedef {import("./protocol").Deck} Deck
 * @typedef {import("./protocol").Reached} Reached
 * @typedef {import("./protocol").Table} Table
 * @typedef {import("./protocol").Text} Text
 * @typedef {import("./protocol").Ways} Ways
 * @typedef {import("./protocol").Welcome} Welcome
 * @typedef {{hello: Welcome, check: Checked, complete: Completed, source: Text, play: Table, restore: Table, look: Table,
 *   choose: Table, undo: Table, how: Ways, reach: Reached, cards: Deck, save: Text}} Answers what is answered to each question
 */

/**
 * @template {keyof Answers} Question
 * @param {Question} question
 * @param {Omit<Extract<Request, {ask: Question}>, "version" | "id" | "ask">} [fields]
 * @returns {Promise<Answers[Question]>} the answer; raises Refused where nothing was done
 */
export async function ask(question, fields) {
  asked += 1;
  const answer = await sent("ask", { version: VERSION, id: asked, ask: question, ...fields });
  if (answer.answer === "failed") throw new Refused(answer.kind, answer.reason);
  return answer;
}

/**
 * A question that is asked at every key: at most one is under way, and of those that wait the newest is asked.
 * @template {any[]} Given
 * @template Answer
 * @param {(...given: Given) => Promise<Answer>} deed
 * @returns {(...given: Given) => Promise<Answer | null>} null where a newer one has taken its place
 */
export function newest(deed) {
  /** @type {Promise<any>} */ let before = Promise.resolve();
  let number = 0;
  return async (...given) => {
    const own = (number += 1);
    await before.catch(() => {});
    if (own !== number) return null;
    const answer = deed(...given);
    before = answer;
    return await answer;
  };
}

/** All rule files of the folder that is served; folder is null where there is none. */
export async function files() {
  return await sent("files", null);
}

/** Write a file of the folder; the stamp of what lies there now. */
export async function save(pack, file, text, seen) {
  return (await sent("save", { pack, file, text, seen })).stamp;
}
