// Maps and grids as drawings, from the geometry of the text: what lies where, and what can be chosen.

import { h, sign, svg, SIGNS } from "./dom.js";

const SIZE = 30;
const SQUARE = 62;
const ROOT = Math.sqrt(3);

/** The middle of a space on the page: hexes have axial coordinates, squares columns and rows. */
const middle = (shape, [one, other]) => (shape === "hexes"
  ? [SIZE * ROOT * (one + other / 2), SIZE * 1.5 * other]
  : [one * SQUARE, other * SQUARE]);

function outline(shape) {
  if (shape !== "hexes") return [[-0.48, -0.48], [0.48, -0.48], [0.48, 0.48], [-0.48, 0.48]].map(([x, y]) => [x * SQUARE, y * SQUARE]);
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = (Math.PI / 3) * n - Math.PI / 2;
    return [SIZE * 0.97 * Math.cos(angle), SIZE * 0.97 * Math.sin(angle)];
  });
}

/**
 * The map of a match.
 * @param {any[]} spaces @param {string} shape
 * @param {{kinds: string[], open: Map<string, any[]>, choose: (options: any[], at: Element) => void, names: string[], words: (some: any) => string,
 *   costOf: (name: string) => string}} means
 *   kinds: what spaces may be; the first is the ground on which the others show. open: options by the piece
 */
