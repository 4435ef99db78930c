// The table of a match: what lies there, who has what, what happened, and who has won.

import { byId, h, sign, SIGNS } from "./dom.js";
import { gridOf, mapOf } from "./drawing.js";
import { folding } from "./fitting.js";
import { dialog, larger } from "./frame.js";
import { cardOf } from "./known.js";
import { movesOf } from "./moves.js";

/**
 * @typedef {import("./protocol").CardInfo} CardInfo
 * @typedef {import("./protocol").OptionInfo} OptionInfo
 * @typedef {import("./protocol").RefusalInfo & {opens?: boolean}} Refusal  opens: do exchanges open it?
 * @typedef {import("./protocol").Table & {refused: Refusal[]}} Table
 * @typedef {import("./protocol").View} View
 * @typedef {{pieces: Map<string, OptionInfo[]>, mine: Map<string, OptionInfo[]>, cells: Map<string, OptionInfo[]>, areas: OptionInfo[], picked: Set<string>, refused: Map<string, Refusal>}} Open
 * @typedef {{table: Table, view: View, deck: Map<string, CardInfo>, names: string[], words: (some: Record<string, number>) => string,
 *   goods: Map<string, import("./protocol").GoodInfo>, open: Open, own: Set<string>, told: any}} Means
 */

/**
 * @param {Table} table
 * @param {Map<string, CardInfo>} deck  cards by name
 * @param {any} told  what can be done: choose, several, how, to, undo, save, again
 */
export function gameOf(table, deck, told) {
  const { view } = table;
  const mapped = new Set(view.map.map((space) => space.name));
  const own = new Set(table.seat === null ? [] : view.players[table.seat].pieces.filter((name) => !mapped.has(name)));
  const names = table.names.map((name, seat) => (seat === table.seat ? "You" : name));
  const goods = new Map(table.goods.map((good) => [good.name, good]));
  const words = (some) => Object.entries(some).map(([good, n]) => `${n} ${n === 1 ? good : goods.get(good)?.plural ?? good}`).join(", ");
  const open = openTo(table, own);
  const means = { table, view, deck, names, words, goods, open, own, told: { ...told, words, lies: (name) => lies(view, words, name) } };
  return [headOf(means), h("div.table", {},
    h("section.column.moves", { "aria-label": "What you can do", tabindex: "0" }, latelyOf(means), table.over ? scoresOf(means) : movesOf(table, means.told)),
    h("section.column.board", { "aria-label": "The board", tabindex: "0" }, lotsOf(means), mapPart(means), h("div.home", folding("home", 1, FOLDS), gridsOf(means), areaOf(means)), shopsOf(means), stacksOf(means)),
    h("section.column.people", { "aria-label": "Players", tabindex: "0" }, playersOf(means), tracksOf(means), logOf(means)))];
}

/**
 * Options of now by the piece, and by the cell of a grid, with the cells that are picked so far. Who owns a piece of which others are on offer may fill the
 * places of their own, and take one of the others.
 * @param {Table} table @param {Set<string>} own @returns {Open}
 */
function openTo(table, own) {
  const offered = new Set(table.shops.flatMap((place) => Object.keys(table.view.places[place] ?? {})));
  const pieces = new Map();
  const mine = new Map();
  const cells = new Map();
  const areas = table.options.filter((option) => option.cells.length > 1);
  for (const option of table.options) {
    if (option.piece) {
      const isMine = own.has(option.piece) && (option.place !== null || !offered.has(option.piece));
      const lists = isMine ? mine : pieces;
      lists.set(option.piece, [...(lists.get(option.piece) ?? []), option]);
    }
    for (const cell of option.cells) if (option.cells.length === 1) cells.set(cell, [...(cells.get(cell) ?? []), option]);
  }
  const refused = new Map(table.refused.filter((each) => each.piece).map((each) => [each.piece, each]));
  const picked = picks.get(table) ?? new Set();
  picks.set(table, picked);
  return { pieces, mine, cells, areas: areas.length ? table.options.filter((option) => option.cells.length) : [], picked, refused };
}

