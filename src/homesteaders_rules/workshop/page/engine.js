// What is asked of the engine: one protocol, docs/schemas/workshop.json. Every request has an end.

const VERSION = 1;
const PATIENCE = 25_000;
let asked = 0;

/** What the engine refuses, in a sentence. */
export class Refused extends Error {
  /** @param {string} kind @param {string} reason */
  constructor(kind, reason) {
    super(reason);
    this.kind = kind;
  }
}

/**
 * @param {string} question
 * @param {Record<string, any>} [fields]
 * @returns {Promise<any>} the answer; raises Refused where nothing was done
 */
export async function ask(question, fields = {}) {
  asked += 1;
  const answer = await sent("ask", { version: VERSION, id: asked, ask: question, ...fields });
  if (answer.answer === "failed") throw new Refused(answer.kind, answer.reason);
  return answer;
}

/** All rule files of the folder that is served; folder is null where there is none. */
export async function files() {
  return await sent("files", null);
}

/** Write a file of the folder; the stamp of what lies there now. */
export async function save(pack, file, text, seen) {
  return (await sent("save", { pack, file, text, seen })).stamp;
}

async function sent(name, body) {
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
