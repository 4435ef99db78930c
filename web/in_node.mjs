// Pyodide in Node: runs a Python program that finds folders mounted, and ends with what it ends with.
//   node in_node.mjs PYODIDE PROGRAM [/name=FOLDER ...] [ARGUMENT ...]

import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, ...others] = process.argv.slice(2);
const mounts = others.filter((each) => /^\/\w+=/.test(each));
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")).href);
// Sets are written in the order of hashes: the same seed makes the same bytes each time.
export const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } });
for (const mount of [`/program=${dirname(program)}`, ...mounts]) {
  const [name, where] = mount.split("=");
  python.mountNodeFS(name, resolve(where));
}
const argv = [program, ...others.filter((each) => !mounts.includes(each))];
python.runPython(`
import json, sys
sys.path.insert(0, "/program")
sys.argv = json.loads(${JSON.stringify(JSON.stringify(argv))})
__file__ = sys.argv[0]
`);
try {
  python.runPython(await readFile(program, "utf8"), { filename: program });
} catch (error) {
  const ended = /^SystemExit: (\d+)$/m.exec(error.message);
  process.exitCode = ended ? Number(ended[1]) : 1;
  // Node would print the line of Pyodide that it came through, which is all of Pyodide.
  if (!ended) console.error(error.message.trim());
}
