// Lines of a stream.
'use strict';

const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');
const { abortError, checkInteger, checkNumber, coded, invalidType, invalidValue, outOfRange } = require('internal/errors');
const { emitKeypressEvents } = require('internal/keypress');

// Where lines end. What comes soon after a return may be the rest of its end.
const ENDS = /\r?\n|\r(?!\n)/;
const LEAST_DELAY = 100;

class Interface extends EventEmitter {
  #rest = '';
  #decoder = new StringDecoder('utf8');
  #prompt; #asked; #before;
  #returned = 0;
  // On a terminal each key changes the line.
  #editor;
  constructor(options) {
    super();
    checkOptions(options);
    const { input, output, prompt = '> ', signal, crlfDelay, escapeCodeTimeout = 500, tabSize = 8 } = options;
    // A terminal whose lines the system edits gives whole ones, and shows them itself.
    const isCooked = input.fd === 0 && typeof input.setRawMode !== 'function', terminal = Boolean(options.terminal ?? (output?.isTTY && !isCooked));
    Object.assign(this, { input, output, closed: false, paused: false, terminal, line: '', cursor: 0, escapeCodeTimeout, tabSize });
    this.crlfDelay = crlfDelay ? Math.max(LEAST_DELAY, crlfDelay) : LEAST_DELAY;
    this.#prompt = prompt;
    if (signal !== undefined) {
      checkSignal(signal);
      const close = () => this.close();
      if (signal.aborted) process.nextTick(close);
      else {
        signal.addEventListener('abort', close, { once: true });
        this.once('close', () => signal.removeEventListener('abort', close));
      }
    }
    const listeners = {
      error: error => this.emit('error', error),
      end: () => {
        const rest = terminal ? this.line : this.#rest;
        if (rest !== '') this.emit('line', rest);
        this.#rest = '';
        this.close();
      },
    };
    if (terminal) this.#edit(options, listeners);
    else listeners.data = chunk => this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk));
    for (const name of Object.keys(listeners)) input.on(name, listeners[name]);
    // What comes later is for others.
    this.once('close', () => { for (const name of Object.keys(listeners)) input.removeListener(name, listeners[name]); });
    input.resume?.();
  }
  #edit(options, listeners) {
    const { LineEditor } = require('internal/line_editor'), { input, output } = this;
    this.#editor = new LineEditor(this, line => this.#tell(line), options);
    emitKeypressEvents(input, this);
    listeners.keypress = (text, key) => this.#editor.take(text, key);
    if (typeof input.setRawMode === 'function') {
      input.setRawMode(true);
      this.once('close', () => input.setRawMode(false));
    }
    const resized = () => this.#editor.refresh();
    output?.on?.('resize', resized);
    this.once('close', () => output?.removeListener?.('resize', resized));
  }
  get columns() { return this.output?.columns || Infinity; }
  getCursorPos() {
    const text = this.#prompt + this.line.slice(0, this.cursor);
    return require('internal/line_editor').placeOf(text, this.columns, this.tabSize);
  }
  clearLine() { this.#editor?.clear(); }
  #take(text) {
    if (this.#returned && Date.now() - this.#returned <= this.crlfDelay) {
      if (text.startsWith('\n')) text = text.slice(1);
      this.#returned = 0;
    }
    // Only what is new is looked through: a line can be long, and come by bytes.
    if (!ENDS.test(text)) return void (this.#rest += text);
    const parts = (this.#rest + text).split(ENDS);
    this.#returned = text.endsWith('\r') ? Date.now() : 0;
    this.#rest = parts.pop();
    for (const line of parts) this.#tell(line);
  }
  // Whoever has asked gets the line. Meanwhile the prompt is the question.
  get asked() { return this.#asked; }
  set asked(callback) {
    if (callback === undefined && this.#asked !== undefined) this.#prompt = this.#before;
    this.#asked = callback;
  }
  #tell(line) {
    const asked = this.asked;
    this.asked = undefined;
    if (asked) asked(line);
    else this.emit('line', line);
  }
  setPrompt(prompt) { this.#prompt = prompt; }
  getPrompt() { return this.#prompt; }
  prompt(keepsCursor) {
    if (this.paused) this.resume();
    if (!this.#editor) return void this.output?.write(this.#prompt);
    if (!keepsCursor) this.cursor = 0;
    this.#editor.refresh();
  }
  question(query, options, callback = options) {
    if (this.closed) throw coded(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
    const signal = typeof options === 'object' ? options?.signal : undefined;
    if (signal !== undefined && signal !== null) {
      checkSignal(signal);
      if (signal.aborted) return;
      const forget = () => { if (this.asked === told) this.asked = undefined; }, answered = callback;
      const told = line => {
        signal.removeEventListener('abort', forget);
        answered(line);
      };
      signal.addEventListener('abort', forget, { once: true });
      callback = told;
    }
    if (this.asked !== undefined) return this.prompt();
    this.#before = this.#prompt;
    this.#prompt = query;
    this.asked = callback;
    this.prompt();
  }
  write(text, key) {
    if (this.paused) this.resume();
    if (this.#editor) this.#editor.take(text, key);
    else this.#take(String(text));
  }
  pause() {
    if (this.paused) return this;
    this.input.pause?.();
    this.paused = true;
    this.emit('pause');
    return this;
  }
  resume() {
    if (!this.paused) return this;
    this.input.resume?.();
    this.paused = false;
    this.emit('resume');
    return this;
  }
  close() {
    if (this.closed) return;
    this.pause();
    this.closed = true;
    this.emit('close');
  }
  [Symbol.dispose]() { this.close(); }
  // Lines from now on. Who stops asking for them closes the interface.
  [Symbol.asyncIterator]() {
    const lines = EventEmitter.on(this, 'line', { close: ['close'], highWaterMark: 1024 });
    if (this.closed) lines.return();
    const close = () => this.close();
    return (async function* () {
      try {
        for await (const [line] of lines) yield line;
      } finally {
        close();
      }
    })();
  }
}
function checkOptions({ completer, history, historySize, tabSize, escapeCodeTimeout }) {
  if (completer !== undefined && typeof completer !== 'function') throw invalidValue('completer', completer);
  if (history !== undefined && !Array.isArray(history)) throw invalidType('history', 'an instance of Array', history);
  if (historySize !== undefined) checkNumber(historySize, 'historySize');
  if (historySize !== undefined && !(historySize >= 0)) throw outOfRange('historySize', '>= 0', historySize);
  if (tabSize !== undefined) checkInteger(tabSize, 'tabSize', 1, 2 ** 32 - 1);
  if (escapeCodeTimeout !== undefined && !Number.isFinite(escapeCodeTimeout)) throw invalidValue('input.escapeCodeTimeout', escapeCodeTimeout);
}
function checkSignal(signal) {
  if (typeof signal !== 'object' || signal === null || !('aborted' in signal)) throw invalidType('options.signal', 'an instance of AbortSignal', signal);
}
// A promise of an answer.
Object.defineProperty(Interface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), {
  value(query, options) {
    const { signal } = options ?? {};
    if (signal?.aborted) return Promise.reject(abortError(signal));
    return new Promise((resolve, reject) => {
      const abort = () => reject(abortError(signal));
      signal?.addEventListener('abort', abort, { once: true });
      this.question(query, options ?? {}, answer => {
        signal?.removeEventListener('abort', abort);
        resolve(answer);
      });
    });
  },
});

exports.Interface = Interface;
exports.createInterface = function createInterface(input, output, completer, terminal) {
  return new Interface(typeof input?.on === 'function' ? { input, output, completer, terminal } : input);
};
exports.clearLine = function clearLine(stream, direction, callback) {
  stream?.write(direction < 0 ? '\x1b[1K' : direction > 0 ? '\x1b[0K' : '\x1b[2K');
  callback?.();
  return true;
};
exports.clearScreenDown = function clearScreenDown(stream, callback) { stream?.write('\x1b[0J'); callback?.(); return true; };
exports.cursorTo = function cursorTo(stream, x, y, callback) {
  stream?.write(typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`);
  if (typeof y === 'function') y();
  else callback?.();
  return true;
};
exports.moveCursor = function moveCursor(stream, dx, dy, callback) {
  const part = (count, more, less) => (count ? `\x1b[${Math.abs(count)}${count > 0 ? more : less}` : '');
  stream?.write(part(dx, 'C', 'D') + part(dy, 'B', 'A'));
  callback?.();
  return true;
};
exports.emitKeypressEvents = emitKeypressEvents;
Object.defineProperty(exports, 'promises', { get: () => require('readline/promises'), enumerable: true, configurable: true });
