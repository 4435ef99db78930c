// The frame: packs, what is shown, and who tells whom.

import { begunPack, briefly, FIRST_NAME, firstGame } from "./beginning.js";
import { gameOf } from "./board.js";
import { all, byId, h, isLost, put, putNew, released } from "./dom.js";
import { Editor } from "./editor.js";
import { ask, newest } from "./engine.js";
import { drawnAgain, fit, keepFitting } from "./fitting.js";
import { dialog, recalled, remember, say, trying } from "./frame.js";
import { pointAt, showKnown } from "./known.js";
import { about, current, forgetMatch, keep, keptMatches, setCurrent } from "./matches.js";
import { showWays, toChoice } from "./moves.js";
import { add, changed, download, forget, linkTo, packIn, packs, readAll, written } from "./packs.js";
import { setupOf } from "./setup.js";

const PAUSE = 100;
const QUIET = 500;
const MOST_QUIET = 3000;
const LOOK_AGAIN = 2500;

/** @type {Pick<import("./protocol").Welcome, "games" | "bots" | "words" | "openings">} */
let welcome = { games: [], bots: ["sensible"], words: [], openings: [] };
/** @type {any} */ let pack = null;
let file = "";
/** @type {import("./protocol").Checked | null} */ let checked = null;
/** @type {(import("./board.js").Table & {game: string}) | null} */ let table = null;
/** @type {(import("./protocol").Checked & {broken?: boolean}) | null} */ let playable = null;
let deck = new Map();
let wish = { game: "", players: 0, people: 1, bot: "sensible", seed: 0, settings: {} };
let clock = 0;
let asked = 0;
let quiet = QUIET;
let busy = false;
let setting = true;

const editor = new Editor(byId("editor"), { changed: typed, moved, words: (offset) => words(offset), play: () => play() });

// ---------------------------------------------------------------------------------- the text

function openPack(chosen) {
  pack = chosen;
  remember("pack", pack.name);
  const names = Object.keys(pack.texts).sort();
  openFile(names.includes(recalled("file")) ? recalled("file") : names[0] ?? "");
  drawPacks();
  for (const problem of pack.problems ?? []) say(problem, true);
  wish = { ...wish, game: "" };
  check();
}

function openFile(name) {
  file = name;
  remember("file", name);
  editor.show(pack.texts[name] ?? "");
  drawFiles();
}

function drawPacks() {
  put(byId("pack"), packs.map((each, number) => h("option", { value: number, selected: each === pack }, each.name + (each.stamps === null ? "" : " (folder)"))));
}

function drawFiles() {
  const names = Object.keys(pack.texts).sort();
  put(byId("files"), h("div", { role: "tablist", "aria-label": "Files of the pack" }, names.map((name) => h("button", {
    type: "button", role: "tab", "aria-selected": String(name === file), "data-focus": `file ${name}`, onclick: () => {
      openFile(name);
      showFindings();
    },
  }, name))), h("button", { type: "button", title: "A new file", "aria-label": "A new file", onclick: newFile }, "+"));
}

function typed(text) {
  pack.texts[file] = text;
  trying(async () => written(pack, file, say));
  clearTimeout(clock);
  clock = setTimeout(() => check(), PAUSE);
}

const read = newest((texts) => ask("check", briefly(texts)));

/**
 * What takes long is asked for when the rest is shown, and nothing is written any more: tables, and the examples.
 * Who goes on writing meanwhile waits for it: the longer it takes, the longer nothing must have been written.
 * What is not answered is asked once more.
 */
async function check(again = true) {
  const own = (asked += 1);
  const texts = pack.texts;
  if (Object.keys(texts).length) {
    const found = await trying(() => read(texts));
    await released();
    if (own !== asked) return;
    if (found === null) {
      if (again) setTimeout(() => own === asked && check(false), LOOK_AGAIN);
      return;
    }
    if (checked === null) say("Tables and examples are tried …");
    drawKnown({ ...found, examples: checked?.examples ?? [] });
    await new Promise((done) => setTimeout(done, quiet));
    if (own !== asked) return;
  }
  const began = performance.now();
  const answer = await trying(() => ask("check", Object.keys(texts).length ? { texts } : { packs: [welcome.games[0]?.id ?? ""] }));
  quiet = Math.min(Math.max(QUIET, performance.now() - began), MOST_QUIET);
  await released();
  if (own !== asked || answer === null) return;
  drawKnown(answer);
  const wrong = answer.findings.filter((finding) => finding.severity === "error").length;
  const failed = answer.examples.filter((example) => example.failure).length;
  const passed = answer.examples.length - failed;
  const told = answer.examples.length ? ` · examples: ${passed} ✓${failed ? `, ${failed} ✕` : ""}` : "";
  say(wrong ? `${wrong} ${wrong === 1 ? "finding" : "findings"} to mend (F8)` : `${answer.title}: nothing keeps it from being played${told}`, false);
}

