// The engine of the site: Python in a worker. Requests in JSON come in, answers in JSON go out.

import { PARTS } from "./parts.js";

const LIBRARY = "/workshop/library";
const KEPT = "/workshop/kept";
const DEEPEST = 600;
const STORE = "workshop parts";
const BROWSER = "X-Browser";
const TOOK = "X-Took";
const ANEW = "#anew";
// All that is imported stays: the collector of garbage need not look through it.
const BEGIN = `
import gc, sys
gc.disable()
sys.path.insert(0, "${LIBRARY}")
sys.setrecursionlimit(${DEEPEST})
import written
written.install()
import homesteaders_rules.language.assembly
import homesteaders_rules.language.trying
from homesteaders_rules.workshop.engine import Engine
engine = Engine()
gc.freeze()
gc.enable()
`;
// What the page does not wait for: what says why a text cannot be read is made ready, and what came of importing
// and is not needed any more is thrown away.
const REST = `
from homesteaders_rules.language.reading.grammar import language
language()
gc.unfreeze()
gc.collect()
gc.freeze()
`;
const PAUSE = 2000;
const PAGE_OF_MEMORY = 65536;

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

/** What this browser remembers: the memory of an engine that has read a text, and how long it took to begin; or undefined. */
async function remembered() {
  const store = await self.caches?.open(STORE).catch(() => undefined);
  const answer = await store?.match(PARTS.begun);
  if (!answer) return undefined;
  // Another browser, or another version of it, may have other functions at the same places.
  if (self.location.hash !== ANEW && answer.headers.get(BROWSER) === navigator.userAgent) {
    return { memory: new Uint8Array(await answer.arrayBuffer()), took: Number(answer.headers.get(TOOK)) };
  }
  await store?.delete(PARTS.begun);
  return undefined;
}

async function remember(memory, took) {
  const store = await self.caches?.open(STORE);
  await store?.put(PARTS.begun, new Response(memory, { headers: { [BROWSER]: navigator.userAgent, [TOOK]: String(took) } }));
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
  const folders = new Set();
  let at = 4 + length;
  for (const [name, size] of files) {
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(name, new Uint8Array(data, at, size), { mode: 0o644, canOwn: true });
    at += size;
  }
}

/** Python with the library: begun, or as it was remembered. */
async function begun(before) {
  const [glue, machine, python, library] = [
    part("glue", "text/javascript"), part("machine", "application/wasm"), part("python", "application/zip"), part("library", ""),
  ];
  insteadOf({ "pyodide.asm.wasm": machine, "python.zip": python });
  const [{ loadPyodide }, { default: create }] = await Promise.all([import("./pyodide.mjs"), script(glue)]);
  const interpreter = await loadPyodide({
    indexURL: "./",
    stdLibURL: "./python.zip",
    lockFileContents: { info: PARTS.info, packages: {} },
    createPyodideModule: async (settings) => {
      const made = await create(settings);
      // Pyodide puts a memory back, but makes no room for one that is larger than its own.
      if (before) made._emscripten_resize_heap(Math.ceil(before.memory.length / PAGE_OF_MEMORY) * PAGE_OF_MEMORY);
      return made;
    },
    // Hashes of names stand in the code that is kept: they are those of the build.
    env: { HOME: "/home/pyodide", XDG_CACHE_HOME: KEPT, PYTHONHASHSEED: "0" },
    ...(before ? { _loadSnapshot: before.memory } : { _makeSnapshot: true }),
  });
  layOut(interpreter.FS, await (await library).arrayBuffer());
  self.bytes = () => interpreter._module.HEAP8.length; // For benchmarks/page.py.
  const clock = performance.now();
  interpreter.runPython(before ? "engine = engine.again()" : BEGIN);
  const took = before?.took ?? performance.now() - clock;
  const rest = async () => {
    interpreter.runPython(REST);
    await remember(interpreter.makeMemorySnapshot(), took);
  };
  return { answer: interpreter.runPython("engine.answer"), took, rest: before ? null : rest };
}

const engine = remembered().then((before) => (before ? begun(before).catch(() => begun()) : begun()));
engine.then(({ took }) => self.postMessage({ ready: true, took }), (error) => self.postMessage({ dead: String(error.message ?? error) }));

let clock = 0;

self.onmessage = async ({ data: { id, text } }) => {
  const begun = await engine;
  clearTimeout(clock);
  try {
    self.postMessage({ id, text: begun.answer(text) });
  } catch (error) {
    self.postMessage({ dead: String(error.message ?? error) });
  }
  // It rests when nothing has been asked for a while.
  if (begun.rest) clock = setTimeout(() => {
    begun.rest().catch((error) => console.warn(error.message));
    begun.rest = null;
  }, PAUSE);
};