/** What is picked stays so when a table is drawn once more. @type {WeakMap<Table, Set<string>>} */
const picks = new WeakMap();

/** @param {Means} means */
function headOf({ table, view, names, told }) {
  const round = view.final ? "Final round" : `Round ${view.round}${table.rounds ? ` of ${table.rounds}` : ""}`;
  const first = view["start player"];
  const where = table.over ? "The game is over" : `${round} · ${view.phase}`;
  return h("div.head", {}, h("p", {}, h("b", {}, where), table.over ? null : ` · ${names[first]} ${first === table.seat ? "are" : "is"} start player`),
    h("div.bar", {},
      h("button", { type: "button", disabled: table.no_undo !== "", title: table.no_undo || "u", onclick: told.undo, "data-focus": "undo", "aria-keyshortcuts": "u" }, "Undo"),
      h("button", { type: "button", onclick: told.save, "data-focus": "save" }, "Save"),
      h("button", { type: "button", onclick: told.again, "data-focus": "again" }, "New game …")));
}

// ---------------------------------------------------------------------------------- the board

const LATELY = 6;
const FOLDS = 4;
const part = (title, ...parts) => h("section.part", {}, h("h3", {}, title), ...parts);

/** Pieces that lie together. Where all is folded and there is still no room they are closed, and at last those that are asked for. */
function pile(kind, name, title, cards, isAsked) {
  const closed = folding(`all of ${name}`, 1, isAsked ? 4 * FOLDS : 3 * FOLDS);
  return h("details.part.pile", { open: true, ...closed }, h("summary", {}, h("h3", {}, title), h("span.hint", {}, ` ${cards.length}`)),
    h(`div.cards.${kind}`, folding(name, FOLDS, kind === "lots" ? FOLDS + 1 : 0), cards));
}

/** Lots with the bids on them, and what can be bid. @param {Means} means */
function lotsOf({ table, view, deck, open, names, told }) {
  if (!view.lots.length) return null;
  const sort = deck.get(view.lots[0].piece)?.sort ?? "lot";
  const isAsked = table.options.some((option) => option.lot !== null);
  return pile("lots", "lots", "Up for auction", view.lots.map((lot) => {
    const bid = lot.bid === 0 ? "no bid yet" : [`${lot.bid} `, lot.neutral ? "neutral" : [sign(lot.leader), ` ${names[lot.leader]}`]];
    const can = new Set([...table.options.filter((option) => option.lot === lot.number), ...open.pieces.get(lot.piece) ?? []]);
    const lying = told.lies(lot.piece);
    return shown(deck, lot.piece, { short: true, folds: "lots", head: [h("span.badge", {}, `${sort} ${lot.number}`), lying && h("span.badge.lies", {}, lying), choicesFor([...can], told)], foot: h("p.bid", {}, bid) });
  }), isAsked);
}

const shown = (deck, name, how) => (deck.has(name) ? cardOf(deck.get(name), { titled: "h4", ...how }) : h("article.card", {}, h("h4", {}, name)));

/** Kinds of spaces as the text has them, the same in each match; the commonest is first. */
function kindsOf(deck, space) {
  const sort = deck.get(space)?.sort;
  const labels = [...deck.values()].filter((card) => card.sort === sort).map((card) => card.labels[0]);
  const count = (label) => labels.filter((each) => each === label).length;
  const kinds = [...new Set(labels)];
  const most = Math.max(...kinds.map(count));
  const common = kinds.find((label) => count(label) === most);
  return [common, ...kinds.filter((label) => label !== common)];
}

/** @param {Means} means */
function mapPart({ table, view, deck, open, names, words, told }) {
  if (!view.map.length) return null;
  const kinds = kindsOf(deck, view.map[0].name);
  const costOf = (name) => deck.get(name)?.cost ?? "";
  const drawn = (choose) => mapOf(view.map, table.spaces, { kinds, open: open.pieces, choose, names, words, costOf });
  const chosen = (options, at) => {
    byId("dialog").close();
    told.several(options, at);
  };
  const large = h("button.link", { type: "button", "data-focus": "larger map", onclick: () => larger("Map", drawn(chosen)) }, "Larger");
  return h("section.part", folding("map", 1, FOLDS), h("div.titled", {}, h("h3", {}, "Map"), table.spaces && large), drawn(told.several));
}

