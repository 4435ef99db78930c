// What can be chosen now, what cannot and why, and how it could be had.

import { all, byId, h } from "./dom.js";
import { folding } from "./fitting.js";

const MANY = 12;
const CROWD = 24;
const BRIEF = 36;
const SOME = 4;

/**
 * @param {import("./board.js").Table} table
 * @param {{choose: (key: string) => void, how: (key: string, place: HTMLElement) => void, to: (at: any) => void, words: (goods: any) => string, lies: (piece: string) => string, several: (options: any[]) => void}} told  lies: what lies on a piece
 */
export function movesOf(table, told) {
  if (table.over) return [h("h3", {}, "The game is over")];
  const own = table.options.filter((option) => !option.anytime || option.needed);
  const anytime = table.options.filter((option) => option.anytime && !option.needed);
  const spaces = new Set(table.spaces ? table.view.map.map((space) => space.name) : []);
  const drawn = own.filter((option) => option.cells.length || spaces.has(option.piece));
  const isMany = drawn.length > MANY && drawn.some((option) => option.cells.length !== 1);
  const listed = isMany ? own.filter((option) => !drawn.includes(option)) : own;
  return [promptOf(table, told), ...optionsOf(listed, told), isMany && h("details", { "data-part": "in words" }, h("summary", {}, `In words (${drawn.length}); or click them ${spaces.size ? "on the map" : "on your grid"}`), ...optionsOf(drawn, told, !listed.length)), notNow(table.refused.filter((each) => !each.anytime), told),
    exchangesOf(anytime, table.refused.filter((each) => each.anytime), told),
  ];
}

const LONG = 60;

/** What is asked. Where only one thing can be done, or many words would say what the buttons do, it is what that belongs to. */
function promptOf(table, told) {
  const own = table.options.filter((option) => !option.anytime);
  const isSaid = own.length === 1 && own[0].key === table.prompt && table.asked !== "";
  const whole = (isSaid ? table.asked : table.prompt) || `${table.names[table.view.decider]} decides`;
  const prompt = whole.length > LONG ? table.asked_by || whole : whole;
  const line = table.asked_at && h("button.link", { type: "button", onclick: () => told.to(table.asked_at), "data-focus": "asked" },
    `${table.asked_at.file}:${table.asked_at.line}`);
  const by = table.asked_by && prompt !== table.asked_by ? `${table.asked_by}: ` : "";
  const asked = !by && [prompt, `may ${prompt}`].includes(table.asked) ? null : `${by}${table.asked}`;
  return h(`div.prompt${prompt.length > LONG ? ".long" : ""}`, {}, h("h3", { id: "prompt", tabindex: "-1" }, prompt[0].toUpperCase() + prompt.slice(1)),
    (asked || line) && h("p.hint", {}, asked, asked && line ? " · " : null, line));
}

