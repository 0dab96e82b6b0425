// Lines of a stream.
'use strict';

const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');
const { coded } = require('internal/errors');

class Interface extends EventEmitter {
  #rest = '';
  #decoder = new StringDecoder('utf8');
  #prompt;
  constructor({ input, output, prompt = '> ' }) {
    super();
    Object.assign(this, { input, output, closed: false, terminal: false, line: '' });
    this.#prompt = prompt;
    input.on('data', chunk => this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk)));
    input.on('end', () => {
      if (this.#rest !== '') this.#tell(this.#rest.replace(/\r$/, ''));
      this.#rest = '';
      this.close();
    });
    input.on('error', error => this.emit('error', error));
    input.resume?.();
  }
  #take(text) {
    const parts = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = parts.pop();
    for (const line of parts) this.#tell(line);
  }
  #tell(line) {
    if (this.closed) return;
    const asked = this.asked;
    this.asked = undefined;
    if (asked) asked(line);
    else this.emit('line', line);
  }
  setPrompt(prompt) { this.#prompt = prompt; }
  getPrompt() { return this.#prompt; }
  prompt() { this.output?.write(this.#prompt); }
  question(query, options, callback = options) {
    if (this.closed) throw coded(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
    this.output?.write(query);
    this.asked = callback;
  }
  write(text) { this.#take(String(text)); }
  pause() { this.input.pause?.(); this.emit('pause'); return this; }
  resume() { this.input.resume?.(); this.emit('resume'); return this; }
  close() {
    if (this.closed) return;
    this.closed = true;
    this.input.pause?.();
    this.emit('close');
  }
  async *[Symbol.asyncIterator]() {
    const lines = [];
    let wake = () => {}, isOver = this.closed;
    this.on('line', line => { lines.push(line); wake(); });
    this.on('close', () => { isOver = true; wake(); });
    for (;;) {
      if (lines.length > 0) yield lines.shift();
      else if (isOver) return;
      else await new Promise(resolve => { wake = resolve; });
    }
  }
}

exports.Interface = Interface;
exports.createInterface = function createInterface(input, output) {
  return new Interface(typeof input?.on === 'function' ? { input, output } : input);
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
exports.emitKeypressEvents = function emitKeypressEvents() {};
