// Packs: kept in this browser, or files of the folder that is served; shared as files and as links.

import { files, Refused, save } from "./engine.js";
import { address } from "./transport.js";

const KEY = "workshop.packs";
const LONGEST_LINK = 400_000;

/**
 * @typedef {{name: string, texts: Record<string, string>, stamps: Record<string, string> | null}} Pack
 * stamps are those of files of the folder; null for a pack of the browser
 */

/** @type {Pack[]} */
export let packs = [];
const pending = new Map();
let saving = Promise.resolve();
let writes = 0;

/** Read all there is: those of the folder first. */
export async function readAll() {
  packs = kept();
  const told = await files();
  if (told.folder !== null) {
    for (const [name, found] of Object.entries(told.packs).reverse()) {
      const known = { name: name || told.folder, folder: name, texts: {}, stamps: {}, problems: [] };
      for (const [file, { text, stamp, problem }] of Object.entries(found)) {
        if (problem) known.problems.push(`${file}: ${problem}`);
        else [known.texts[file], known.stamps[file]] = [text, stamp];
      }
      packs.unshift(known);
    }
  }
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(fits).map(({ name, texts }) => ({ name, texts, stamps: null })) : [];
  } catch {
    return [];
  }
}

const fits = (pack) => typeof pack?.name === "string" && pack.texts && typeof pack.texts === "object"
  && Object.values(pack.texts).every((text) => typeof text === "string");

/** Keep the packs of the browser. Raises Refused where there is no room. */
export function keep() {
  const own = packs.filter((pack) => pack.stamps === null).map(({ name, texts }) => ({ name, texts }));
  try {
    localStorage.setItem(KEY, JSON.stringify(own));
  } catch {
    throw new Refused("full", "The browser keeps no more: download the pack as a file.");
  }
}

/** Write a file of a pack where it lies: at once in the browser, after a moment in the folder. */
export function written(pack, file, told) {
  if (pack.stamps === null) return keep();
  writes += 1;
  clearTimeout(pending.get(file));
  // One after the other: each must know the stamp that the one before it has left.
  const clock = setTimeout(() => (saving = saving.then(async () => {
    try {
      pack.stamps[file] = await save(pack.folder, file, pack.texts[file], pack.stamps[file] ?? "");
      told(`Saved ${file}.`, false);
    } catch (error) {
      told(error.message, true);
    }
    if (pending.get(file) === clock) pending.delete(file);
  })), 400);
  pending.set(file, clock);
}

/** What another program has changed in the files of the folder: [file, text, is it safe to take] */
export async function changed(pack) {
  if (pack.stamps === null || pending.size) return [];
  const before = writes;
  const told = await files();
  if (writes !== before) return [];  // What was told is older than what was written.
  const found = told.packs[pack.folder] ?? {};
  const news = [];
  for (const [file, { text, stamp, problem }] of Object.entries(found)) {
    if (!problem && stamp !== pack.stamps[file]) {
      pack.stamps[file] = stamp;
      if (text !== pack.texts[file]) news.push(file);
      pack.texts[file] = text;
    }
  }
  return news;
}

export function add(name, texts) {
  const free = (wanted) => !packs.some((pack) => pack.name === wanted);
  let called = name;
  for (let number = 2; !free(called); number += 1) called = `${name} ${number}`;
  const pack = { name: called, texts, stamps: null };
  packs.push(pack);
  keep();
  return pack;
}

export function forget(pack) {
  packs.splice(packs.indexOf(pack), 1);
  keep();
}

// ---------------------------------------------------------------------------------- links

/** A link that holds the texts of a pack, in the part of an address that no server gets. */
export async function linkTo(pack) {
  const data = new TextEncoder().encode(JSON.stringify({ name: pack.name, texts: pack.texts }));
  const packed = await through(data, new CompressionStream("deflate-raw"));
  const bytes = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  const letters = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `${address()}#pack=${letters}`;
}

/** The pack in a link. Raises Refused for anything else, however long or odd it is. */
export async function packIn(link) {
  const letters = /(?:^|#|&)pack=([\w-]+)\s*$/.exec(link)?.[1] ?? "";
  if (!letters) throw new Refused("link", "This is no link to a pack: it has no #pack=… at its end.");
  if (letters.length > LONGEST_LINK) throw new Refused("link", "This link is too long: ask for the pack as a file.");
  try {
    const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const data = await through(packed, new DecompressionStream("deflate-raw"), 2_000_000);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    if (/[[{]\s*[[{]\s*[[{]/.test(text.slice(0, 200))) throw new Error("deep");
    const pack = JSON.parse(text);
    if (!fits(pack)) throw new Error("shape");
    return { name: pack.name.slice(0, 60), texts: pack.texts };
  } catch {
    throw new Refused("link", "This link is damaged: some of it is missing. Ask for it again.");
  }
}

async function through(data, stream, most = Infinity) {
  const writer = stream.writable.getWriter();
  writer.write(data).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Error("too much");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Give somebody a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
