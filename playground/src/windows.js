// The register machine's state: the value stack with a window for each call, records over it, catchers around the instruction.
import { make } from "./page.js";

/** Windows that are drawn side by side: the innermost ones. */
const MOST_WINDOWS = 3;
/** Places of the value stack that are drawn. */
const MOST_PLACES = 80;
/** Records that have closed and are still shown. */
const MOST_CLOSED = 5;

/** Draws the state of a step. `changed` marks what the step before has left. */
export function drawWindows(trace, at, listing) {
  const frames = trace.frames(at);
  const step = trace.step(at);
  const shown = frames.slice(-MOST_WINDOWS).map((place) => windowOf(trace, place, listing, place === at ? undefined : step.around));
  return [
    head(step),
    frames.length > shown.length ? make("p", { class: "more" }, `… ${frames.length - shown.length} calls around these`) : undefined,
    stack(shown),
    list("Records", recordRows(trace, at, shown), "none: all variables are in registers"),
    list("Catchers here", catchers(step, listing), "none"),
  ].filter(Boolean);
}

/** The instruction of a step, and what it catches. */
export function head(step) {
  const caught = step.caught === undefined ? undefined : make("span", { class: "caught" }, `caught ${step.caught}`);
  return make("p", { class: "instruction" }, make("span", { class: "pc" }, String(step.pc)), make("code", {}, step.instruction), caught);
}

/** A titled list; without items, a word instead. */
export function list(title, items, none) {
  const rows = items.length > 0 ? items.map((item) => make("li", {}, ...[item].flat())) : [make("li", { class: "none" }, none)];
  return make("div", { class: "list" }, make("h3", {}, title), make("ul", {}, ...rows));
}

/** The name of the function of a step. */
export const nameOf = (step) => step.name || (step.isMain && step.index === 0 ? "(top)" : "(no name)");

/** The window of a call. `around` has what inner calls have changed in it since: variables of its records. */
function windowOf(trace, at, listing, around) {
  const step = trace.step(at);
  const earlier = trace.before(at);
  const old = earlier === undefined ? undefined : new Map(trace.step(earlier).cells.map(({ number, value }) => [number, value]));
  const code = step.isMain ? listing?.functions.find(({ index }) => index === step.index) : undefined;
  const last = Math.max(-1, ...step.cells.map(({ number }) => number));
  const size = Math.min(code?.registers ?? last + 1, last + 1 + 8);
  const cells = new Map(step.cells.map((cell) => [step.base + cell.number, { ...cell, isNew: old !== undefined && old.get(cell.number) !== cell.value }]));
  for (const [place, value] of around ?? []) {
    const cell = cells.get(place);
    if (cell && step.records.some(({ places }) => places.includes(place))) cells.set(place, { ...cell, value, isNew: cell.value !== value });
  }
  return { step, cells, from: step.base, to: step.base + Math.max(size, 1) };
}

/** A table: a row for each place of the value stack, a column for each window. Where windows share a place, both have it. */
function stack(windows) {
  const from = Math.min(...windows.map((it) => it.from));
  const to = Math.max(...windows.map((it) => it.to));
  const titles = windows.map(({ step }) => make("th", { scope: "col" }, nameOf(step), make("small", {}, ` from ${step.base}`)));
  const rows = [];
  for (let place = from; place < Math.min(to, from + MOST_PLACES); place++) {
    const columns = windows.map((window, index) => cell(window, place, index === windows.length - 1));
    rows.push(make("tr", {}, make("th", { scope: "row" }, String(place)), ...columns));
  }
  const body = make("tbody", {}, ...rows);
  const table = make("table", { class: "windows" }, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "place"), ...titles)), body);
  const more = to > from + MOST_PLACES ? make("p", { class: "more" }, "… further places are not drawn") : undefined;
  return make("div", { class: "wide" }, table, more);
}

function cell({ step, cells, from, to }, place, isInnermost) {
  if (place < from || place >= to) return make("td", { class: "out" });
  const tag = step.records.find(({ places }) => places.includes(place))?.number;
  const known = cells.get(place);
  const classes = ["in", isInnermost && "now", place === from && "begins", place === to - 1 && "ends", known?.isNew && "new", tag && "held"];
  const attributes = { class: classes.filter(Boolean).join(" "), title: known && `${known.name} ${known.value}` };
  if (!known) return make("td", attributes, make("i", {}, `r${place - from}`));
  const name = known.name === `r${known.number}` ? make("i", {}, known.name) : make("b", {}, known.name);
  return make("td", attributes, name, ` ${known.value}`, tag ? make("span", { class: "tag" }, `#${tag}`) : undefined);
}

function recordRows(trace, at, windows) {
  const open = windows.flatMap(({ step, cells }) => step.records.map((record) => ({ ...record, text: nowIn(record, cells), of: nameOf(step) })));
  const closed = trace.closedBefore(at);
  const rows = open.map(({ number, text, places, of }) => [
    make("span", { class: "tag" }, `#${number}`), make("code", {}, text), ` open over ${places.join(", ")} of ${of}`,
  ]);
  for (const { number, text, step } of closed.slice(0, MOST_CLOSED)) {
    rows.push([make("span", { class: "tag closed" }, `#${number}`), make("code", {}, text), ` closed in step ${step} with these values, which are its own now`]);
  }
  if (closed.length > MOST_CLOSED) rows.push(`… ${closed.length - MOST_CLOSED} more have closed`);
  return rows;
}

/** The bindings of an open record, with the values that its registers have now. */
function nowIn({ text, places }, cells) {
  const known = places.map((place) => cells.get(place));
  return known.every(Boolean) && known.length > 0 ? `{${known.map(({ name, value }) => `${name}=${value}`).join(" ")}}` : text;
}

function catchers(step, listing) {
  const rows = (step.isMain && listing?.functions.find(({ index }) => index === step.index)?.catchers) || [];
  return step.catchers.map((handler) => {
    const row = rows.find((it) => it[2] === handler && it[0] <= step.pc && step.pc < it[1]);
    return row ? `${row[3] ? "finally" : "catch"} of ${row[0]}..${row[1]}: an exception goes on at ${handler}` : `an exception goes on at ${handler}`;
  });
}
