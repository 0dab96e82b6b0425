// The limits of a run, each a slider over round numbers.
import { make } from "./page.js";

const MEGABYTE = 2 ** 20;

/** 1, 2, 5, 10, … from one number to another. */
function round(from, to) {
  const numbers = [];
  for (let ten = from; ten <= to; ten *= 10) numbers.push(...[1, 2, 5].map((digit) => digit * ten).filter((number) => number <= to));
  return numbers;
}

const shortly = (number) => (number >= 1e9 ? `${number / 1e9} G` : number >= 1e6 ? `${number / 1e6} M` : number >= 1e3 ? `${number / 1e3} k` : `${number}`);

const LIMITS = [
  { name: "fuel", title: "Fuel", values: round(100, 1e9), usual: 1e7, shown: (value) => `${shortly(value)} units`, help: "Units of work, about one for each instruction" },
  {
    name: "memory", title: "Memory", values: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((count) => count * MEGABYTE), usual: 64 * MEGABYTE,
    shown: (value) => `${value / MEGABYTE} MB`, help: "Bytes that the program may hold",
  },
  { name: "depth", title: "Depth", values: round(100, 1e6), usual: 1e5, shown: (value) => `${shortly(value)} values`, help: "Values in registers of nested calls" },
];

export class Limits {
  #sliders = new Map();

  constructor(place, changed) {
    for (const { name, title, values, usual, shown, help } of LIMITS) {
      const output = make("output", { for: `limit-${name}` });
      const slider = make("input", { type: "range", id: `limit-${name}`, min: 0, max: values.length - 1, title: help });
      const tell = () => {
        output.textContent = shown(values[slider.value]);
        slider.setAttribute("aria-valuetext", output.textContent);
      };
      slider.addEventListener("input", tell);
      slider.addEventListener("change", changed);
      this.#sliders.set(name, { slider, values, tell, usual });
      place.append(make("label", {}, `${title} `, slider, output));
    }
    this.values = {};
  }

  get values() {
    return Object.fromEntries([...this.#sliders].map(([name, { slider, values }]) => [name, values[slider.value]]));
  }

  /** Sets limits; those that are missing, or that no slider has, are the usual ones. */
  set values(wanted) {
    for (const [name, { slider, values, tell, usual }] of this.#sliders) {
      const at = values.indexOf(wanted[name]);
      slider.value = at >= 0 ? at : values.indexOf(usual);
      tell();
    }
  }
}
