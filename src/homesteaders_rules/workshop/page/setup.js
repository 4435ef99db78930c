// Before a match: which game, who plays, which settings.

import { h } from "./dom.js";

/** @typedef {{game: string, players: number, people: number, bot: string, seed: number, settings: Record<string, boolean>}} Wish */

/**
 * @param {Wish} wish @param {{games: any[], bots: string[], checked: any, title: string, kept: any[]}} known
 * @param {{changed: (part: Partial<Wish>) => void, play: () => void, restore: (text: string) => void, goOn: (id: string) => void, forget: (id: string) => void}} told
 */
export function setupOf(wish, known, told) {
  const { checked } = known;
  const change = (name, value) => told.changed({ [name]: value });
  const counts = checked?.players ?? [];
  const counted = counts.length > 0;
  const ready = counted && !checked.broken;
  const number = (name, label, from, to) => field(label, h("select", {
    id: name, "data-focus": name, onchange: (event) => change(name, Number(event.target.value)),
  }, range(from, to).map((n) => h("option", { value: n, selected: wish[name] === n }, n))));
  return h("form.setup", { onsubmit: (event) => {
    event.preventDefault();
    told.play();
  } },
  field("Game", h("select", { id: "game-name", "data-focus": "game", onchange: (event) => change("game", event.target.value) },
    h("option", { value: "", selected: wish.game === "" }, `this pack${known.title ? ` (${known.title})` : ""}`),
    known.games.map((game) => h("option", { value: game.id, selected: wish.game === game.id }, named(game, known.games))))),
  counted && number("players", "Players", counts[0], counts[counts.length - 1]),
  counted && number("people", "People", 0, wish.players),
  field("Bots", h("select", { id: "bot", "data-focus": "bot", onchange: (event) => change("bot", event.target.value) },
    known.bots.map((bot) => h("option", { selected: wish.bot === bot }, bot)))),
  field("Seed", h("input", { id: "seed", type: "number", min: "0", max: "999999", value: wish.seed, "data-focus": "seed", onchange: (event) => change("seed", Math.abs(Number(event.target.value) || 0)) })),
  checked?.settings.length > 0 && h("details.settings", {}, h("summary", {}, "Settings"), checked.settings.map((setting) => h("label", {},
    h("input", {
      type: "checkbox", checked: wish.settings[setting.name] ?? setting.default, "data-focus": `setting ${setting.name}`,
      onchange: (event) => change("settings", { ...wish.settings, [setting.name]: event.target.checked }),
    }), h("b", {}, ` ${setting.name}`), h("span.hint", {}, ` ${setting.text}`)))),
  h("div.bar", {}, h("button.main", { type: "submit", disabled: !ready, "data-focus": "play" }, "Play"),
    h("label.button", {}, "Go on with a save …", h("input", { type: "file", accept: ".json", onchange: async (event) => {
      const [file] = event.target.files;
      if (file) told.restore(file.size > 10_000_000 ? "" : await file.text());
    } }))),
  !checked && h("p.hint", {}, "It is read …"), checked && !ready && h("p.hint", {}, "There are errors in the rules: mend them, and it can be played."), keptOf(known.kept, told));
}

/** Matches of other days, and of engines that have ended. */
function keptOf(kept, told) {
  return kept.length > 0 && h("ul.plain.kept", { "aria-label": "Matches to go on with" }, kept.map((each) => {
    const when = new Date(each.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const what = `${each.title}, ${each.seats.length} ${each.seats.length === 1 ? "player" : "players"}, ${each.where}`;
    return h("li.bar", {}, h("button", { type: "button", onclick: () => told.goOn(each.id), "data-focus": `go on ${each.id}` }, `Go on: ${what}`),
      h("span.hint", {}, when),
      h("button.small", { type: "button", "aria-label": `Forget ${what}, ${when}`, onclick: () => told.forget(each.id), "data-focus": `forget ${each.id}` }, "Forget"));
  }));
}

/** The title of a game, with its name where another has the same title. */
function named(game, games) {
  const others = games.filter((each) => each.title === game.title).length > 1;
  return others ? `${game.title} (${game.id})` : game.title;
}

const field = (label, control) => h("label.field", {}, h("span", {}, label), control);
const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