/** @param {Means} means */
function gridsOf({ table, view, open, names, told }) {
  if (!table.grid.length) return null;
  const closed = { cells: new Map(), areas: [], picked: new Set() };
  const drawn = ({ grid, seat }, size, can = closed) => gridOf(grid, table.grid, table.tiles, can, told, names[seat], size);
  const [mine, theirs] = [true, false].map((own) => view.players.filter((player) => (player.seat === table.seat) === own));
  const large = (player) => dialog(`Grid of ${names[player.seat]}`, drawn(player, "large"));
  return part("Grids", h("div.grids", folding("grids", 1), mine.map((player) => h("div.mine", {}, theirs.length > 0 && h("p", {}, sign(player.seat), ` ${names[player.seat]}`), drawn(player, "large", open))),
    h("div.theirs", {}, theirs.map((player) => h("div", {}, h("p", {}, sign(player.seat), " ",
      h("button.link", { type: "button", title: "Larger", onclick: () => large(player), "data-focus": `grid ${player.seat}` }, names[player.seat])),
    drawn(player, "small"))))));
}

/** What the viewer owns, with what is placed there; of spaces of a map only where they lie. @param {Means} means */
function areaOf({ table, view, deck, open, own, told }) {
  if (table.seat === null || !own.size) return null;
  const me = view.players[table.seat];
  return pile("own", "area", "Your area", [...own].map((name) => {
    const filled = me.placed.filter((each) => each.piece === name).length;
    const lying = told.lies(name);
    return shown(deck, name, { short: true, folds: "area", head: [placesOf(deck.get(name), filled), choicesFor(open.mine.get(name), told)], foot: lying && h("p.lies", {}, lying) });
  }), open.mine.size > 0);
}

function placesOf(card, filled) {
  if (!card?.places) return null;
  const text = "●".repeat(filled) + "○".repeat(Math.max(0, card.places - filled));
  return h("span.places", { role: "img", "aria-label": `${filled} of ${card.places} places are filled` }, text);
}

const lies = (view, words, name) => view.lying.filter((each) => each.piece === name && each.amount)
  .map((each) => `${words({ [each.good]: each.amount })}${each.user === null ? "" : ` ${SIGNS[each.user % 6]}`}`).join(", ");

function choicesFor(options, told) {
  if (!options?.length) return null;
  const own = options.filter((option) => !option.anytime);
  const [{ key, verb, piece, place } = options[0], ...others] = own;
  const brief = place !== null ? verb : key.endsWith(` ${piece}`) ? key.slice(0, -piece.length - 1) : key;
  return own.length > 0 && h("button.do", { type: "button", "aria-label": others.length ? `${verb} … (${own.length})` : key, "data-focus": `do ${key}`, onclick: (event) => told.several(own, event.currentTarget) },
    others.length ? `${verb} …` : brief);
}

/** Pieces on offer: what can be had now, after exchanges, or not, and why. @param {Means} means */
function shopsOf(means) {
  const { table, view } = means;
  const lots = new Set(view.lots.map((lot) => lot.piece));
  const lying = (place) => Object.entries(view.places[place] ?? {}).filter(([name]) => !lots.has(name));
  const shops = table.shops.filter((place) => lying(place).length);
  const asked = (place) => Number(lying(place).some(([name]) => means.open.pieces.has(name)));
  shops.sort((one, other) => asked(other) - asked(one));
  return shops.map((place) => {
    const pieces = lying(place);
    const rank = (name) => (means.open.pieces.has(name) ? 0 : means.open.refused.get(name)?.opens ? 1 : means.open.refused.has(name) ? 2 : 3);
    const order = pieces.map((piece) => ({ piece, rank: rank(piece[0]) })).sort((one, other) => one.rank - other.rank);
    const cards = order.map(({ piece: [name, copies] }) => offer(means, place, name, copies));
    return pile("shop", place, place[0].toUpperCase() + place.slice(1), cards, asked(place) > 0);
  });
}

