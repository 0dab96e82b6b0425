// The bar that moves in the recorded steps: buttons, a slider, and the machine that leads.
import { make } from "./page.js";

const BUTTONS = [
  ["first", "|◀", "First step"], ["line-back", "◀◀", "Line before"], ["back", "◀", "Step back"], ["next", "▶", "Next step"],
  ["line-next", "▶▶", "Next line"], ["over", "Over", "To the next step that is not in a function that is called"],
  ["out", "Out", "To the next step of the caller"], ["last", "▶|", "Last step"],
];

export class Stepper {
  #buttons;
  #slider = make("input", { type: "range", id: "step", min: 0, max: 0, value: 0, "aria-label": "Step" });
  #count = make("output", { id: "step-count", for: "step" }, "no steps yet");
  #leads = make("select", { id: "leads" }, make("option", { value: "register" }, "register machine"), make("option", { value: "stack" }, "stack machine"));
  #cut = make("p", { id: "cut", class: "cut" });
  #moved;
  traces = {};
  at = 0;

  constructor(place, moved) {
    this.#moved = moved;
    this.#buttons = BUTTONS.map(([name, sign, title]) =>
      make("button", { id: `step-${name}`, title, "aria-label": title, disabled: true, onclick: () => this.#press(name) }, sign));
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.#leads.addEventListener("change", () => this.#change());
    place.append(make("div", { class: "buttons" }, ...this.#buttons), this.#slider, this.#count, make("label", {}, "by the ", this.#leads), this.#cut);
    place.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The machine whose steps are taken. */
  get leader() {
    return this.#leads.value;
  }

  get trace() {
    return this.traces[this.leader];
  }

  /** Shows new recordings, or none with the reason. */
  show(traces, reason) {
    this.traces = traces;
    this.at = 0;
    const { trace } = this;
    this.#slider.max = Math.max(0, (trace?.length ?? 0) - 1);
    this.#cut.textContent = reason ?? trace?.cut ?? "";
    this.go(0);
  }

  go(at) {
    const count = this.trace?.length ?? 0;
    this.at = Math.max(0, Math.min(at, count - 1));
    this.#slider.value = this.at;
    this.#slider.disabled = count === 0;
    for (const button of this.#buttons) button.disabled = count === 0;
    this.#count.textContent = count === 0 ? "no steps" : `step ${this.at + 1} of ${count}`;
    this.#moved();
  }

  /** The step of a machine that belongs to the current one, if it was recorded. */
  stepOf(machine) {
    const { trace } = this;
    if (!trace || trace.length === 0) return undefined;
    return machine === this.leader ? this.at : this.traces[machine]?.joined(trace, this.at);
  }

  #change() {
    const [other] = Object.keys(this.traces).filter((machine) => machine !== this.leader);
    const before = this.traces[other];
    const at = before && this.trace ? this.trace.joined(before, this.at) : 0;
    this.#slider.max = Math.max(0, (this.trace?.length ?? 0) - 1);
    this.#cut.textContent = this.trace?.cut ?? this.#cut.textContent;
    this.go(at ?? 0);
  }

  #press(name) {
    const { trace, at } = this;
    const depth = trace.step(at).depth;
    const places = {
      first: () => 0, last: () => trace.length - 1, back: () => at - 1, next: () => at + 1,
      "line-back": () => trace.otherLine(at, -1), "line-next": () => trace.otherLine(at, 1),
      over: () => trace.find(at, 1, (other) => other <= depth), out: () => trace.find(at, 1, (other) => other < depth),
    };
    this.go(places[name]());
  }

  /** Arrows step, with the shift key by lines; the slider and the list have their own. */
  #key(event) {
    if (event.target === this.#slider || event.target === this.#leads || !this.trace) return;
    const names = { ArrowRight: ["next", "line-next"], ArrowLeft: ["back", "line-back"], Home: ["first"], End: ["last"] }[event.key];
    if (!names) return;
    event.preventDefault();
    this.#press(event.shiftKey ? (names[1] ?? names[0]) : names[0]);
  }
}
