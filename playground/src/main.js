// The page: what is typed is looked at, what runs is recorded, and every place is shown in all panels.
import { byId, make, reveal } from "./page.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { Places } from "./places.js";
import { Listing, TreeView } from "./listings.js";
import { Trace, placeOf } from "./trace.js";
import { drawWindows } from "./windows.js";
import { drawStacks } from "./stacks.js";
import { drawErrors } from "./errors.js";
import { Stepper } from "./stepper.js";
import { Limits } from "./limits.js";
import { pack, unpack } from "./share.js";
import { EXAMPLES } from "./examples.js";

/** Milliseconds after the last key until the text is looked at. */
const PAUSE = 200;

const code = [byId("wasm").textContent, byId("worker").textContent];
// Two workers: while a program runs, what is typed is looked at.
const [looker, runner] = [new Engine(...code), new Engine(...code)];
const editor = new Editor(byId("editor"), changed, markCursor);
const listings = { register: new Listing(byId("register-code"), select), stack: new Listing(byId("stack-code"), select) };
const tree = new TreeView(byId("tree"), select);
const limits = new Limits(byId("limits"), run);
const stepper = new Stepper(byId("stepper"), markStep);
let places = new Places({});
/** What runs and looks are for: older answers are dropped. */
let version = 0;
/** The version that has run last. */
let ranLast = 0;
let timer;

const options = () => ({ kind: byId("typescript").checked ? "ts" : "js" });

