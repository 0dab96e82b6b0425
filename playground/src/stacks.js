// The stack machine's state: value stack, block stack, and the registers C, L and E, for each call.
import { make } from "./page.js";
import { head, list, nameOf } from "./windows.js";

/** Calls whose stacks are drawn side by side: the innermost ones. */
const MOST_CALLS = 3;
/** Values and blocks of a call that are drawn: the uppermost ones. */
const MOST_BOXES = 24;

/** Draws the state of a step. */
export function drawStacks(trace, at) {
  const frames = trace.frames(at);
  const calls = frames.slice(-MOST_CALLS);
  const step = trace.step(at);
  const parts = [head(step)];
  if (frames.length > calls.length) parts.push(make("p", { class: "more" }, `… ${frames.length - calls.length} calls around these`));
  parts.push(make("div", { class: "calls" }, ...calls.map((place) => call(trace, place, place === at))));
  parts.push(list("Registers", [["C", "the last value of a statement", step.completion], ["L", "the place in the text", step.location], ["E", "the enumeration", step.enumeration]].map(register), ""));
  return parts;
}

function register([name, meaning, value]) {
  return [make("b", { title: meaning }, name), " ", make("code", {}, value)];
}

function call(trace, at, isInnermost) {
  const step = trace.step(at);
  const before = trace.before(at);
  const old = before === undefined ? step : trace.step(before);
  return make(
    "div", { class: isInnermost ? "call now" : "call" },
    make("h3", {}, nameOf(step)),
    make("div", { class: "pair" }, boxes("values", step.values, old.values), boxes("blocks", step.blocks, old.blocks)),
  );
}

/** A stack of boxes, the top above. */
function boxes(title, items, old) {
  const from = Math.max(0, items.length - MOST_BOXES);
  const shown = items.slice(from).map((item, index) => make("li", { class: old[from + index] === item ? undefined : "new" }, item));
  if (shown.length === 0) shown.push(make("li", { class: "none" }, "empty"));
  if (from > 0) shown.unshift(make("li", { class: "none" }, `${from} more below`));
  return make("div", { class: `boxes ${title}` }, make("h4", {}, title), make("ol", { reversed: true }, ...shown.reverse()));
}
