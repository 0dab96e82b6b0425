// Keys of a terminal: what ECMA-48 and the terminals of Linux send for them, with the names that Node has.
'use strict';

const { StringDecoder } = require('string_decoder');
const { clearTimeout, setTimeout } = require('internal/real_timers');

const ESCAPE = '\x1b', PATIENCE = 500;
const LETTERS = {
  A: 'up', B: 'down', C: 'right', D: 'left', E: 'clear', F: 'end', H: 'home', P: 'f1', Q: 'f2', R: 'f3', S: 'f4',
  a: 'up', b: 'down', c: 'right', d: 'left', e: 'clear',
};
const NUMBERS = {
  1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end', 11: 'f1', 12: 'f2', 13: 'f3', 14: 'f4',
  15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11', 24: 'f12', 200: 'paste-start', 201: 'paste-end',
};
const LINUX = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5', '5~': 'pageup', '6~': 'pagedown' };

// The name of a code like `OA`, `[1~` or `[[A`. Some terminals say by small letters and other ends which keys were held, too.
function nameOf(code, key) {
  if (code.startsWith('[[')) return LINUX[code.slice(2)];
  const number = /^\[(\d+)(~)$/.exec(code) ?? /^\[([235-8])([$^])$/.exec(code);
  if (number) {
    const [, digits, end] = number;
    if (end === '$') key.shift = true;
    if (end === '^') key.ctrl = true;
    return NUMBERS[digits];
  }
  const letter = code[1];
  if (code.length !== 2) return undefined;
  if (letter === 'Z' && code[0] === '[') {
    key.shift = true;
    return 'tab';
  }
  if (/[a-e]/.test(letter)) key[code[0] === '[' ? 'shift' : 'ctrl'] = true;
  return LETTERS[letter];
}

// Gets characters one by one, and an empty one where an escape stays alone. Tells of each key.
function* keysOf(stream) {
  for (;;) {
    let character = yield, text = character, isEscaped = false;
    const key = { sequence: null, name: undefined, ctrl: false, meta: false, shift: false };
    const isDigit = () => character >= '0' && character <= '9';
    if (character === ESCAPE) {
      isEscaped = true;
      text += character = yield;
      if (character === ESCAPE) text += character = yield;
    }
    if (isEscaped && (character === 'O' || character === '[')) {
      let code = character, held = 0;
      text += character = yield;
      if (code === 'O') {
        if (isDigit()) {
          held = Number(character) - 1;
          text += character = yield;
        }
        code += character;
      } else {
        if (character === '[') {
          code += character;
          text += character = yield;
        }
        const start = text.length - character.length;
        for (let count = 0; count < 3 && isDigit(); count++) text += character = yield;
        if (character === ';') {
          text += character = yield;
          if (isDigit()) text += character = yield;
        }
        const [, number, by, end, three, , letterBy, letter] = /^(?:(\d\d?)(?:;(\d))?([~^$])|(\d{3}~)|((?:\d;)?(\d))?([A-Za-z]))$/.exec(text.slice(start)) ?? [];
        code += three ?? letter ?? (number === undefined ? text.slice(start) : number + end);
        held = Number((number === undefined ? letterBy : by) ?? 1) - 1;
      }
      Object.assign(key, { ctrl: (held & 4) !== 0, meta: (held & 10) !== 0, shift: (held & 1) !== 0, code });
      key.name = nameOf(code, key) ?? 'undefined';
    } else if (character === '\r') Object.assign(key, { name: 'return', meta: isEscaped });
    else if (character === '\n') Object.assign(key, { name: 'enter', meta: isEscaped });
    else if (character === '\t') Object.assign(key, { name: 'tab', meta: isEscaped });
    else if (character === '\b' || character === '\x7f') Object.assign(key, { name: 'backspace', meta: isEscaped });
    else if (character === ESCAPE) Object.assign(key, { name: 'escape', meta: isEscaped });
    else if (character === ' ') Object.assign(key, { name: 'space', meta: isEscaped });
    else if (!isEscaped && character <= '\x1a') Object.assign(key, { name: String.fromCharCode(character.charCodeAt(0) + 96), ctrl: true });
    else if (/^[0-9A-Za-z]$/.test(character)) {
      Object.assign(key, { name: character.toLowerCase(), shift: /^[A-Z]$/.test(character), meta: isEscaped });
    } else if (isEscaped) Object.assign(key, { name: character.length > 0 ? undefined : 'escape', meta: true });
    key.sequence = text;
    if (text !== '' && (key.name !== undefined || isEscaped)) stream.emit('keypress', isEscaped ? undefined : text, key);
    else if (Array.from(text).length === 1) stream.emit('keypress', text, key);
  }
}

// Streams that tell of keys already.
const telling = new WeakSet();
exports.emitKeypressEvents = function emitKeypressEvents(stream, face = {}) {
  if (telling.has(stream)) return;
  telling.add(stream);
  const decoder = new StringDecoder('utf8');
  let keys, timer;
  function restart() {
    keys = keysOf(stream);
    keys.next();
  }
  restart();
  function press(character) {
    try {
      keys.next(character);
    } catch (error) {
      // Keys go on after what a listener throws.
      restart();
      throw error;
    }
  }
  function take(chunk) {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', take);
      stream.on('newListener', begin);
      return;
    }
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk);
    clearTimeout(timer);
    // What is pasted is not completed.
    let length = 0;
    for (const character of text) {
      length += character.length;
      face.isCompletionEnabled = length === text.length;
      press(character);
    }
    // The rest of a key comes at once.
    if (text.endsWith(ESCAPE)) timer = setTimeout(() => press(''), face.escapeCodeTimeout ?? PATIENCE);
  }
  function begin(name) {
    if (name !== 'keypress') return;
    stream.on('data', take);
    stream.removeListener('newListener', begin);
  }
  if (stream.listenerCount('keypress') > 0) stream.on('data', take);
  else stream.on('newListener', begin);
};