function drawKnown(answer) {
  checked = answer;
  if (wish.game === "") playable = answer.players.length || !playable ? answer : { ...playable, broken: true };
  showKnown(answer, { to: show, mend, play });
  showFindings();
  drawSetup();
}

function showFindings() {
  editor.mark((checked?.findings ?? []).filter((finding) => finding.at.file === file));
  moved(editor.area.selectionStart);
}

function moved(offset) {
  const before = editor.text.slice(0, offset);
  const line = before.split("\n").length;
  const finding = editor.findingAt(offset);
  put(byId("caret"), `line ${line}, column ${offset - before.lastIndexOf("\n")}`, finding && h("span", { class: finding.severity },
    ` · ${finding.severity === "error" ? "✕" : "!"} ${finding.message}`), finding?.fix && h("span", {}, " · ", h("kbd", {}, "Ctrl+."), ` writes ${finding.fix.text}`));
  pointAt(file, offset);
}

const words = newest((offset) => ask("complete", { texts: pack.texts, file, offset }));

/** Show a place: in our own text, or in that of a pack below it, to be looked at. */
async function show(at) {
  if (at.file in pack.texts) {
    if (document.documentElement.dataset.view === "play") view("write");
    if (at.file !== file) {
      openFile(at.file);
      showFindings();
    }
    editor.select(at.start, at.end);
    return;
  }
  const texts = Object.keys(pack.texts).length && wish.game === "" ? { texts: pack.texts } : { packs: [wish.game || welcome.games[0].id] };
  const source = await trying(() => ask("source", { file: at.file, ...texts }));
  if (source === null) return;
  const lines = source.text.split("\n");
  const shown = h("pre.source", { tabindex: "0" }, lines.map((line, number) => {
    const here = at.line <= number + 1 && number + 1 <= at.end_line;
    return h("div", { class: here ? "here" : false }, line || " ");
  }));
  dialog(at.file, shown);
  shown.querySelector(".here")?.scrollIntoView({ block: "center" });
}

function mend(finding) {
  if (finding.at.file !== file) openFile(finding.at.file);
  showFindings();
  editor.mend(finding);
}

// ---------------------------------------------------------------------------------- packs

/** Ask what the new pack extends. */
function askForPack() {
  const name = h("input", { type: "text", value: FIRST_NAME, maxlength: 40 });
  const base = h("select", {}, welcome.games.map((game) => h("option", { value: game.id, selected: game.id === recalled("base") }, game.title)));
  dialog("A new pack", h("label.field", {}, h("span", {}, "Its name"), name), h("label.field", {}, h("span", {}, "It extends"), base),
    ["Begin it", () => newPack(name.value.replace(/[^\p{L}\p{N} ]/gu, " ").trim() || FIRST_NAME, base.value)]);
  name.focus();
}

/** A pack to begin with, extending that game. */
async function newPack(name = FIRST_NAME, base = "") {
  const game = base ? welcome.games.find((each) => each.id === base) : firstGame(welcome.games);
  if (base) remember("base", base);
  say("A pack to begin with …");
  const begun = await begunPack(name, game, (question, fields) => trying(() => ask(question, fields)));
  openPack(add(begun.name, begun.texts));
  editor.area.focus();
}

function newFile() {
  const field = h("input", { type: "text", value: "more.rules", id: "file-name" });
  dialog("A new file", h("label.field", {}, h("span", {}, "Its name ends in .rules"), field), ["Add it", () => {
    const name = field.value.trim();
    if (!/^[^./\\:][^/\\:]*\.rules$/.test(name) || name in pack.texts) return say(`"${name}" is no name of a new rule file.`, true);
    pack.texts[name] = "";
    openFile(name);
    typed("");
    return undefined;
  }]);
}

