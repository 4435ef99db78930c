// Maps and grids as drawings, from the geometry of the text: what lies where, and what can be chosen.

import { h, svg, SIGNS } from "./dom.js";

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
 * @param {any[]} spaces @param {string} shape @param {Map<string, any[]>} open options by the piece
 * @param {(options: any[], at: Element) => void} choose @param {string[]} names
 */
export function mapOf(spaces, shape, open, choose, names) {
  if (!shape || !spaces.length) return spaces.length ? listOf(spaces, open, choose, names) : null;
  const places = spaces.map((space) => middle(shape, space.spot));
  const edge = shape === "hexes" ? SIZE * 1.1 : SQUARE * 0.6;
  const [left, right] = ends(places.map(([x]) => x), edge);
  const [top, bottom] = ends(places.map(([, y]) => y), edge);
  const labels = [...new Set(spaces.flatMap((space) => space.labels.slice(0, 1)))];
  const drawn = spaces.map((space, number) => {
    const [x, y] = places[number];
    const can = open.get(space.name);
    return svg("g", {
      class: `space kind-${labels.indexOf(space.labels[0]) % 6} ${can ? "open" : ""} ${space.neutral ? "neutral" : ""}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, ...pressable(can, said(space, names), choose),
    }, svg("title", {}, said(space, names)), svg("polygon", { points: outline(shape).map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ") }),
    svg("text", { class: "label", y: -SIZE * 0.42 }, short(space.labels[0] ?? "")),
    space.owner !== null && svg("text", { class: `owner seat-${space.owner % 6}`, y: 6 }, SIGNS[space.owner % 6]),
    space.neutral && svg("text", { class: "owner", y: 6 }, "✖"),
    svg("text", { class: "lying", y: SIZE * 0.62 }, Object.entries(space.lying).map(([good, n]) => `${n} ${short(good, 7)}`).join(" ")));
  });
  return h("figure.map", {}, svg("svg", { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, role: "group", "aria-label": "Map" }, drawn),
    h("figcaption.hint", {}, names.map((name, seat) => `${SIGNS[seat % 6]} ${name}`).join("  "), "  ✖ neutral"));
}

const ends = (numbers, edge) => [Math.min(...numbers) - edge, Math.max(...numbers) + edge].map((n) => Math.round(n));
const short = (word, most = 9) => (word.length > most ? `${word.slice(0, most - 1)}…` : word);

function said(space, names) {
  const lying = Object.entries(space.lying).map(([good, n]) => `${n} ${good}`);
  const owner = space.owner === null ? space.neutral ? "neutral" : "free" : names[space.owner];
  return [`${space.name}: ${space.labels.join(", ")}`, owner, ...lying].join("; ");
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

function listOf(spaces, open, choose, names) {
  return h("ul.plain.spaces", {}, spaces.map((space) => h("li", {}, open.get(space.name)
    ? h("button", { type: "button", onclick: (event) => choose(open.get(space.name) ?? [], event.currentTarget) }, said(space, names))
    : said(space, names))));
}

/** The grid of a player: tiles, what lies on them, what is enclosed, and what stands on edges. */
export function gridOf(cells, [rows, columns], tiles, open, choose, name) {
  if (!cells.length) return null;
  const size = 64;
  const drawn = cells.map((cell) => {
    const [x, y] = [cell.column * size, cell.row * size];
    const can = open.get(cell.name);
    const lying = Object.entries(cell.lying).map(([good, n]) => `${n} ${good}`);
    const what = [cell.name, cell.tile || "empty", ...lying, cell.area ? `area ${cell.area}` : ""].filter(Boolean).join(", ");
    const kind = cell.tile ? `kind-${tiles.indexOf(cell.tile) % 6}` : "bare";
    const [first, ...rest] = cell.tile.split(" ");
    return svg("g", { class: `space ${kind} ${can ? "open" : ""} ${cell.area ? "area" : ""}`, transform: `translate(${x} ${y})`, ...pressable(can, what, choose) },
      svg("title", {}, what), svg("rect", { x: 2, y: 2, width: size - 4, height: size - 4, rx: 3 }),
      svg("text", { class: "cellname", x: 7, y: 15 }, cell.name),
      svg("text", { class: "label", x: size / 2, y: 33 }, short(first)),
      rest.length > 0 && svg("text", { class: "label", x: size / 2, y: 45 }, short(rest.join(" "))),
      svg("text", { class: "lying", x: size / 2, y: size - 8 }, lying.map((word) => short(word)).join(" ")));
  });
  const edges = cells.flatMap((cell) => {
    const [x, y] = [cell.column * size, cell.row * size];
    const lines = [[x + size, y, x + size, y + size], [x, y + size, x + size, y + size], [x, y, x, y + size], [x, y, x + size, y]];
    return lines.map(([x1, y1, x2, y2], side) => cell.built[side] && svg("line", { class: "edge", x1, y1, x2, y2 }));
  });
  return h("figure.grid", {}, svg("svg", { viewBox: `-5 -5 ${columns * size + 10} ${rows * size + 10}`, role: "group", "aria-label": `Grid of ${name}` }, drawn, edges));
}
