// The engine of the site: Python in a worker. Requests in JSON come in, answers in JSON go out.

import { PARTS } from "./parts.js";

const LIBRARY = "/workshop/library";
const KEPT = "/workshop/kept";
const DEEPEST = 600;
const STORE = "workshop parts";
// All that is imported stays: the collector of garbage need never look through it.
const BEGIN = `
import gc, sys
gc.disable()
sys.path.insert(0, "${LIBRARY}")
sys.setrecursionlimit(${DEEPEST})
import written
written.install()
from homesteaders_rules.workshop.engine import Engine
gc.freeze()
gc.enable()
Engine().answer
`;

/** A part of the site, unpacked; it is taken from the network once, and then kept. */
async function part(name, kind) {
  const address = PARTS[name];
  const store = await self.caches?.open(STORE).catch(() => undefined);
  let answer = await store?.match(address);
  if (!answer) {
    answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} cannot be loaded (${answer.status})`);
    store?.put(address, answer.clone()).catch(() => {});
  }
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": kind } });
}

/** Pyodide asks for its parts by addresses of its own. */
function insteadOf(addresses) {
  const usual = self.fetch;
  self.fetch = (wanted, ...others) => {
    const name = Object.keys(addresses).find((each) => String(wanted.url ?? wanted).endsWith(each));
    return name ? addresses[name] : usual(wanted, ...others);
  };
}

async function script(answer) {
  const code = URL.createObjectURL(new Blob([await (await answer).text()], { type: "text/javascript" }));
  try {
    return await import(code);
  } finally {
    URL.revokeObjectURL(code);
  }
}

/** Files as one: how long the list of them is, the list, and what is in them. Nobody else may write them. */
function layOut(FS, data) {
  const length = new DataView(data).getUint32(0, true);
  const files = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  let at = 4 + length;
  for (const [name, size] of files) {
    FS.mkdirTree(name.slice(0, name.lastIndexOf("/")));
    FS.writeFile(name, new Uint8Array(data, at, size), { mode: 0o644 });
    at += size;
  }
}

async function begun() {
  const [glue, machine, python, library] = [
    part("glue", "text/javascript"), part("machine", "application/wasm"), part("python", "application/zip"), part("library", ""),
  ];
  insteadOf({ "pyodide.asm.wasm": machine, "python.zip": python });
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import("./pyodide.mjs"), script(glue)]);
  const interpreter = await loadPyodide({
    indexURL: "./",
    stdLibURL: "./python.zip",
    lockFileContents: { info: PARTS.info, packages: {} },
    createPyodideModule,
    env: { HOME: "/home/pyodide", XDG_CACHE_HOME: KEPT },
  });
  layOut(interpreter.FS, await (await library).arrayBuffer());
  const clock = performance.now();
  const answer = interpreter.runPython(BEGIN);
  return { answer, took: performance.now() - clock };
}

const engine = begun();
engine.then(({ took }) => self.postMessage({ ready: true, took }), (error) => self.postMessage({ dead: String(error.message ?? error) }));

self.onmessage = async ({ data: { id, text } }) => {
  const { answer } = await engine;
  try {
    self.postMessage({ id, text: answer(text) });
  } catch (error) {
    self.postMessage({ dead: String(error.message ?? error) });
  }
};