async function upload(chosen) {
  const texts = {};
  for (const each of chosen) {
    if (each.size > 1_000_000) return say(`${each.name} is too big for a rule file.`, true);
    texts[each.name.endsWith(".rules") ? each.name : `${each.name}.rules`] = await each.text();
  }
  offer("A pack from files", { name: Object.keys(texts)[0]?.replace(/\.rules$/, "") ?? "Pack", texts });
  return undefined;
}

/** A pack from elsewhere: its text is shown before anything of it is read as rules. */
function offer(title, given) {
  const shown = Object.entries(given.texts).map(([name, text]) => h("section", {}, h("h3", {}, name), h("pre.source", { tabindex: "0" }, text)));
  dialog(title, h("p", {}, `This is "${given.name}", as it was sent. Nothing of it has been run.`), shown, ["Keep it and open it", () => trying(async () => openPack(add(given.name, given.texts)))]);
}

async function fromLink(link) {
  const given = await trying(() => packIn(link));
  if (given) offer("A pack from a link", given);
}

// ---------------------------------------------------------------------------------- the game

function drawSetup() {
  const counts = playable?.players ?? [];
  if (counts.length && !counts.includes(wish.players)) wish = { ...wish, players: Math.min(3, counts[counts.length - 1]) };
  wish = { ...wish, people: Math.min(wish.people, Math.max(wish.players, 1)) };
  const kept = keptMatches().filter((each) => each.id !== current?.id);
  const title = checked?.title ?? "";
  // What fields hold they show themselves: the click that leaves one may be at what would be drawn anew.
  const { game, players, people } = wish;
  const rules = playable && [playable.players, playable.settings, playable.broken];
  const shown = setting && [game, players, people, rules, title, welcome.games, kept.map((each) => [each.id, each.at])];
  putNew(byId("setup"), shown, () => setting && setupOf(wish, { ...welcome, checked: playable, title, kept }, {
    changed: wished, play: () => play(), restore, goOn, forget: (id) => (forgetMatch(id), drawSetup()),
  }));
}

/** Another part of what is wished for; the rest stays, whatever form it was drawn in. */
async function wished(part) {
  const other = "game" in part && part.game !== wish.game;
  wish = { ...wish, ...part };
  if (other) {
    const { game } = wish;
    wish = { ...wish, settings: {} };
    playable = null;
    drawSetup();
    const found = game === "" ? checked : await trying(() => ask("check", { packs: [game], examples: false }));
    if (wish.game !== game) return;
    playable = found;
  }
  drawSetup();
}

const source = () => (wish.game === "" ? { texts: pack.texts } : { packs: [wish.game] });

async function play(example = "") {
  if (busy) return;
  const from = example ? { texts: { ...pack.texts } } : source();
  const how = example ? { example } : { settings: wish.settings };
  if (await turn(() => ask("play", { ...from, ...how, seats: seated(example ? 1 : wish.people), seed: wish.seed }), from)) sit();
}

async function restore(text) {
  const from = source();
  if (await turn(() => ask("restore", { save: text, seats: seated(wish.people), ...from }), from)) sit();
}

const seated = (people) => Array.from({ length: Math.max(1, wish.players) }, (_, seat) => (seat < people ? "human" : wish.bot));

/** Who begins a match, by a key in the text too, chooses next. */
function sit() {
  toChoice();
  say(`${table.title}, ${table.seats.length} ${table.seats.length === 1 ? "player" : "players"}`);
}

/** Go on with a match that was kept: in the engine, if that still has it, or else in a new one. */
async function goOn(id) {
  const kept = keptMatches().find((each) => each.id === id);
  if (!kept || busy) return;
  const before = current;
  setCurrent(kept);
  if (!(await turn(() => about("look"), kept.source))) setCurrent(before);
}

/**
 * One request about the match, and what it leads to; while it runs no other begins. Was it carried out?
 * As soon as the table is drawn something can be chosen, though it is kept only then.
 * @param {() => Promise<any>} deed @param {any} [from] the texts or packs of a match that begins
 */
