// What is known of a text: findings, examples, and cards whose lines lead to the text and back.

import { h, putNew, byId } from "./dom.js";

/**
 * @typedef {import("./protocol").Stretch} Stretch
 * @typedef {import("./protocol").Finding} Finding
 * @typedef {{to: (at: Stretch) => void, mend: (finding: Finding) => void, play: (example: string) => void}} Told
 */

/** @param {import("./protocol").Checked} checked @param {Told} told */
export function showKnown({ findings, examples, cards, stale }, told) {
  putNew(byId("findings"), findings, () => [heading("Findings", findings.length ? `${findings.length}` : null), findings.length
    ? h("ul.plain", {}, findings.map((finding) => findingItem(finding, told)))
    : h("p.good", {}, "✓ Nothing is wrong.")]);
  putNew(byId("examples"), examples, () => examples.length > 0 && [heading("Examples", null), h("ul.plain", {},
    examples.map((example) => exampleItem(example, told)))]);
  putNew(byId("cards"), [cards, stale], () => cards.length > 0 && [heading("Cards", stale ? "as they were before" : null),
    h("div.cards", {}, cards.map((card) => cardOf(card, { to: told.to })))]);
}

const heading = (text, more) => h("h3", {}, text, more && h("span.hint", {}, ` ${more}`));

/** @param {Finding} finding @param {Told} told */
function findingItem(finding, told) {
  const error = finding.severity === "error";
  return h(`li.finding.${finding.severity}`, {},
    h("button.link", { type: "button", onclick: () => told.to(finding.at), "data-focus": `to ${finding.at.start}` },
      h("b", {}, error ? "✕ " : "! "), h("span", {}, `${finding.at.file}, line ${finding.at.line}`)),
    h("p", {}, finding.message), finding.hint && h("p.hint", {}, finding.hint),
    finding.related.map((at) => h("button.link", { type: "button", onclick: () => told.to(at), "data-focus": `see ${at.file} ${at.start}` }, `→ ${at.file}, line ${at.line} `)),
    finding.fix && h("button", { type: "button", onclick: () => told.mend(finding), "data-focus": `fix ${finding.at.start}` }, `Write: ${finding.fix.text}`));
}

/** @param {import("./protocol").ExampleTold} example @param {Told} told */
function exampleItem(example, told) {
  return h("li.example", {},
    h("button.link", { type: "button", onclick: () => told.to(example.failed_at ?? example.at), "data-focus": `example ${example.name}` },
      h("b", { class: example.failure ? "bad" : "good" }, example.failure ? "✕ " : "✓ "), example.name),
    example.failure && h("p", {}, example.failure),
    h("button", { type: "button", onclick: () => told.play(example.name), "data-focus": `play ${example.name}` }, "Play from here"));
}

/**
 * A piece as it is printed.
 * @param {import("./protocol").CardInfo} card
 * @param {{to?: (at: Stretch) => void, short?: boolean, folds?: string, head?: any, foot?: any, titled?: string}} [how]
 *   folds: the part of the table where it stands, in which its name opens it
 */
export function cardOf(card, how = {}) {
  const kind = `kind-${hash(card.labels[0] ?? card.sort) % 6}`;
  const whole = `${how.folds}: ${card.name}`;
  const name = how.folds ? h("button.link", { type: "button", "aria-expanded": "false", title: "all of it", "data-focus": whole, "data-part": whole }, card.name) : how.to && card.at
    ? h("button.link", { type: "button", onclick: () => how.to?.(card.at), "data-focus": `card ${card.name}` }, card.name)
    : card.name;
  const copies = card.for_each ? "1 for each player" : card.copies > 1 ? `${card.copies} copies` : "";
  const [first, ...others] = [how.short ? null : card.sort, ...card.labels, how.short ? "" : card.stack, how.short ? "" : copies, card.when].filter(Boolean);
  const about = h("p.about", {}, first, others.length > 0 && h("span.more", {}, ` · ${others.join(" · ")}`));
  const cost = card.cost && h("p.cost", {}, h("span.hint", {}, "cost "), card.cost);
  const lines = h("ul.lines", {}, card.lines.map((line) => h("li", {}, how.to && line.at
    ? h("button.link", { type: "button", onclick: () => how.to?.(line.at), "data-focus": `line ${card.name} ${line.at.start}` }, line.text) : line.text)));
  return h(`article.card.${kind}${card.broken ? ".broken" : ""}`, { "data-from": card.at?.start, "data-to": card.at?.end, "data-file": card.at?.file },
    h("header", {}, h(how.titled ?? "h4", {}, name), h("span.aside", {}, card.worth ? h("span.worth", { title: "worth" }, card.worth, h("span.unseen", {}, " worth")) : null, how.head)),
    how.folds ? [cost, h("div.gist", {}, about, lines)] : [about, cost, lines],
    card.broken && h("p.hint", {}, "! There are errors in it: this is what could be read."), how.foot);
}

function hash(word) {
  let sum = 0;
  for (const letter of word) sum = (sum * 31 + letter.codePointAt(0)) % 65521;
  return sum;
}

/** Show which card the caret is in. */
export function pointAt(file, offset) {
  for (const drawn of byId("cards").querySelectorAll(".card")) {
    const here = drawn.dataset.file === file && Number(drawn.dataset.from) <= offset && offset <= Number(drawn.dataset.to);
    if (here && !drawn.classList.contains("here")) drawn.scrollIntoView({ block: "nearest" });
    drawn.classList.toggle("here", here);
  }
}