/** @param {Means} means @param {string} place @param {string} name @param {number} copies */
function offer({ view, deck, open, names, told }, place, name, copies) {
  const refusal = open.refused.get(name);
  const ways = h("div.ways", { "data-of": `${refusal?.key} there` });
  const lying = told.lies(name);
  const users = view.players.filter((player) => !player.pieces.includes(name) && player.placed.some((each) => each.piece === name));
  const state = !open.pieces.has(name) && refusal && h("p", { class: refusal.opens ? "maybe" : "no" },
    refusal.opens ? "↻ after exchanges: " : "✕ ", refusal.reason.replace(`${name} `, ""),
    refusal.opens && h("button.small", { type: "button", "aria-label": `How could I ${refusal.key}?`, onclick: () => told.how(refusal.key, ways), "data-focus": `how ${refusal.key} there` }, "How?"));
  return shown(deck, name, {
    short: true, folds: place,
    head: [copies > 1 && h("span.badge", {}, `×${copies}`), lying && h("span.badge.lies", {}, lying),
      users.map((player) => [sign(player.seat), h("span.unseen", {}, names[player.seat])]),
      state && h("span.state", { class: refusal?.opens ? "maybe" : "no", "aria-hidden": "true" }, refusal?.opens ? "↻" : "✕"), choicesFor(open.pieces.get(name), told)],
    foot: [users.length > 0 && h("p.lies", {}, users.map((player) => [sign(player.seat), ` ${names[player.seat]} `])), state, ways],
  });
}

/** @param {Means} means */
function stacksOf({ view, deck }) {
  const up = Object.entries(view.displays).filter(([, pieces]) => pieces.length);
  const turned = Object.entries(view.stacks).filter(([, pieces]) => pieces.length);
  const parts = up.map(([sort, pieces]) => part(`Display of ${sort}`, h("div.cards", {}, pieces.map((name) => name && shown(deck, name, { short: true })))));
  const count = (pieces, isDown) => pieces.filter((name) => (name === null) === isDown).length;
  const told = turned.filter(([, pieces]) => count(pieces, true)).map(([stack, pieces]) => `${stack}: ${count(pieces, false)} up, ${count(pieces, true)} face down`);
  return [...parts, told.length > 0 && h("p.hint", {}, told.join(" · "))];
}

// ---------------------------------------------------------------------------------- people

/** @param {Means} means */
function playersOf(means) {
  const { table, view } = means;
  const first = table.seat ?? 0;
  const order = view.players.map((_, number) => view.players[(first + number) % view.players.length]);
  return part("Players", h("ul.plain.players", folding("players", 1), order.map((player) => playerOf(means, player))));
}

/** @param {Means} means @param {View["players"][0]} player */
function playerOf({ table, view, deck, names, goods }, player) {
  const { seat } = player;
  const known = Object.entries(player.goods).filter(([, n]) => n).map(([good, n]) => h(table.tiles.includes(good) ? "li.drawn" : "li", {}, h("b", {}, n), ` ${n === 1 ? good : goods.get(good)?.plural ?? good}`));
  const unknown = new Set(Object.entries(player.goods).filter(([, n]) => n === null).map(([good]) => goods.get(good)?.group));
  const tracks = Object.entries(player.tracks).map(([track, space]) => h("li", {}, `${track} `, h("b", {}, space)));
  const mapped = new Set(view.map.map((space) => space.name));
  const filled = (name) => "●".repeat(player.placed.filter((each) => each.piece === name).length);
  const pieces = player.pieces.filter((name) => !mapped.has(name));
  const spaces = player.pieces.length - pieces.length;
  const decides = view.decider === seat && !table.over;
  const who = table.seats[seat] === "human" ? "" : ` (${table.seats[seat]})`;
  const owns = seat === table.seat ? [] : pieces.map((name) => h("li", { title: deck.get(name)?.lines.map((line) => line.text).join("; ") }, `${name} ${filled(name)}`));
  const more = (name, title, lines) => lines.length > 0 && h("details.over", { "data-part": `${name} ${seat}` }, h("summary", {}, title), h("ul.plain", {}, lines));
  return h("li.player", { class: decides ? "decides" : false }, h("div.who", {}, h("p", {}, sign(seat), " ", h("b", {}, names[seat]), h("span.hint", {}, who),
    view["start player"] === seat && h("span.badge", {}, "start"), decides && h("span.badge.now", {}, "◀ decides")),
  more("owns", `Owns ${pieces.length}`, owns), more("due", `Due later (${player.due.length})`, player.due.map((due) => h("li", {}, `round ${due.round}: ${due.effect}`)))),
  h("ul.goods", {}, known, [...unknown].map((group) => h("li.unknown", {}, `? ${group}`)), tracks, spaces > 0 && h("li", {}, h("b", {}, spaces), " on the map")));
}