async function turn(deed, from = null) {
  const isDone = !busy && (await carriedOut(deed, from));
  if (isDone) await keep(table).catch((error) => say(error.message, true));
  document.body.classList.toggle("busy", busy);
  return isDone;
}

/** @param {() => Promise<any>} deed @param {any} from */
async function carriedOut(deed, from) {
  busy = true;
  document.body.classList.add("busy");
  try {
    let answer = await trying(deed);
    if (answer === null) return false;
    if (from) {
      if (current?.match !== answer.match) setCurrent({ id: `${Date.now()}`, match: answer.match, source: from });
      remember("match", current.id);
      deck = new Map((await about("cards")).cards.map((card) => [card.name, card]));
      setting = false;
      drawSetup();
      if (innerWidth < 1200 && document.documentElement.dataset.view !== "play") view("play");
    }
    while (!answer.ended) answer = await about("look");
    const before = table;
    table = { ...answer, game: current.id };
    (isOthers(before) ? drawCurtain : drawGame)(before);
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  } finally {
    busy = false;
  }
}

/** Is it the match that was shown before? A new engine gives it another name. */
const isSame = (before) => before !== null && before.game === table.game;

/** Does somebody else look at the screen from now on, and would see what is hidden from them? */
const isOthers = (before) => isSame(before) && before.seat !== table.seat && !table.over && table.goods.some((good) => good.hidden);

function drawCurtain(before) {
  const name = table.names[table.seat];
  const lift = h("button.main", { type: "button", onclick: () => drawGame(before) }, `I am ${name}`);
  put(byId("game"), h("div.curtain", {}, h("h3", {}, `It is the turn of ${name}`), h("p", {}, "What others hold is hidden: pass the screen on."), lift));
  lift.focus();
}

/** Mark what exchanges would open: found after the table is drawn, since it may take a while. */
async function reach() {
  const { game, turns } = table;
  const keys = table.refused.filter((each) => !each.anytime).map((each) => each.key);
  if (!keys.length) return;
  const isOld = () => table.turns !== turns || table.game !== game;
  do await new Promise((done) => setTimeout(done, 120)); while (busy && !isOld());
  if (isOld()) return;
  const found = await about("reach", { keys: keys.slice(0, 200) }).catch(() => null);
  await released();
  if (!found?.keys.length || busy || isOld()) return;
  for (const each of table.refused) each.opens = found.keys.includes(each.key);
  drawGame(table, false);
}

function drawGame(before, fresh = true) {
  const scrolled = [...document.querySelectorAll(".column")].map((column) => column.scrollTop);
  const draw = () => put(byId("game"), gameOf(table, deck, {
    choose, several, to: show, undo, save: saveGame, again,
    how: (key, place) => trying(() => about("how", { key })).then((ways) => ways && showWays(place, ways, choose)),
  }));
  if (fresh) draw();
  else drawnAgain(byId("game"), draw);
  fit(byId("game").lastElementChild, table.game);
  if (isSame(before)) document.querySelectorAll(".column").forEach((column, number) => (column.scrollTop = number === 0 && fresh ? 0 : scrolled[number]));
  document.querySelector(".log")?.scrollTo(0, Number.MAX_SAFE_INTEGER);
  if (isLost()) toChoice();
  if (!fresh) return;
  (all(".lately").find((each) => each.offsetParent) ?? byId("prompt"))?.scrollIntoView({ block: "nearest" });
  hush();
  reach();
}

/** Tell whoever listens what happened since their last choice, or since the game began, once. */
function hush() {
  const told = table.log.slice(table.news).filter((each) => each.kind === "sentence").map((each) => `${each.text}. `).join("");
  byId("news").append(h("p", {}, `${told}${table.over ? "The game is over." : table.prompt}`));
  while (byId("news").children.length > 3) byId("news").firstChild.remove();
}

/** Choose one key, or several in a row. */
async function choose(keys) {
  for (const key of [keys].flat()) {
    const turns = table.turns;
    await turn(() => about("choose", { key, turns }));
    if (table.turns === turns) return;
  }
}

/** What a part of the board can do: at once where it is one thing. */
function several(options) {
  if (options.length === 1) return choose(options[0].key);
  return dialog("Which?", h("div.options", {}, options.map((option) => h("button.option", { type: "button", onclick: () => {
    byId("dialog").close();
    choose(option.key);
  } }, option.key))));
}

