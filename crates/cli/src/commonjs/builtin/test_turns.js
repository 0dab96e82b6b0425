// Whose turn it is among the tests of one test or suite, and in which order what happens in them is told.
'use strict';

const { checkInteger, invalidType } = require('internal/errors');

// How many tests within a test or suite run at once. Without the option it is as around it.
function concurrencyOf(given, around) {
  if (given === undefined || given === null) return around;
  if (typeof given === 'boolean') return given ? Infinity : 1;
  if (typeof given !== 'number') throw invalidType('options.concurrency', 'one of type boolean or number', given);
  checkInteger(given, 'options.concurrency', 1, 2 ** 32 - 1);
  return given;
}

// Makes the function that tells what happens in a test. What happens in one that began while an earlier one of its siblings runs
// is held until that has ended, so reports are in order.
const teller = (tell) => (entry, event) => {
  let at = entry;
  while (at && !at.held) at = at.parent;
  if (at) at.held.push(event);
  else tell(event);
};

// Tells what was held of a test.
function release(entry, say) {
  const { held, parent } = entry;
  entry.held = undefined;
  for (const event of held ?? []) say(parent, event);
}

class Turns {
  #most;
  #run;
  #say;
  #running = 0;
  #waiting = [];
  // Those that are not told as a whole, in order, and those of them that are over.
  #untold = [];
  #over = new Set();
  #last = Promise.resolve();

  // Runs at most `most` of what is added at once, each by `run`.
  constructor(most, run, say) {
    this.#most = most;
    this.#run = run;
    this.#say = say;
  }

  // The promise is settled when the test is over.
  add(entry) {
    const { promise, resolve } = Promise.withResolvers();
    this.#untold.push(entry);
    this.#waiting.push({ entry, resolve });
    this.#last = Promise.all([this.#last, promise]);
    this.#next();
    return promise;
  }

  // Waits until all are over, those too that are added meanwhile.
  async end() {
    let last;
    do {
      last = this.#last;
      await last;
    } while (last !== this.#last);
  }

  #next() {
    while (this.#running < this.#most && this.#waiting.length > 0) this.#begin(this.#waiting.shift());
  }

  async #begin({ entry, resolve }) {
    this.#running++;
    if (this.#untold[0] !== entry) entry.held = [];
    await null;
    await this.#run(entry);
    this.#running--;
    this.#over.add(entry);
    while (this.#over.delete(this.#untold[0])) {
      this.#untold.shift();
      if (this.#untold.length > 0) release(this.#untold[0], this.#say);
    }
    resolve();
    this.#next();
  }
}

module.exports = { Turns, concurrencyOf, release, teller };
