// Lines of a stream, with questions to wait for.
'use strict';

const readline = require('readline');
const { abortError } = require('internal/errors');

class Interface extends readline.Interface {
  question(query, options) {
    const { signal } = options ?? {};
    const aborted = () => abortError(signal);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const abort = () => {
        this.asked = undefined;
        reject(aborted());
      };
      signal?.addEventListener('abort', abort, { once: true });
      super.question(query, line => {
        signal?.removeEventListener('abort', abort);
        resolve(line);
      });
    });
  }
}

// Moves of the cursor that are written together.
class Readline {
  #stream;
  #waiting = [];
  #isAtOnce;
  constructor(stream, options) {
    this.#stream = stream;
    this.#isAtOnce = options?.autoCommit === true;
  }
  #add(move) {
    if (this.#isAtOnce) move(this.#stream);
    else this.#waiting.push(move);
    return this;
  }
  clearLine(direction) { return this.#add(stream => readline.clearLine(stream, direction)); }
  clearScreenDown() { return this.#add(stream => readline.clearScreenDown(stream)); }
  cursorTo(x, y) { return this.#add(stream => readline.cursorTo(stream, x, y)); }
  moveCursor(dx, dy) { return this.#add(stream => readline.moveCursor(stream, dx, dy)); }
  async commit() { for (const move of this.#waiting.splice(0)) move(this.#stream); }
  rollback() {
    this.#waiting = [];
    return this;
  }
}

exports.Interface = Interface;
exports.Readline = Readline;
exports.createInterface = function createInterface(input, output, completer, terminal) {
  return new Interface(typeof input?.on === 'function' ? { input, output, completer, terminal } : input);
};