function changed() {
  version++;
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

/** Looks at the text: errors, tree and code. */
async function look() {
  const [asked, { text }] = [version, editor];
  let answer;
  try {
    answer = await looker.ask("look", options(), text);
  } catch (error) {
    if (asked !== version) return;
    tell(error.message, true);
    answer = { omitted: "the engine has not looked at this program" };
  }
  if (asked !== version) return;
  places = new Places(answer);
  listings.register.show(places.listings.register, answer.omitted);
  listings.stack.show(places.listings.stack, answer.omitted);
  tree.show(places.tree, answer.treeCut, answer.omitted);
  showErrors(answer.error ? [answer.error] : []);
  stepper.show({});
  markCursor(editor.cursor);
  document.body.dataset.looked = asked;
}

/** Runs the program, and shows what it did. */
async function run() {
  clearTimeout(timer);
  version++;
  if (runner.isBusy) runner.stop("");
  const [asked, { text }] = [version, editor];
  ranLast = asked;
  byId("stop").disabled = false;
  tell("running …");
  const asking = runner.ask("run", { ...options(), ...limits.values }, text);
  let answer;
  try {
    [answer] = await Promise.all([asking, look()]);
  } catch (error) {
    if (error.message) tell(error.message, true);
    return;
  } finally {
    byId("stop").disabled = !runner.isBusy;
  }
  if (asked !== version) {
    if (asked === ranLast) tell("the program has changed since it was run");
    return;
  }
  showConsole(answer);
  showErrors([answer.error, ...(answer.rejections ?? [])].filter(Boolean));
  const traces = (answer.traces ?? []).map((trace) => new Trace(trace, places.listings[trace.machine], text));
  stepper.show(Object.fromEntries(traces.map((trace) => [trace.machine, trace])), answer.untraced);
  tell(summary(answer), answer.error !== undefined && answer.error !== null);
  document.body.dataset.ran = asked;
}

function summary({ error, stats, value }) {
  const ended = error ? `ended by ${error.kind === "limit" ? "a limit" : "an error"}` : "ran to its end";
  if (!stats) return "not run: the program has an error";
  const parts = [`${stats.fuel.toLocaleString("en")} units of fuel`, `${Math.ceil(stats.peak / 1024).toLocaleString("en")} KB at most`, counted(stats.records, "record"), counted(stats.collections, "collection")];
  return `${ended}: ${parts.join(", ")}${value ? `; value ${value.slice(0, 100)}` : ""}`;
}

const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

function showConsole({ console: messages = [], consoleCut, value }) {
  const lines = messages.map(([level, text]) => make("pre", { class: level }, text));
  if (consoleCut) lines.push(make("p", { class: "none" }, "… the rest of the output is not shown"));
  if (value) lines.push(make("pre", { class: "value" }, `⇒ ${value}`));
  byId("console").replaceChildren(...(lines.length > 0 ? lines : [make("p", { class: "none" }, "nothing was printed")]));
}

function showErrors(errors) {
  const { text } = editor;
  byId("errors").replaceChildren(...drawErrors(errors, (line, column) => select(placeOf(text, line, column))));
  const place = errors.find(({ place: it }) => it?.source.startsWith("program."))?.place;
  const start = place && placeOf(text, place.line, place.column);
  editor.mark("at-error", start, start + 1);
}

function tell(text, isWrong = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("wrong", isWrong);
}

/** Goes to a place that was clicked in a listing. */
function select(start, end) {
  editor.select(start, end);
  markCursor(start);
}

/** Marks what the cursor is at: text, tree, and the code of both machines. */
function markCursor(cursor) {
  const node = places.nodeAt(cursor);
  const [start, end] = node < 0 ? [] : places.span(node);
  editor.mark("at-cursor", start, end);
  tree.mark("at-cursor", node < 0 ? [] : [String(node)]);
  for (const [machine, listing] of Object.entries(listings)) {
    listing.mark("at-cursor", node < 0 ? [] : places.instructions(machine, start, end));
  }
}

/** Marks the current step, and draws what both machines find there. */
function markStep() {
  const steps = Object.fromEntries(["register", "stack"].map((machine) => [machine, stepper.stepOf(machine)]));
  for (const [machine, listing] of Object.entries(listings)) {
    const step = steps[machine] === undefined ? undefined : stepper.traces[machine].step(steps[machine]);
    listing.mark("at-step", step?.isMain ? [`${step.index}:${step.pc}`] : []);
  }
  const { register, stack } = stepper.traces;
  const none = (machine) => [make("p", { class: "empty" }, stepper.trace?.length ? `the ${machine} machine has no such step in its recording` : "Run the program to see its steps.")];
  byId("windows").replaceChildren(...(steps.register === undefined ? none("register") : drawWindows(register, steps.register, places.listings.register)));
  byId("stacks").replaceChildren(...(steps.stack === undefined ? none("stack") : drawStacks(stack, steps.stack)));
  // The innermost window is the last one.
  for (const wide of document.querySelectorAll("#windows .wide")) wide.scrollLeft = wide.scrollWidth;
  reveal(byId("windows"), document.querySelector("#windows .now.ends"));
  const offset = stepper.trace?.length ? stepper.trace.offset(stepper.at) : undefined;
  const node = offset === undefined ? -1 : places.nodeAt(offset);
  const [start, end] = offset === undefined ? [] : node < 0 ? [offset, offset + 1] : places.span(node);
  editor.mark("at-step", start, end, true);
  tree.mark("at-step", node < 0 ? [] : [String(node)]);
}

function load({ text, isTypeScript = false, limits: wanted = {} }, sentence) {
  editor.isTypeScript = byId("typescript").checked = isTypeScript;
  editor.text = text;
  limits.values = wanted;
  byId("sentence").replaceChildren(...(sentence ?? []));
  return run();
}

function showExample() {
  const example = EXAMPLES[byId("examples").value];
  if (!example) return;
  const quote = example.quote.replaceAll("``", "").replaceAll("**", "");
  const of = example.isOurs ? `${example.document}, ${example.section}` : `${example.document}, “${example.section}”`;
  return load(example, [example.isOurs ? quote : make("q", {}, quote), make("cite", {}, of)]);
}

async function share() {
  const fragment = await pack({ text: editor.text, isTypeScript: byId("typescript").checked, limits: limits.values });
  if (!fragment) return tell("the program is too long for an address", true);
  location.hash = shared = fragment;
  // Pages from a file, and some others, may not use the clipboard: the address bar has it.
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  tell("the address of the page now has the program");
}

/** Words for a fragment that `unpack` does not know. */
const UNREADABLE = "the address has no program that this page can read";

/** The fragment that the page itself has set. */
let shared;

async function loadShared() {
  if (location.hash === shared) return true;
  const { hash } = location;
  const settings = await unpack(hash);
  // Meanwhile the address may have become another one.
  if (hash !== location.hash) return true;
  if (!settings) return false;
  shared = hash;
  byId("examples").value = "";
  load(settings);
  return true;
}

byId("examples").append(make("option", { value: "" }, "(none)"), ...EXAMPLES.map(({ name }, at) => make("option", { value: at }, name)));
byId("examples").addEventListener("change", showExample);
byId("typescript").addEventListener("change", ({ target }) => {
  editor.isTypeScript = target.checked;
  editor.draw();
  run();
});
byId("run").addEventListener("click", run);
byId("stop").addEventListener("click", () => runner.stop("stopped"));
byId("share").addEventListener("click", share);
addEventListener("hashchange", async () => {
  if (location.hash && !(await loadShared())) tell(UNREADABLE, true);
});
addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  run();
});
if (!(await loadShared())) {
  byId("examples").value = "1";
  await showExample();
  if (location.hash) tell(UNREADABLE, true);
}
