// What the page asks at a first visit, and what the engine answers: known when the site is built, shown at once.
//   node answers.mjs PYODIDE PROGRAM /page=FOLDER /out=FOLDER ...   (after the program, in the same Python)

import { python } from "./in_node.mjs";

if (process.exitCode) process.exit();
const read = (file) => python.FS.readFile(file, { encoding: "utf8" });
// Node would take a file that ends in .js for another kind of module.
const { begunPack, briefly, FIRST_NAME, firstGame } = await import(`data:text/javascript,${encodeURIComponent(read("/page/beginning.js"))}`);
const answer = python.runPython("from homesteaders_rules.workshop.engine import Engine\nEngine().answer");
const answers = {};

async function ask(question, fields) {
  const asked = { ask: question, ...fields };
  const told = JSON.parse(answer(JSON.stringify({ version: 1, id: 0, ...asked })));
  if (told.answer === "failed") throw new Error(`${question} is not answered: ${told.reason}`);
  answers[JSON.stringify(asked)] = told;
  return told;
}

const { games } = await ask("hello");
const { texts } = await begunPack(FIRST_NAME, firstGame(games), ask);
await ask("check", briefly(texts));
python.FS.writeFile("/out/answers.json", JSON.stringify(answers));
