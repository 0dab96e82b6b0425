// What the engine says of a program: errors with their places, hints and stacks.
import { make } from "./page.js";

/** Errors of an AggregateError, and entries of a stack, that are shown. */
const MOST = 20;

/** Draws errors; `chosen` is told the line and column of a place that is clicked. */
export function drawErrors(errors, chosen) {
  if (errors.length === 0) return [make("p", { class: "none" }, "no errors")];
  return errors.slice(0, MOST).map((error) => drawError(error, chosen));
}

function drawError(error, chosen) {
  const { place, notes = [], stack = [], errors = [], cause } = error;
  const parts = [make("p", { class: "message" }, make("b", {}, title(error)), " ", place ? link(place, chosen) : "")];
  if (place?.text) parts.push(make("pre", {}, excerpt(place)));
  for (const note of notes) parts.push(make("p", { class: "note" }, `hint: ${note.message} `, note.place ? link(note.place, chosen) : ""));
  if (stack.length > 1) {
    const entries = stack.slice(0, MOST).map((entry) => make("li", {}, `${entry.function || "(top)"} `, link(entry, chosen)));
    if (stack.length > MOST) entries.push(make("li", {}, `… ${stack.length - MOST} more`));
    parts.push(make("ol", { class: "stack" }, ...entries));
  }
  for (const inner of [cause, ...errors].filter(Boolean).slice(0, MOST)) parts.push(make("div", { class: "inner" }, drawError(inner, chosen)));
  return make("div", { class: error.kind === "limit" ? "error limit" : "error" }, ...parts);
}

/** The line with a mark below its place; of a long line there is only a part. */
function excerpt({ text, column, skipped }) {
  const before = [...text].slice(0, column - 1 - skipped).map((character) => (character === "\t" ? "\t" : " "));
  return skipped > 0 ? `…${text}\n ${before.join("")}^` : `${text}\n${before.join("")}^`;
}

/** The message, which begins with the name for exceptions. */
function title({ kind, limit, message }) {
  return kind === "limit" ? `limit (${limit}): ${message}` : message;
}

function link({ source, line, column }, chosen) {
  const text = `${source}:${line}:${column}`;
  return source?.startsWith("program.") ? make("button", { class: "link", onclick: () => chosen(line, column) }, text) : make("span", {}, text);
}
