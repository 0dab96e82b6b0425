// The listings of both machines and of the tree: rows that can be marked, and chosen to go to their place: by a click, or by arrows and
// Enter.
import { make, reveal } from "./page.js";
import { words } from "./places.js";

/** Deepest indentation of the tree that is shown. */
const DEEPEST = 24;

/** A panel with rows, each with a key. */
class Rows {
  #panel;
  #rows = new Map();
  #marked = new Map();

  /** `chosen` is told of the part of the text of a row that is chosen. */
  constructor(panel, chosen) {
    this.#panel = panel;
    panel.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-start]");
      if (row) chosen(Number(row.dataset.start), row.dataset.end && Number(row.dataset.end));
    });
    panel.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Arrows move the focus from row to row, and Enter chooses. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = way || event.key === "Enter" ? [...this.#panel.querySelectorAll("[data-start]")] : [];
    if (rows.length === 0) return;
    event.preventDefault();
    const at = rows.indexOf(document.activeElement);
    if (!way) return rows[at]?.click();
    const next = at < 0 ? (this.#marked.get("at-cursor")?.[0] ?? rows[0]) : rows[Math.max(0, Math.min(at + way, rows.length - 1))];
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    reveal(this.#panel, next);
  }

  fill(elements) {
    this.#rows = new Map(elements.filter((it) => it.dataset.key).map((it) => [it.dataset.key, it]));
    this.#marked.clear();
    this.#panel.replaceChildren(...elements);
    this.#panel.scrollTop = 0;
  }

  /** Marks the rows with these keys, and no others, in one of the ways; shows the first of them. */
  mark(way, keys) {
    for (const row of this.#marked.get(way) ?? []) {
      row.classList.remove(way);
      row.removeAttribute("aria-current");
    }
    const rows = keys.map((key) => this.#rows.get(key)).filter(Boolean);
    for (const row of rows) {
      row.classList.add(way);
      if (way === "at-step") row.setAttribute("aria-current", "step");
    }
    this.#marked.set(way, rows);
    reveal(this.#panel, rows[0]);
  }

  /** The keys of the rows that are marked. */
  marked(way) {
    return (this.#marked.get(way) ?? []).map((row) => row.dataset.key);
  }
}

/** The code of a machine. */
export class Listing extends Rows {
  show(listing, omitted) {
    if (!listing) return this.fill([make("p", { class: "empty" }, omitted ?? "no code: the program has an error")]);
    const elements = [];
    for (const { index, name, kind, instructions, catchers = [], start } of listing.functions) {
      const title = kind === "function" ? `f${index} ${name || "(no name)"}` : kind;
      elements.push(make("div", { class: "head", role: "listitem", "data-start": start }, title));
      instructions.forEach(([offset, text, target], pc) => elements.push(row(`${index}:${pc}`, offset, pc, text, target)));
      for (const [from, to, handler, isFinally] of catchers) {
        elements.push(make("div", { class: "catcher" }, `${isFinally ? "finally" : "catch"} ${from}..${to} → ${handler}`));
      }
    }
    if (listing.cut) elements.push(make("p", { class: "empty" }, "… the rest is not shown"));
    this.fill(elements);
  }
}

function row(key, offset, pc, text, target) {
  const [name] = text.split(/[ ,]/, 1);
  const attributes = { class: "row", role: "listitem", "data-key": key, "data-start": offset, title: target === undefined ? undefined : `goes to ${target}` };
  return make("div", attributes, make("span", { class: "pc" }, String(pc)), make("b", {}, name), text.slice(name.length));
}

/** The syntax tree. */
export class TreeView extends Rows {
  show(tree, isCut, omitted) {
    if (tree.length === 0) return this.fill([make("p", { class: "empty" }, omitted ?? "no tree: the program has an error")]);
    const elements = tree.map((row, at) => {
      const { depth, kind, text, start, end } = words(row);
      const attributes = { class: "row", role: "listitem", "data-key": at, "data-start": start, "data-end": end, style: `padding-left:${Math.min(depth, DEEPEST) * 0.9 + 0.5}em` };
      return make("div", attributes, make("b", {}, kind), text && ` ${text}`);
    });
    if (isCut) elements.push(make("p", { class: "empty" }, "… the rest is not shown"));
    this.fill(elements);
  }
}