/** Options by what they are done with, numbered through if they have numbers. */
function optionsOf(options, told, numbered = true) {
  const count = new Map();
  for (const option of options) if (option.piece) count.set(option.piece, (count.get(option.piece) ?? 0) + 1);
  const groups = new Map();
  for (const option of options) {
    const name = option.group || ((count.get(option.piece) ?? 0) > 1 ? option.piece : "");
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  const last = options.length - 1;
  const numbers = new Map(options.map((option, number) => [option.key, !numbered ? null : number < 9 ? number + 1 : number === last ? 0 : null]));
  const isCrowd = options.length > CROWD && groups.size > 2;
  return [...groups].map(([name, several], place) => {
    const beginning = commonOf(several);
    const buttons = [beginning && h("p.hint", {}, `${beginning}…`),
      h("div.options", folding(`options ${name}`, 2), several.map((option) => button(option, name, numbers.get(option.key), told, beginning)))];
    if (!name) return buttons;
    const folds = isCrowd ? { open: place === 0, "data-part": `group ${name}` } : { open: true, ...folding(`group ${name}`, 1, 2) };
    return h("details.group", folds, h("summary", {}, isCrowd ? `${name} (${several.length})` : name), buttons);
  });
}

/** How most of many keys begin, in whole words and names: said once, it need not stand in each button. */
function commonOf(options) {
  const keys = options.map((option) => option.key);
  const verb = keys[0].split(" ")[0];
  const alike = keys.filter((key) => key.startsWith(`${verb} `));
  if (alike.length < SOME || alike.length < keys.length - 2) return "";
  let length = 0;
  while (alike.every((key) => key[length] === alike[0][length] && length < key.length)) length += 1;
  length = alike[0].lastIndexOf(" ", length - 1) + 1;
  for (const { key, piece, exchange } of options) {
    const name = piece || exchange;
    const at = name ? key.indexOf(name) : -1;
    if (at >= 0 && at < length && length < at + name.length) length = at;
  }
  const beginning = alike[0].slice(0, length);
  return beginning.split(" ").length > 2 ? beginning : "";
}

function button(option, group, number, told, beginning) {
  const whole = group && option.lot !== null ? option.key.replace(` on ${group}`, "") : option.key;
  const [cost, gain] = [told.words(option.cost), told.words(option.gain)];
  const note = gain ? `${cost} → ${gain}`.trim() : cost;
  const shown = option.exchange || (option.verb === "build" && note) ? note : told.lies(option.piece) || (option.effect.length < BRIEF ? option.effect : "");
  const begins = beginning !== "" && whole.startsWith(beginning);
  const label = [begins && h("span.unseen", {}, beginning), begins ? whole.slice(beginning.length) : whole];
  return h("button.option", {
    type: "button", "data-key": option.key, "data-focus": `option ${option.key}`, onclick: () => told.choose(option.key),
    "aria-keyshortcuts": number === null ? false : String(number),
  }, number !== null && h("kbd", {}, String(number)), h(option.exchange ? "span.key" : "span", {}, label), shown && !whole.toLowerCase().includes(shown) && h("span.hint", {}, shown));
}

function notNow(refused, told) {
  if (!refused.length) return null;
  return h("details", { open: refused.length <= 6, ...folding("not now", 1, 2) }, h("summary", {}, `Not now (${refused.length})`),
    h("ul.plain.refused", {}, refused.map((each) => refusal(each, told))));
}

function refusal(each, told) {
  const place = h("div.ways", { "data-of": each.key });
  return h("li", {}, h("b", {}, each.key), h("span", {}, ` — ${each.reason}`),
    h("button.small", { type: "button", "aria-label": `How could I ${each.key}?`, onclick: () => told.how(each.key, place), "data-focus": `how ${each.key}` }, each.opens ? "↻ How?" : "How?"), place);
}

/** Exchanges of any time by their names: one line each, with how often they are used at once. */
function exchangesOf(options, refused, told) {
  if (!options.length && !refused.length) return null;
  const byKey = new Map();
  for (const option of options) byKey.set(option.exchange, [...(byKey.get(option.exchange) ?? []), option]);
  const groups = new Map();
  for (const [key, uses] of byKey) groups.set(uses[0].group || key, [...(groups.get(uses[0].group || key) ?? []), uses]);
  const closed = h("ul.plain.refused", {}, refused.map((each) => refusal(each, told)));
  if (!options.length) return h("details", { "data-part": "nothing at any time" }, h("summary", {}, `At any time: nothing now (${refused.length})`), closed);
  const lines = [...groups].map(([name, several]) => h("fieldset", {}, h("legend", {}, name), several.map((uses) => exchange(uses, told))));
  return h("details.anytime", { open: byKey.size <= 8, ...folding("at any time", 2, 1) }, h("summary", {}, `At any time (${byKey.size})`), lines,
    refused.length > 0 && h("details", { "data-part": "not at any time" }, h("summary", {}, `${refused.length} cannot be used now`), closed));
}

function exchange(uses, told) {
  const [one] = uses;
  const plain = uses.filter((use) => use.key === (use.times > 1 ? `${one.exchange} ${use.times}` : one.exchange));
  const others = uses.filter((use) => !plain.includes(use));
  // A list to choose from would choose with each arrow key.
  const many = plain.length > 1 && h("button.small", {
    type: "button", "aria-label": `${one.exchange} several times`, "data-focus": `times ${one.exchange}`, onclick: () => told.several(plain.slice(1)),
  }, "×…");
  const swap = `${told.words(one.cost) || "nothing"} → ${told.words(one.gain) || "nothing"}`;
  return h("div.exchange", {}, h("button", { type: "button", "data-focus": `option ${one.key}`, onclick: () => told.choose(one.key) }, h("span.key", {}, one.key), h("span.hint", {}, ` ${swap}`)),
    many,
    others.map((use) => h("button.small", { type: "button", "data-focus": `option ${use.key}`, onclick: () => told.choose(use.key) }, use.key)));
}

/** The ways to something that is refused, each with a button that goes it; the table may have been drawn again meanwhile. */
export function showWays(place, ways, go) {
  const there = place.isConnected ? place : all(".ways").find((each) => each.dataset.of === place.dataset.of);
  there?.replaceChildren(...(ways.ways.length ? ways.ways.map((way) => h("p", {},
    h("button.small", { type: "button", onclick: () => go([...way.keys, ways.key]) }, way.keys.length ? `${way.keys.join(", ")}, then ${ways.key}` : ways.key),
    h("span.hint", {}, ` ${way.text}`))) : [h("p", {}, ways.reason)]));
}

/** To the first choice that is in sight, or to what is asked. */
export const toChoice = () => (all(".moves .option").find((each) => each.checkVisibility()) ?? byId("prompt"))?.focus({ preventScroll: true });