/** @param {Means} means */
function tracksOf({ table, view, names }) {
  if (!table.tracks.length) return null;
  return table.tracks.map((track) => part(track.name, h("ol.track", {}, (track.common ? [] : ["begin"]).concat(track.spaces).map((space, number) => {
    const there = track.common ? [] : view.players.filter((player) => player.tracks[track.name] === number);
    const here = track.common && (String(view.tracks[track.name]) === space || view.tracks[track.name] === number + 1);
    return h("li", { class: here ? "here" : false }, h("span", {}, brief(space)), there.map((player) => h("span", { title: names[player.seat] }, sign(player.seat))), here && " ◀");
  }))));
}

const brief = (words) => (words.split(" or ").length > 2 ? `${words.split(" or ").slice(0, 2).join(" or ")} or …` : words);

/** On a phone the log is far below: what happened since the last choice is told above the next one. @param {Means} means */
function latelyOf({ table }) {
  const fresh = table.log.slice(table.news).filter((each) => each.kind === "sentence").slice(-LATELY);
  return fresh.length > 0 && h("ul.plain.lately", { "aria-hidden": "true" }, fresh.map((each) => h("li", {}, each.player !== null && sign(each.player), " ", each.text)));
}

/** @param {Means} means */
function logOf({ table }) {
  return part("Log", h("ol.plain.log", { tabindex: "0", "aria-label": "What happened" }, table.log.slice(-400).map((each, number) => {
    const fresh = number + Math.max(0, table.log.length - 400) >= table.news;
    if (each.kind !== "sentence") return h(`li.${each.kind}`, {}, each.text);
    return h("li", { class: fresh ? "fresh" : false }, each.player !== null && sign(each.player), " ", each.text);
  })));
}

// ---------------------------------------------------------------------------------- the end

/** @param {Means} means */
function scoresOf({ table, names }) {
  const labels = [...new Set(table.scores.flatMap((score) => score.lines.map((line) => line.label)))];
  const cell = (score, label) => score.lines.find((line) => line.label === label);
  const won = table.winners.map((seat) => names[seat]);
  const have = won.length > 1 || won[0] === "You" ? "win" : "wins";
  return [h("h3", { id: "prompt", tabindex: "-1" }, `${won.join(" and ")} ${have}`), h("div.scroll", {}, h("table.scores", {}, h("caption", {}, "Scores by source"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), table.scores.map((score) => h("th", { scope: "col", title: names[score.player] }, sign(score.player), h("span.name", {}, ` ${names[score.player]}`))))),
    h("tbody", {}, labels.map((label) => h("tr", {}, h("th", { scope: "row" }, label), table.scores.map((score) => h("td", {}, sourcesOf(cell(score, label), score.player)))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "total"), table.scores.map((score) => h("td", {}, h("b", {}, score.total))))))) ];
}

function sourcesOf(line, player) {
  if (!line) return "0";
  if (line.sources.length < 2) return `${line.total}`;
  return h("details", { "data-part": `points ${line.label} ${player}` }, h("summary", {}, line.total), h("ul.plain", {}, line.sources.map((source) => h("li", {}, `${source.what} ${source.amount}`))));
}
