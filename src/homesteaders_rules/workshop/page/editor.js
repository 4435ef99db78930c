// The editor: a text area, and below its letters a copy that is coloured and marked.

import { h, put } from "./dom.js";

const TOKEN = /(?<comment>#.*)|(?<quoted>"[^"\n]*"?)|(?<number>\d+)|(?<title>\p{Lu}[\p{L}\d_'’&.-]*)|(?<word>[\p{L}_][\p{L}\d_'’-]*)|(?<sign>->|[:,])/gu;
const INDENT = "    ";

/**
 * @typedef {{code: string, severity: string, message: string, hint: string, at: any, fix: any}} Finding
 */

export class Editor {
  /**
   * @param {HTMLElement} place
   * @param {{changed: (text: string) => void, moved: (offset: number) => void, words: (offset: number) => Promise<any>, play: () => void}} told
   */
  constructor(place, told) {
    this.told = told;
    /** @type {Set<string>} */
    this.words = new Set();
    /** @type {Finding[]} */
    this.findings = [];
    this.lines = [];
    this.copy = h("div.copy", { "aria-hidden": "true" });
    this.area = h("textarea.area", {
      spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": "The text of the rules",
      "aria-describedby": "caret", wrap: "soft",
    });
    this.bubble = h("div.bubble", { role: "tooltip", hidden: true });
    this.popup = h("ul.popup", { role: "listbox", "aria-label": "Words that may stand here", hidden: true, id: "words" });
    this.choices = [];
    this.chosen = 0;
    this.sequence = 0;
    this.page = h("div.page", {}, this.copy, this.area, this.bubble, this.popup);
    place.append(this.page);
    this.area.addEventListener("input", (event) => this.#typed(event));
    this.area.addEventListener("keydown", (event) => this.#key(event));
    this.area.addEventListener("mousemove", (event) => this.#hover(event));
    this.area.addEventListener("mouseleave", () => this.#say(null));
    this.area.addEventListener("blur", () => setTimeout(() => this.#close(), 150));
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === this.area) this.told.moved(this.area.selectionStart);
    });
  }

  get text() {
    return this.area.value;
  }

  /** Another text; findings come later. */
  show(text, editable = true) {
    this.area.value = text;
    this.area.readOnly = !editable;
    this.findings = [];
    this.lines = [];
    this.draw();
  }

  /** What is wrong in the text that is shown. */
  mark(findings) {
    this.findings = findings;
    this.draw();
  }

  /** Select a stretch and bring it into sight. */
  select(start, end, focus = true) {
    if (focus) this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    this.#rectangle(start, start + 1)?.element.scrollIntoView({ block: "center" });
    this.told.moved(start);
  }

  // ------------------------------------------------------------------ drawing

  draw() {
    const lines = this.area.value.split("\n");
    const marks = this.#marksByLine(lines);
    lines.forEach((line, number) => {
      const marked = marks[number] ?? [];
      const key = `${line}\u0000${JSON.stringify(marked)}`;
      const known = this.copy.children[number];
      if (known && this.lines[number] === key) return;
      const drawn = this.#line(line, marked);
      if (known) known.replaceWith(drawn);
      else this.copy.append(drawn);
      this.lines[number] = key;
    });
    while (this.copy.children.length > lines.length) this.copy.lastChild?.remove();
    this.lines.length = lines.length;
  }

  /** For each line the stretches that are marked: [from, to, severity]. */
  #marksByLine(lines) {
    const found = [];
    for (const { at, severity } of this.findings) {
      const line = at.line - 1;
      if (line >= lines.length) continue;
      const length = lines[line].length;
      const from = Math.min(at.column - 1, Math.max(0, length - 1));
      const to = at.end_line === at.line ? at.end_column - 1 : length;
      (found[line] ??= []).push([from, Math.max(from + 1, Math.min(to, Math.max(length, from + 1))), severity]);
    }
    return found;
  }

  #line(line, marks) {
    const parts = [];
    const kinds = this.#kinds(line);
    let start = 0;
    const key = (at) => `${kinds[at] ?? ""} ${marks.filter(([from, to]) => from <= at && at < to).map(([, , how]) => how).sort().join(" ")}`;
    for (let at = 1; at <= line.length; at += 1) {
      if (at === line.length || key(at) !== key(start)) {
        const names = key(start).trim();
        const text = line.slice(start, at);
        parts.push(names ? h("span", { class: names }, text) : text);
        start = at;
      }
    }
    const worst = marks.some(([, , how]) => how === "error") ? "error" : marks.length ? "warning" : "";
    const beyond = !line.length && marks.length ? h("span", { class: worst }, " ") : null;
    return h("div.line", { "data-mark": worst === "error" ? "✕" : worst ? "!" : false }, parts, beyond, "\u200b");
  }

  /** What each letter of a line is part of. */
  #kinds(line) {
    const kinds = new Array(line.length);
    for (const found of line.matchAll(TOKEN)) {
      const groups = found.groups ?? {};
      let kind = Object.keys(groups).find((name) => groups[name] !== undefined);
      if (kind === "word") kind = this.words.has(found[0]) ? "keyword" : "name";
      kinds.fill(kind, found.index, found.index + found[0].length);
    }
    return kinds;
  }

  /** Where some letters stand on the screen. */
  #rectangle(start, end) {
    const before = this.area.value.slice(0, start).split("\n");
    const element = this.copy.children[before.length - 1];
    if (!element) return null;
    const column = before[before.length - 1].length;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let left = column;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const length = node.nodeValue?.length ?? 0;
      if (left < length || !walker.nextNode()) {
        walker.currentNode = node;
        const range = document.createRange();
        range.setStart(node, Math.min(left, length));
        range.setEnd(node, Math.min(length, Math.max(left, left + (end - start))));
        return { element, box: range.getBoundingClientRect() };
      }
      walker.currentNode = node;
      left -= length;
    }
    return { element, box: element.getBoundingClientRect() };
  }

  // ------------------------------------------------------------------ findings

  /** The finding at an offset, the narrowest first. */
  findingAt(offset) {
    const there = this.findings.filter(({ at }) => at.start <= offset && offset <= at.end);
    return there.sort((one, other) => one.at.end - one.at.start - other.at.end + other.at.start)[0] ?? null;
  }

  next() {
    const here = this.area.selectionStart;
    const sorted = [...this.findings].sort((one, other) => one.at.start - other.at.start);
    const found = sorted.find(({ at }) => at.start > here) ?? sorted[0];
    if (found) this.select(found.at.start, found.at.end);
    return found ?? null;
  }

  /** Carry out what a finding proposes; the text area can undo it. */
  mend(finding) {
    if (!finding?.fix) return false;
    const { at, text } = finding.fix;
    this.replace(at.start, at.end, text);
    return true;
  }

  replace(start, end, text) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!done) {
      this.area.setRangeText(text, start, end, "end");
      this.area.dispatchEvent(new Event("input"));
    }
  }

  #hover(event) {
    const finding = this.findings.find(({ at }) => {
      const found = this.#rectangle(at.start, Math.max(at.start + 1, Math.min(at.end, at.start + 200)));
      const box = found?.box;
      return box && event.clientX >= box.left - 3 && event.clientX <= box.right + 3 && event.clientY >= box.top && event.clientY <= box.bottom + 3;
    });
    this.#say(finding ?? null);
  }

  #say(finding) {
    this.bubble.hidden = !finding;
    if (!finding || this.saying === finding) return;
    this.saying = finding;
    put(this.bubble, h("p", {}, finding.message), finding.hint && h("p.hint", {}, finding.hint),
      finding.fix && h("p.hint", {}, h("kbd", {}, "Ctrl+."), ` writes: ${finding.fix.text}`));
    this.#beside(this.bubble, finding.at.start);
  }

  /** Put a box below some letters. */
  #beside(box, offset) {
    const found = this.#rectangle(offset, offset + 1);
    if (!found) return;
    const page = this.page.getBoundingClientRect();
    box.hidden = false;
    const left = Math.max(0, Math.min(found.box.left - page.left, page.width - box.offsetWidth - 4));
    const below = found.box.bottom - page.top + 4;
    const room = this.page.parentElement.getBoundingClientRect().bottom - found.box.bottom;
    const above = room < box.offsetHeight + 8 && found.box.top - page.top > box.offsetHeight;
    box.style.left = `${left}px`;
    box.style.top = `${above ? found.box.top - page.top - box.offsetHeight - 4 : below}px`;
  }

  // ------------------------------------------------------------------ keys

  #typed(event) {
    this.#shift();
    this.draw();
    this.told.changed(this.area.value);
    this.told.moved(this.area.selectionStart);
    const typing = event.inputType === "insertText" && /[\p{L}]/u.test(event.data ?? "");
    if (typing || (!this.popup.hidden && event.inputType?.startsWith("delete"))) this.complete(2);
    else this.#close();
  }

  /** Findings stay where they are until others come: those behind the change move with the text. */
  #shift() {
    const grown = this.area.value.length - (this.length ?? this.area.value.length);
    this.length = this.area.value.length;
    const here = this.area.selectionStart;
    const line = this.area.value.slice(0, here).split("\n").length;
    this.findings = grown === 0 ? this.findings : this.findings.filter(({ at }) => at.line !== line && at.end < here - Math.max(0, grown));
  }

  #key(event) {
    if (!this.popup.hidden && this.#inPopup(event)) return;
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey) {
      if (this.leaving) {
        this.leaving = false;
        return;
      }
      event.preventDefault();
      this.#indent(event.shiftKey);
      return;
    }
    this.leaving = event.key === "Escape";
    if (event.key === "Enter" && event.ctrlKey) this.told.play();
    else if (event.key === " " && event.ctrlKey) this.complete(0);
    else if ((event.key === "." && event.ctrlKey) || (event.key === "Enter" && event.altKey)) this.fix();
    else if (event.key === "Enter" && !event.shiftKey && !event.metaKey) this.#newLine();
    else return;
    event.preventDefault();
  }

  /** Mend what is wrong at the caret, else the first thing that can be mended. */
  fix() {
    const here = this.findingAt(this.area.selectionStart);
    return this.mend(here?.fix ? here : this.findings.find((finding) => finding.fix));
  }

  #newLine() {
    const { value, selectionStart } = this.area;
    const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    const depth = /^ */.exec(line)?.[0] ?? "";
    const deeper = /:\s*(#.*)?$/.test(line) ? INDENT : "";
    this.replace(selectionStart, this.area.selectionEnd, `\n${depth}${deeper}`);
  }

  #indent(back) {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    const begin = value.lastIndexOf("\n", start - 1) + 1;
    if (!back && start === end) return this.replace(start, end, " ".repeat(4 - ((start - begin) % 4)));
    const lines = value.slice(begin, end).split("\n");
    const changed = lines.map((line) => (back ? line.replace(/^ {1,4}/, "") : line && INDENT + line)).join("\n");
    this.replace(begin, end, changed);
    this.area.setSelectionRange(begin, begin + changed.length);
  }

  // ------------------------------------------------------------------ words

  /** Propose words, where so many letters of one were typed. */
  async complete(least) {
    const offset = this.area.selectionStart;
    const begun = /[\p{L}_][\p{L}\d_'’-]*$/u.exec(this.area.value.slice(0, offset))?.[0] ?? "";
    if (begun.length < least || this.area.selectionEnd !== offset) return this.#close();
    const own = (this.sequence += 1);
    const found = await this.told.words(offset).catch(() => null);
    if (own !== this.sequence || !found?.words.length || document.activeElement !== this.area) {
      if (own === this.sequence) this.#close();
      return undefined;
    }
    this.stretch = found;
    this.choices = found.words.slice(0, 12);
    this.chosen = 0;
    this.#list();
    this.#beside(this.popup, found.start);
    this.area.setAttribute("aria-controls", "words");
    return undefined;
  }

  #list() {
    put(this.popup, this.choices.map((word, number) => h("li", {
      role: "option", id: `word-${number}`, "aria-selected": String(number === this.chosen),
      onmousedown: (event) => {
        event.preventDefault();
        this.#take(number);
      },
    }, h("b", {}, word.text), " ", h("span.hint", {}, word.kind))));
    this.area.setAttribute("aria-activedescendant", `word-${this.chosen}`);
    this.popup.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  #inPopup(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      this.chosen = (this.chosen + steps[event.key] + this.choices.length) % this.choices.length;
      this.#list();
    } else if (event.key === "Tab" || (event.key === "Enter" && !event.ctrlKey && !event.altKey)) this.#take(this.chosen);
    else if (event.key === "Escape") this.#close();
    else return false;
    event.preventDefault();
    return true;
  }

  #take(number) {
    const { start, end } = this.stretch;
    const word = this.choices[number].text;
    this.#close();
    this.replace(start, end, word);
    this.#close();
  }

  #close() {
    this.sequence += 1;
    this.popup.hidden = true;
    this.area.removeAttribute("aria-activedescendant");
    this.area.removeAttribute("aria-controls");
  }
}