export function mapOf(spaces, shape, means) {
  const { kinds, open, choose, names, words } = means;
  const told = new Map(spaces.map((space) => [space, said(space, means)]));
  if (!shape) return listOf(spaces, told, open, choose);
  const places = spaces.map((space) => middle(shape, space.spot));
  const edge = shape === "hexes" ? SIZE * 1.1 : SQUARE * 0.6;
  const [left, right] = ends(places.map(([x]) => x), edge);
  const [top, bottom] = ends(places.map(([, y]) => y), edge);
  const pointed = h("p.hint", { "aria-hidden": "true" }, "What you point at is told here.");
  const drawn = spaces.map((space, number) => {
    const [x, y] = places[number];
    const point = () => pointed.replaceChildren(told.get(space));
    const can = open.get(space.name);
    const kind = kinds.indexOf(space.labels[0]) - 1;
    return svg("g", {
      class: `space ${kind < 0 ? "bare" : `kind-${kind % 6}`} ${can ? "open" : ""} ${space.neutral ? "neutral" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, onpointerenter: point, onfocus: point, ...pressable(can, told.get(space), choose),
    }, svg("title", {}, told.get(space)), svg("polygon", { points: outline(shape).map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ") }),
    kind >= 0 && fitted("label", space.labels[0], -SIZE * 0.3), ...whatLies(space, words));
  });
  return h("figure.map", {}, svg("svg", { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, role: "group", "aria-label": "Map" }, drawn),
    pointed, h("figcaption.hint", {}, names.map((name, seat) => [sign(seat), ` ${name}  `]), "✖ neutral", kinds[0] && `  ⬡ without a word: ${kinds[0]}`));
}

const ROOM = SIZE * 1.63;
const LETTER = 0.58;
const BOLD = 0.65;

/** Words as large as there is room for; none is cut off. */
function fitted(kind, words, y, most = 11.5, room = ROOM) {
  const size = Math.min(most, room / ((kind === "lying" ? BOLD : LETTER) * Math.max(words.length, 1)));
  return svg("text", { class: kind, y, "font-size": size.toFixed(1) }, words);
}

/** Who is on a space and what lies there: one of a good is its name, and what lies with somebody is told by its number. */
function whatLies(space, words) {
  const lying = Object.entries(space.lying);
  const owner = space.neutral ? "✖" : space.owner !== null ? SIGNS[space.owner % 6] : "";
  const number = owner && lying.length === 1 && space.owner !== null ? ` ${lying[0][1]}` : "";
  const told = number ? "" : lying.map(([good, n]) => (n === 1 ? good : words({ [good]: n }))).join(", ");
  return [owner && svg("text", { y: told ? 4 : 11 }, svg("tspan", { class: space.neutral ? "owner" : `owner seat-${space.owner % 6}` }, owner), number && svg("tspan", { class: "lying" }, number)),
    told && fitted("lying", told, SIZE * 0.45)];
}

const ends = (numbers, edge) => [Math.min(...numbers) - edge, Math.max(...numbers) + edge].map((n) => Math.round(n));

function said(space, { names, words, costOf }) {
  const owner = space.owner === null ? space.neutral ? "neutral" : "free" : names[space.owner];
  const cost = costOf(space.name);
  return [`${space.name}: ${space.labels.join(", ")}`, owner, words(space.lying), cost && `cost ${cost}`].filter(Boolean).join("; ");
}

/** What makes a part of a drawing something that can be chosen, by pointer and by keyboard. */
function pressable(can, label, choose) {
  if (!can?.length) return {};
  const press = (event) => choose(can, event.currentTarget);
  return {
    role: "button", tabindex: "0", "aria-label": `${label}. ${can.map((each) => each.key).join(", or ")}`, "data-focus": `draw ${can[0].key}`,
    onclick: press,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press(event);
      }
    },
  };
}

function listOf(spaces, told, open, choose) {
  return h("ul.plain.spaces", {}, spaces.map((space) => h("li", {}, open.get(space.name)
    ? h("button", { type: "button", onclick: (event) => choose(open.get(space.name) ?? [], event.currentTarget) }, told.get(space))
    : told.get(space))));
}

/**
 * The grid of a player: tiles, what lies on them, what is enclosed, and what stands on edges.
 * @param {any[]} cells @param {number[]} size rows and columns @param {string[]} tiles
 * @param {{cells: Map<string, any[]>, areas: any[], picked: Set<string>}} open what can be chosen, by its only cell, and of several cells
 * @param {any} told @param {string} name @param {string} how  small: words are said by their first letters
 */
export function gridOf(cells, [rows, columns], tiles, open, told, name, how = "large") {
  if (!cells.length) return null;
  const size = 64;
  const said = (cell) => {
    return [cell.name, cell.tile || "empty", told.words(cell.lying), cell.area ? `area ${cell.area}` : ""].filter(Boolean).join(", ");
  };
  const drawn = new Map(cells.map((cell) => {
    const [x, y] = [cell.column * size, cell.row * size];
    const can = open.areas.length ? null : open.cells.get(cell.name);
    const lying = Object.entries(cell.lying).map(([good, n]) => (how === "small" ? `${n} ${initials(good)}` : n === 1 ? good : told.words({ [good]: n })));
    const kind = cell.tile ? `kind-${tiles.indexOf(cell.tile) % 6}` : "bare";
    const [first, ...rest] = cell.tile.split(" ");
    const lines = how === "small" ? [lying.join(" ")] : inLines(lying);
    return [cell.name, svg("g", { class: `space ${kind} ${can ? "open" : ""} ${cell.area ? "enclosed" : ""}`, transform: `translate(${x} ${y})`, ...pressable(can, said(cell), told.several) },
      svg("title", {}, said(cell)), svg("rect", { x: 2, y: 2, width: size - 4, height: size - 4, rx: 3 }),
      how === "small" ? centred("label", initials(cell.tile), 30, size, BIG) : [svg("text", { class: "cellname", x: 7, y: 15 }, cell.name),
        centred("label", first, 31, size), rest.length > 0 && centred("label", rest.join(" "), 43, size)],
      lying.length > 0 && lines.map((line, number) => centred("lying", line, size - 8 - 12 * (lines.length - 1 - number), size, how === "small" ? BIG : LITTLE)))];
  }));
  const edges = cells.flatMap((cell) => {
    const [x, y] = [cell.column * size, cell.row * size];
    const lines = [[x + size, y, x + size, y + size], [x, y + size, x + size, y + size], [x, y, x, y + size], [x, y, x + size, y]];
    return lines.map(([x1, y1, x2, y2], side) => cell.built[side] && svg("line", { class: "edge", x1, y1, x2, y2 }));
  });
  return h("figure.grid", {}, svg("svg", { viewBox: `-5 -5 ${columns * size + 10} ${rows * size + 10}`, role: "group", "aria-label": `Grid of ${name}`, preserveAspectRatio: "xMinYMid meet" }, [...drawn.values()], edges),
    open.areas.length > 0 && picking(drawn, new Map(cells.map((cell) => [cell.name, said(cell)])), open, told));
}

/** In one line, or in several where letters would become too small. @param {string[]} goods */
const inLines = (goods) => (goods.join(" ").length <= SHORT ? [goods.join(" ")] : goods.length > 1 ? goods : goods[0].split(" "));

const SHORT = 8;
const BIG = 28;
const LITTLE = 12.5;
const initials = (words) => words.split(" ").map((word) => word.slice(0, 1)).join("");

const centred = (kind, words, y, size, most = LITTLE) => {
  const text = fitted(kind, words, y, most, size - 4);
  text.setAttribute("x", String(size / 2));
  return text;
};

/**
 * Cells are picked one by one, by pointer or by key, until they are an area that can be chosen.
 * @param {Map<string, any>} drawn the cells @param {Map<string, string>} said what is said of them
 * @param {{areas: any[], picked: Set<string>}} open options of several cells, and what is picked so far @param {any} told
 */
function picking(drawn, said, { areas, picked }, told) {
  const place = h("figcaption.picked", { "aria-live": "polite" });
  const has = (area) => [...picked].every((cell) => area.cells.includes(cell));
  const again = () => {
    const left = areas.filter(has);
    const whole = left.filter((area) => area.cells.length === picked.size);
    for (const [name, element] of drawn) {
      const can = left.some((area) => area.cells.includes(name));
      element.classList.toggle("open", can);
      element.classList.toggle("chosen", picked.has(name));
      for (const [attribute, value] of [["role", "button"], ["tabindex", "0"], ["aria-pressed", String(picked.has(name))], ["aria-label", said.get(name)], ["data-focus", `cell ${name}`]]) {
        if (can) element.setAttribute(attribute, value);
        else element.removeAttribute(attribute);
      }
    }
    const hint = picked.size ? `${[...picked].join(" ")}: ${left.length} ${left.length === 1 ? "area" : "areas"} with ${picked.size === 1 ? "it" : "them"}` : "Click the cells of an area.";
    place.replaceChildren(h("span.hint", {}, hint), ...whole.map((area) => h("button.do", { type: "button", onclick: () => told.choose(area.key) }, area.key, h("span", {}, ` ${told.words(area.cost)}`))),
      picked.size > 0 && h("button.small", { type: "button", onclick: () => {
        const [first] = picked;
        picked.clear();
        again();
        drawn.get(first).focus();
      } }, "None") || "");
  };
  for (const [name, element] of drawn) {
    const toggle = () => {
      if (!element.classList.contains("open")) return;
      if (!picked.delete(name)) picked.add(name);
      again();
    };
    element.addEventListener("click", toggle);
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      toggle();
    });
  }
  again();
  return place;
}
