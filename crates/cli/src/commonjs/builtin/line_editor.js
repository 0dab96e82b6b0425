// The line of an interface of `readline` on a terminal: what each key does to it, and how it is shown.
'use strict';

const { inspect, stripVTControlCharacters } = require('util');

const ENDS = /\r\n|\n|\r/, MOST_KILLED = 32, MOST_KEPT = 2048;
// Words behind the cursor, in reversed text, and before it.
const WORD_LEFT = /^\s*(?:[^\w\s]+|\w+)?/, WORD_RIGHT = /^(?:\s+|[^\w\s]+|\w+)\s*/, KILLED_RIGHT = /^(?:\s+|\W+|\w+)\s*/;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const WIDE = /^[\u1100-\u115f\u231a-\u231b\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;
const widthOf = character => (WIDE.test(character) ? 2 : NO_WIDTH.test(character) ? 0 : 1);
const textWidth = text => Array.from(text).reduce((width, character) => width + widthOf(character), 0);

// Where a text ends that begins at the left border.
exports.placeOf = function placeOf(text, columns, tab) {
  let offset = 0, rows = 0;
  for (const character of stripVTControlCharacters(text)) {
    if (character === '\n') {
      rows += Math.ceil(offset / columns) || 1;
      offset = 0;
    } else if (character === '\t') offset += tab - offset % tab;
    else {
      const width = widthOf(character);
      // What is wide does not begin in the last column.
      if (width === 2 && (offset + 1) % columns === 0) offset++;
      offset += width;
    }
  }
  const cols = offset % columns;
  return { cols, rows: rows + (offset - cols) / columns };
};

const isLow = text => text >= '\udc00' && text <= '\udfff', isHigh = text => text >= '\ud800' && text <= '\udbff';
// Units of the character before a place, and at it.
const sizeBefore = (text, at) => (at <= 0 ? 0 : at > 1 && isLow(text[at - 1]) && isHigh(text[at - 2]) ? 2 : 1);
const sizeAt = (text, at) => (at >= text.length ? 1 : text.codePointAt(at) > 0xffff ? 2 : 1);
const reversed = text => Array.from(text).reverse().join('');

function commonStart(texts) {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const text of others) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

// `face` is the interface: its `line`, `cursor` and `history` are what programs see, and may change. `tell` gets a line that is complete.
exports.LineEditor = class LineEditor {
  #face; #tell; #options; #readline;
  #rows = 0;
  #killed = [];
  // Which of them was put back last, and whether that was just now.
  #recalled = 0;
  #isRecalled = false;
  // The line before each change, and after those that were undone.
  #past = [];
  #future = [];
  #place = -1;
  #search = null;
  #returned = 0;
  #before;
  constructor(face, tell, { history = [], historySize = 30, removeHistoryDuplicates = false, completer }) {
    this.#face = face;
    this.#tell = tell;
    this.#options = { historySize, removeHistoryDuplicates };
    // It is there only when this is made.
    this.#readline = require('readline');
    Object.assign(face, { history, historySize, historyIndex: -1, completer });
  }
  refresh() {
    const { output, line } = this.#face, shown = this.#face.getPrompt() + line, { cols, rows } = this.#placeOf(shown), at = this.#face.getCursorPos();
    if (!output) return;
    if (this.#rows > 0) this.#readline.moveCursor(output, 0, -this.#rows);
    this.#readline.cursorTo(output, 0);
    this.#readline.clearScreenDown(output);
    output.write(cols === 0 ? `${shown} ` : shown);
    this.#readline.cursorTo(output, at.cols);
    if (rows > at.rows) this.#readline.moveCursor(output, 0, at.rows - rows);
    this.#rows = at.rows;
  }
  #placeOf(text) { return exports.placeOf(text, this.#face.columns, this.#face.tabSize); }
  // Puts another text into the line, and the cursor there.
  #set(line, cursor) {
    this.#face.line = line;
    this.#face.cursor = cursor;
    this.refresh();
  }
  #move(by) {
    const face = this.#face;
    if (by === 0) return;
    const before = face.getCursorPos();
    face.cursor = Math.max(0, Math.min(face.cursor + by, face.line.length));
    const after = face.getCursorPos();
    if (before.rows !== after.rows) return this.refresh();
    if (face.output && before.cols !== after.cols) this.#readline.moveCursor(face.output, after.cols - before.cols, 0);
  }
  insert(text) {
    const face = this.#face, { line, cursor } = face;
    this.#keep();
    if (cursor < line.length) return this.#set(line.slice(0, cursor) + text + line.slice(cursor), cursor + text.length);
    // What is pasted is shown as it comes.
    const isTyped = face.isCompletionEnabled !== false, { rows } = isTyped ? face.getCursorPos() : {};
    face.line += text;
    face.cursor += text.length;
    if (isTyped && face.getCursorPos().rows > rows) return this.refresh();
    face.output?.write(text);
  }
  // Remembers the line before a change.
  #keep() {
    const { line, cursor } = this.#face;
    if (this.#past.push({ line, cursor }) > MOST_KEPT) this.#past.shift();
  }
  // Goes to the line that comes first in one direction, from which the other leads back.
  #return(from, to) {
    const found = from.pop(), { line, cursor } = this.#face;
    if (found === undefined) return;
    to.push({ line, cursor });
    this.#set(found.line, found.cursor);
  }
  // Takes the part between two places out.
  #cut(from, to, isKept) {
    const { line } = this.#face, text = line.slice(from, to);
    this.#keep();
    if (isKept && text !== '' && text !== this.#killed[0]) {
      this.#killed.unshift(text);
      this.#killed.length = Math.min(this.#killed.length, MOST_KILLED);
      this.#recalled = 0;
    }
    this.#set(line.slice(0, from) + line.slice(to), from);
  }
  #cutLeft() {
    const { line, cursor } = this.#face;
    if (cursor > 0) this.#cut(cursor - sizeBefore(line, cursor), cursor);
  }
  #cutRight() {
    const { line, cursor } = this.#face;
    if (cursor < line.length) this.#cut(cursor, cursor + sizeAt(line, cursor));
  }
  #wordLeft() {
    const { line, cursor } = this.#face;
    return WORD_LEFT.exec(reversed(line.slice(0, cursor)))[0].length;
  }
  #right(word) {
    const { line, cursor } = this.#face;
    return word.exec(line.slice(cursor))?.[0].length ?? 0;
  }
  #cutWordLeft() {
    const { cursor } = this.#face;
    if (cursor > 0) this.#cut(cursor - this.#wordLeft(), cursor);
  }
  #cutWordRight() {
    const { line, cursor } = this.#face;
    if (cursor < line.length) this.#cut(cursor, cursor + this.#right(KILLED_RIGHT));
  }
  clear() {
    this.#move(Infinity);
    this.#face.output?.write('\r\n');
    Object.assign(this.#face, { line: '', cursor: 0 });
    this.#rows = 0;
  }
  #enter() {
    const line = this.#remembered();
    this.#past = [];
    this.#future = [];
    this.clear();
    this.#tell(line);
  }
  #remembered() {
    const face = this.#face, { line, history } = face, { historySize, removeHistoryDuplicates } = this.#options;
    if (line.trim() === '' || historySize === 0) return line;
    if (history[0] !== line) {
      if (removeHistoryDuplicates && history.includes(line)) history.splice(history.indexOf(line), 1);
      history.unshift(line);
      if (history.length > historySize) history.pop();
    }
    this.#place = -1;
    const first = history[0];
    face.emit('history', history);
    return first;
  }
  // Goes to the next line of the history that begins as this one did, in one direction.
  #recall(by) {
    const { history, line } = this.#face, start = this.#search ?? '';
    if (by > 0 ? this.#place >= history.length || history.length === 0 : this.#place < 0) return;
    this.#keep();
    let at = this.#place + by;
    while (at >= 0 && at < history.length && (!history[at].startsWith(start) || history[at] === line)) at += by;
    this.#place = at;
    const found = history[at] ?? start;
    this.#set(found, found.length);
  }
  #complete(isAgain) {
    const face = this.#face, { completer } = face, start = face.line.slice(0, face.cursor);
    face.pause();
    const told = (error, found) => {
      face.resume();
      if (error) return void face.output?.write(`Tab completion error: ${inspect(error)}`);
      if (found && found[0].length > 0) this.#offer(found, isAgain);
    };
    if (completer.length === 2) return void completer.call(face, start, told);
    let found;
    try {
      found = completer.call(face, start);
    } catch (error) {
      return void told(error);
    }
    if (typeof found?.then === 'function') found.then(found => told(null, found), told);
    else told(null, found);
  }
  #offer([all, start], isAgain) {
    const { line, cursor, columns, output } = this.#face, common = commonStart(all.filter(text => text !== ''));
    if (common.startsWith(start) && common.length > start.length) return this.insert(common.slice(start.length));
    if (!start.startsWith(common)) {
      this.#keep();
      return this.#set(line.slice(0, cursor - start.length) + common + line.slice(cursor), cursor - start.length + common.length);
    }
    if (!isAgain) return;
    const width = Math.max(...all.map(textWidth)) + 2, most = columns === Infinity ? 1 : Math.floor(columns / width) || 1;
    let shown = '\r\n', count = 0, gap = 0;
    for (const text of all) {
      if (text === '' || count === most) [shown, count, gap] = [`${shown}\r\n`, 0, 0];
      else shown += ' '.repeat(gap);
      if (text === '') shown += '\r\n';
      else [shown, count, gap] = [shown + text, count + 1, width - textWidth(text)];
    }
    output?.write(count === 0 ? shown : `${shown}\r\n\r\n`);
    this.refresh();
  }
  // What a key does that is held with others.
  #held = {
    'ctrl+shift+backspace': () => this.#cut(0, this.#face.cursor, true),
    'ctrl+shift+delete': () => this.#cut(this.#face.cursor, this.#face.line.length, true),
    'ctrl+c': () => { if (!this.#face.emit('SIGINT')) this.#face.close(); },
    'ctrl+h': () => this.#cutLeft(),
    'ctrl+d': () => {
      if (this.#face.line === '') this.#face.close();
      else this.#cutRight();
    },
    'ctrl+u': () => this.#cut(0, this.#face.cursor, true),
    'ctrl+k': () => this.#cut(this.#face.cursor, this.#face.line.length, true),
    'ctrl+a': () => this.#move(-Infinity),
    'ctrl+e': () => this.#move(Infinity),
    'ctrl+b': () => this.#move(-sizeBefore(this.#face.line, this.#face.cursor)),
    'ctrl+f': () => this.#move(sizeAt(this.#face.line, this.#face.cursor)),
    'ctrl+l': () => {
      this.#readline.cursorTo(this.#face.output, 0, 0);
      this.#readline.clearScreenDown(this.#face.output);
      this.refresh();
    },
    'ctrl+n': () => this.#recall(-1),
    'ctrl+p': () => this.#recall(1),
    'ctrl+y': () => {
      if (this.#killed.length === 0) return;
      this.#isRecalled = true;
      this.insert(this.#killed[this.#recalled]);
    },
    'ctrl+z': () => { this.#face.emit('SIGTSTP'); },
    'ctrl+w': () => this.#cutWordLeft(),
    'ctrl+backspace': () => this.#cutWordLeft(),
    'ctrl+delete': () => this.#cutWordRight(),
    'ctrl+left': () => this.#move(-this.#wordLeft()),
    'ctrl+right': () => this.#move(this.#right(WORD_RIGHT)),
    'meta+b': () => this.#move(-this.#wordLeft()),
    'meta+f': () => this.#move(this.#right(WORD_RIGHT)),
    'meta+y': () => {
      if (!this.#isRecalled || this.#killed.length < 2) return;
      const { line, cursor } = this.#face, start = line.slice(0, cursor - this.#killed[this.#recalled].length);
      this.#recalled = (this.#recalled + 1) % this.#killed.length;
      const next = start + this.#killed[this.#recalled];
      this.#set(next + line.slice(cursor), next.length);
    },
    'meta+d': () => this.#cutWordRight(),
    'meta+delete': () => this.#cutWordRight(),
    'meta+backspace': () => this.#cutWordLeft(),
  };
  // What a key does alone.
  #alone = {
    return: () => {
      this.#returned = Date.now();
      this.#enter();
    },
    enter: () => {
      const isRest = this.#returned !== 0 && Date.now() - this.#returned <= this.#face.crlfDelay;
      this.#returned = 0;
      if (!isRest) this.#enter();
    },
    backspace: () => this.#cutLeft(),
    delete: () => this.#cutRight(),
    left: () => this.#move(-sizeBefore(this.#face.line, this.#face.cursor)),
    right: () => this.#move(sizeAt(this.#face.line, this.#face.cursor)),
    home: () => this.#move(-Infinity),
    end: () => this.#move(Infinity),
    up: () => this.#recall(1),
    down: () => this.#recall(-1),
  };
  take(text, key) {
    const { sequence, name, ctrl, meta, shift } = key ?? {}, isAgain = this.#before === 'tab', face = this.#face;
    this.#before = name;
    if ((name === 'up' || name === 'down') && !ctrl && !meta && !shift) this.#search ??= face.line.slice(0, face.cursor);
    else if (this.#search !== null) {
      this.#search = null;
      if (this.#place === face.history.length) this.#place = -1;
    }
    if (name === 'escape') return;
    if (!(ctrl || meta) || name !== 'y') this.#isRecalled = false;
    if (sequence === '\x1f') return this.#return(this.#past, this.#future);
    if (sequence === '\x1e') return this.#return(this.#future, this.#past);
    if (ctrl || meta) {
      const known = `${ctrl ? 'ctrl' : 'meta'}${ctrl && shift ? '+shift' : ''}+${name}`;
      return void (Object.hasOwn(this.#held, known) ? this.#held[known] : () => {})();
    }
    if (name !== 'enter' && name !== 'return') this.#returned = 0;
    if (Object.hasOwn(this.#alone, name ?? '')) return void this.#alone[name]();
    if (name === 'tab' && typeof face.completer === 'function' && face.isCompletionEnabled !== false) return this.#complete(isAgain);
    if (typeof text !== 'string' || text === '') return;
    const [first, ...lines] = text.split(ENDS);
    this.insert(first);
    for (const line of lines) {
      this.#enter();
      this.insert(line);
    }
  }
};
