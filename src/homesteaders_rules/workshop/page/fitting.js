// How much the parts of a table say: all of it where there is room, and less, step by step, until nothing is below the fold.

const EMPTY = 0.12;
/** How far parts are folded, by their names, for as long as they are those of one match. @type {Map<string, number>} */
let before = new Map();
let match = "";
/** What somebody has opened or closed in the match stays so, whatever there is room for. @type {Map<string, boolean>} */
let wanted = new Map();
/** Was a part open when it was drawn? @type {WeakMap<HTMLElement, boolean>} */
const asDrawn = new WeakMap();

/**
 * What a part of a table has that can be folded.
 * @param {string} name of its own in the table @param {number} steps @param {number} [after] so many steps of other parts
 */
export const folding = (name, steps, after = 0) => ({ "data-part": name, "data-folds": steps, "data-after": after });

/**
 * Fold what can be folded until each column is in sight. It begins as the last table of the match was folded, unless that
 * leaves much of a column empty. Where the page itself scrolls, nothing is folded.
 * @param {HTMLElement} table in the page @param {string} game whose table it is
 */
export function fit(table, game) {
  if (game !== match) [before, wanted] = [new Map(), new Map()];
  match = game;
  const columns = /** @type {HTMLElement[]} */ ([...table.children]).map((column) => ({
    column, parts: foldable(column), scrolls: getComputedStyle(column).overflowY !== "visible",
  }));
  for (const { parts, scrolls } of columns) {
    for (const part of parts) {
      if (!asDrawn.has(part)) asDrawn.set(part, isOpen(part));
      if (scrolls) fold(part, Math.min(before.get(nameOf(part)) ?? 0, most(part)));
      else if (folded(part)) unfold(part);
    }
  }
  for (const { column, parts } of columns.filter((each) => each.scrolls)) {
    if (parts.some(folded) && empty(column) > EMPTY) for (const part of parts) fold(part, 0);
    while (isOver(column) && further(parts));
    // The last step may have made more room than was needed.
    if (empty(column) > EMPTY) for (const part of parts.filter(folded)) {
      fold(part, folded(part) - 1);
      if (isOver(column)) fold(part, folded(part) + 1);
    }
    for (const part of parts) before.set(nameOf(part), folded(part));
  }
  for (const { column, parts } of columns) freeze(parts.filter((part) => part.matches(".cards")), column);
}

const isOver = (column) => column.scrollHeight > column.clientHeight;

/** How much of a column is below all that is in it. @param {HTMLElement} column */
function empty(column) {
  const { bottom, height } = column.getBoundingClientRect();
  return (bottom - Math.max(...[...column.children].map((each) => each.getBoundingClientRect().bottom))) / height;
}

/**
 * What can be folded. What somebody has opened or closed is not, nor where they asked for ways: it is as they wanted it.
 * @param {HTMLElement} column @returns {HTMLElement[]}
 */
function foldable(column) {
  for (const part of column.querySelectorAll("[data-part]")) openAsWanted(/** @type {HTMLElement} */ (part));
  const parts = /** @type {HTMLElement[]} */ ([...column.querySelectorAll("[data-folds]")]);
  return parts.filter((part) => wish(part) === undefined);
}

/** Shall the part be open, whatever there is room for? Undefined where nobody said so. @param {HTMLElement} part */
const wish = (part) => wanted.get(nameOf(part)) ?? (part.matches("details:has(.ways:not(:empty))") || undefined);

/** A list that is opened and closed, or a card, by the button that is its name. @param {HTMLElement} part */
function openAsWanted(part) {
  const open = wish(part);
  if (open === undefined) return;
  if (part.matches("details")) /** @type {HTMLDetailsElement} */ (part).open = open;
  else {
    part.setAttribute("aria-expanded", String(open));
    part.closest(".card")?.classList.toggle("whole", open);
  }
}

const isOpen = (part) => !part.matches("details") || part.open;

const nameOf = (part) => part.dataset.part;
const folded = (part) => Number(part.dataset.fold ?? 0);
const most = (part) => Number(part.dataset.folds);
const turn = (part) => folded(part) + Number(part.dataset.after ?? 0);

/** Fold the part one step further that is folded least and says most. Is there one? @param {HTMLElement[]} parts */
function further(parts) {
  const [next] = parts.filter((part) => folded(part) < most(part)).sort((one, other) => turn(one) - turn(other) || other.offsetHeight - one.offsetHeight);
  if (next) fold(next, folded(next) + 1);
  return Boolean(next);
}

function fold(part, steps) {
  part.style.gridTemplateRows = "";
  if (steps) part.dataset.fold = String(steps);
  else delete part.dataset.fold;
  if (part.matches("details")) part.open = steps < most(part);
}

/** As it was drawn. */
function unfold(part) {
  fold(part, 0);
  if (part.matches("details")) part.open = asDrawn.get(part);
}

/** A card that is pointed at says all of it, over its neighbours: none of them moves, and nothing is below the fold. */
function freeze(parts, column) {
  const middle = column.getBoundingClientRect().top + column.clientHeight / 2;
  // All is read before anything is written, so that it is laid out once.
  const read = parts.filter(folded).map((cards) => ({
    cards, rows: getComputedStyle(cards).gridTemplateRows, low: [...cards.children].filter((each) => each.getBoundingClientRect().top > middle),
  }));
  for (const { cards, rows, low } of read) {
    cards.style.gridTemplateRows = rows;
    for (const each of cards.children) each.classList.toggle("up", low.includes(each));
  }
  for (const cards of parts) for (const name of cards.querySelectorAll("h4 button")) name.disabled = !folded(cards);
}

/** Remember what is opened and closed at a place, and fit it anew when its size changes. @param {HTMLElement} place */
export function keepFitting(place) {
  place.addEventListener("click", ({ target }) => {
    const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("summary, [aria-expanded]"));
    const part = /** @type {any} */ (pressed?.matches("summary") ? pressed.parentElement : pressed);
    if (!part) return;
    wanted.set(nameOf(part), !(part.open ?? part.getAttribute("aria-expanded") === "true"));
    if (part === pressed) openAsWanted(part);  // The browser opens lists itself.
  });
  new ResizeObserver(() => {
    const table = /** @type {HTMLElement | null} */ (place.querySelector(".table"));
    if (table) fit(table, match);
  }).observe(place);
}

/**
 * Draw the same table again: the ways that somebody asked for in it meanwhile are still there.
 * @param {HTMLElement} place @param {() => void} draw
 */
export function drawnAgain(place, draw) {
  const asked = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".ways:not(:empty)")]);
  draw();
  const ways = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".ways")]);
  for (const shown of asked) ways.find((each) => each.dataset.of === shown.dataset.of)?.replaceWith(shown);
}
