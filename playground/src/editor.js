// The editor: a text area whose own text cannot be seen, above layers that show it with colours and marks.
import { make } from "./page.js";
import { tokens } from "./highlight.js";

/** Longest text with colours. */
const MOST_COLOURED = 100_000;
/** Longest text with marks and numbers of lines. */
const MOST_MARKED = 300_000;

export class Editor {
  #area;
  #colours = make("pre", { class: "layer colours", "aria-hidden": "true" });
  #numbers = make("pre", { class: "numbers", "aria-hidden": "true" });
  #marks = new Map();
  #frame;
  isTypeScript = false;

  /** Makes the editor in a place of the page; `changed` is told of new text, `moved` of where the cursor goes. */
  constructor(place, changed, moved) {
    this.#area = make("textarea", {
      id: "source", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Program",
      "aria-describedby": "sentence",
      oninput: () => (this.#draw(), changed()),
      onselectionchange: () => this.#moved(moved),
    });
    // Not all browsers tell text areas of the cursor.
    for (const event of ["keyup", "click", "focus"]) this.#area.addEventListener(event, () => this.#moved(moved));
    const text = make("div", { class: "text" }, this.#colours);
    for (const kind of ["at-cursor", "at-step", "at-error"]) {
      const layer = make("pre", { class: `layer ${kind}`, "aria-hidden": "true" });
      this.#marks.set(kind, layer);
      text.append(layer);
    }
    text.append(this.#area);
    this.#frame = make("div", { class: "frame" }, this.#numbers, text);
    place.append(this.#frame);
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    this.#area.value = text;
    this.#area.setSelectionRange(0, 0);
    this.#frame.scrollTo(0, 0);
    this.#draw();
  }

  get cursor() {
    return this.#area.selectionStart;
  }

  /** Puts the cursor somewhere, as a click in a listing does. */
  select(start, end = start) {
    this.#area.focus({ preventScroll: true });
    this.#area.setSelectionRange(start, end);
  }

  /** Marks a part of the text, or nothing: where the cursor is, where the step is, where the error is. */
  mark(kind, start, end, isShown = false) {
    const layer = this.#marks.get(kind);
    const { text } = this;
    if (start === undefined || text.length > MOST_MARKED) {
      layer.replaceChildren();
      return;
    }
    // No half of a surrogate pair is marked.
    const least = start + (text.codePointAt(start) > 0xffff ? 2 : 1);
    const marked = make("mark", {}, text.slice(start, Math.max(end, least)).replace(/^\n/, " \n") || " ");
    layer.replaceChildren(text.slice(0, start), marked);
    if (isShown) this.#reveal(marked);
  }

  /** Redraws the colours. */
  draw() {
    this.#draw();
  }

  #moved(moved) {
    if (this.cursor === this.last) return;
    this.last = this.cursor;
    moved(this.cursor);
  }

  #reveal(element) {
    const [outer, inner] = [this.#frame.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.top < outer.top || inner.top + 20 > outer.bottom) this.#frame.scrollTop += inner.top - outer.top - outer.height / 3;
  }

  #draw() {
    const { text } = this;
    const lines = text.length > MOST_MARKED ? 0 : text.split("\n").length;
    this.#numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
    for (const layer of this.#marks.values()) layer.replaceChildren();
    const parts = [];
    let at = 0;
    const all = text.length > MOST_COLOURED ? [] : tokens(text, this.isTypeScript);
    for (const [start, end, kind] of all) {
      parts.push(text.slice(at, start), make("span", { class: kind }, text.slice(start, end)));
      at = end;
    }
    // A line break at the end has a line of its own in the area.
    this.#colours.replaceChildren(...parts, text.slice(at), "\n");
  }
}