const undo = () => turn(() => about("undo"));

async function saveGame() {
  const saved = await trying(() => about("save"));
  if (saved) download("game.json", saved.text);
}

function again() {
  setting = !setting;
  wish = { ...wish, seed: wish.seed + 1 };
  drawSetup();
  all("#setup button")[0]?.focus();
}

// ---------------------------------------------------------------------------------- the frame

function view(name) {
  document.documentElement.dataset.view = name;
  for (const button of all("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === name));
  remember("view", name);
  if (name !== "play") editor.draw();
}

function keys(event) {
  if (event.key === "F8") {
    const found = editor.next();
    if (!found && checked?.findings.length) show(checked.findings[0].at);
    event.preventDefault();
    return;
  }
  const typing = event.target.closest?.("textarea, input, select, dialog[open]");
  if (typing || !byId("game").checkVisibility() || event.ctrlKey || event.altKey || event.metaKey || !table) return;
  if (/^\d$/.test(event.key)) all(`.moves [aria-keyshortcuts="${event.key}"]`)[0]?.click();
  else if (event.key === "u" && !table.no_undo) undo();
}

async function begin() {
  byId("pack").addEventListener("change", (event) => openPack(packs[Number(event.target.value)]));
  byId("new-pack").addEventListener("click", askForPack);
  byId("download").addEventListener("click", () => Object.entries(pack.texts).forEach(([name, text]) => download(name, text)));
  byId("upload").addEventListener("change", (event) => upload(event.target.files));
  byId("share").addEventListener("click", () => trying(async () => {
    const link = await linkTo(pack);
    if (link.length > 8000) say("The link is long, and some programs cut it off: send the file instead.", true);
    const field = h("textarea", { readonly: true, rows: 4, "aria-label": "The link" });
    field.value = link;
    dialog("A link to the pack", h("p", {}, "It holds the whole text, and opens in any workshop: there, More, Open a link."), field, ["Copy it", () => navigator.clipboard?.writeText(link).then(() => say("The link is copied."), () => say("The browser did not allow it: copy it by hand.", true))]);
    field.select();
  }));
  byId("open-link").addEventListener("click", () => {
    const field = h("textarea", { rows: 4, "aria-label": "The link" });
    dialog("Open a link", field, ["Show its text", () => fromLink(field.value)]);
    field.focus();
  });
  byId("delete-pack").addEventListener("click", () => {
    if (pack.stamps !== null) return say("This pack lies in a folder: delete its files there.", true);
    return dialog("Delete the pack?", h("p", {}, `"${pack.name}" is kept in this browser and nowhere else.`), ["Delete it", async () => {
      forget(pack);
      if (packs.length) openPack(packs[0]);
      else await newPack();
    }]);
  });
  const theme = byId("theme");
  theme.value = document.documentElement.dataset.theme ?? "";
  theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem("workshop.theme", theme.value);
    } catch { /* it holds while the page is open */ }
  });
  for (const button of all("[data-show]")) button.addEventListener("click", () => view(button.dataset.show));
  for (const button of all("#more button")) button.addEventListener("click", () => byId("more").removeAttribute("open"));
  document.addEventListener("keydown", keys);
  keepFitting(byId("game"));
  view(recalled("view") ?? (innerWidth >= 1200 ? "both" : "write"));
  wish.seed = Math.floor(Math.random() * 100_000);

  let found = null;
  while ((found = await trying(() => ask("hello"))) === null) await new Promise((done) => setTimeout(done, LOOK_AGAIN));
  welcome = found;
  editor.words = new Set(welcome.words);
  await trying(readAll);
  const known = packs.find((each) => each.name === recalled("pack")) ?? packs[0];
  if (known) openPack(known);
  else await newPack();
  if (location.hash) await fromLink(location.hash);
  const last = recalled("match");
  if (last) await goOn(last);
  setInterval(async () => {
    if (document.hidden || !pack?.stamps) return;
    const news = await changed(pack).catch(() => []);
    if (!news.length) return;
    if (news.includes(file)) editor.show(pack.texts[file]);
    drawFiles();
    say(`${news.join(", ")}: taken over from another program.`);
    check();
  }, LOOK_AGAIN);
}

begin();
