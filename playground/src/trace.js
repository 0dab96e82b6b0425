// Recorded steps of a machine: what each finds, the calls around it, the records that open and close.
// The rows are made in crates/playground/src/record.rs.

const [DEPTH, FUNCTION, PC, IS_MAIN, LINE, NAME, INSTRUCTION, CAUGHT, BASE, FIRST, SECOND, THIRD, AROUND] = Array(13).keys();

export class Trace {
  #rows;
  #texts;
  #offsets;
  /** Of each step, the numbers of the records that are open in its function. */
  #open = [];
  /** Records in the order of their closing: `{number, text, step, until}`. Those of a generator open again when it goes on. */
  #closed = [];
  /** Runs of steps in one line of one call. */
  #visits = [];
  #visitOf = [];
  #byKey = new Map();

  constructor({ machine, cut, texts, steps }, listing, text) {
    Object.assign(this, { machine, cut });
    this.#rows = steps;
    this.#texts = texts;
    this.#offsets = new Map(listing?.functions.map((it) => [it.index, it.instructions.map(([offset]) => offset)]));
    this.#note(lines(text));
  }

  get length() {
    return this.#rows.length;
  }

  /** A step: its place, its instruction, and the state that it finds. */
  step(at) {
    const row = this.#rows[at];
    const text = (index) => this.#texts[index];
    const step = {
      at, depth: row[DEPTH], index: row[FUNCTION], pc: row[PC], isMain: row[IS_MAIN] === 1, line: row[LINE], name: text(row[NAME]),
      instruction: text(row[INSTRUCTION]), caught: row[CAUGHT] < 0 ? undefined : text(row[CAUGHT]), offset: this.offset(at), base: row[BASE],
    };
    if (this.machine === "stack") {
      const [completion, location, enumeration] = row[THIRD].map(text);
      return { ...step, values: row[FIRST].map(text), blocks: row[SECOND].map(text), completion, location, enumeration };
    }
    const cells = [];
    for (let place = 0; place < row[FIRST].length; place += 3) {
      const [number, name, value] = row[FIRST].slice(place, place + 3);
      cells.push({ number, name: text(name), value: text(value) });
    }
    const numbers = this.#open[at];
    const records = recordsOf(row[SECOND]).map(({ shown, places }, index) => ({ number: numbers[index], text: text(shown), places }));
    const around = new Map();
    for (let place = 0; place < row[AROUND].length; place += 2) around.set(row[AROUND][place], text(row[AROUND][place + 1]));
    return { ...step, cells, records, catchers: row[THIRD], around };
  }

  /** The place of a step in the text, if it is in the program itself. */
  offset(at) {
    const row = this.#rows[at];
    return row[IS_MAIN] === 1 ? this.#offsets.get(row[FUNCTION])?.[row[PC]] : undefined;
  }

  /** The steps in which the calls around a step are, outermost first, itself last. */
  frames(at) {
    const frames = [at];
    let depth = this.#rows[at][DEPTH];
    for (let before = at - 1; before >= 0 && depth > 1; before--) {
      if (this.#rows[before][DEPTH] < depth) {
        depth = this.#rows[before][DEPTH];
        frames.push(before);
      }
    }
    return frames.reverse();
  }

  /** The step before in the same call, if it was recorded. */
  before(at) {
    const [depth, index] = [this.#rows[at][DEPTH], this.#rows[at][FUNCTION]];
    for (let before = at - 1; before >= 0; before--) {
      if (this.#rows[before][DEPTH] < depth) return undefined;
      if (this.#rows[before][DEPTH] === depth) return this.#rows[before][FUNCTION] === index ? before : undefined;
    }
    return undefined;
  }

  /** The records that have closed before a step, the last one first. */
  closedBefore(at) {
    return this.#closed.filter(({ step, until }) => step <= at && at < until).reverse();
  }

  /** The next or last step that fits. */
  find(at, way, fits) {
    for (let place = at + way; place >= 0 && place < this.length; place += way) {
      if (fits(this.#rows[place][DEPTH], place)) return place;
    }
    return way > 0 ? this.length - 1 : 0;
  }

  /** The next step, or the one before, in another line or call. */
  otherLine(at, way) {
    const visit = this.#visitOf[at];
    if (way > 0) return this.#visits[visit + 1]?.start ?? this.length - 1;
    const { start } = this.#visits[visit];
    return start < at ? start : (this.#visits[visit - 1]?.start ?? 0);
  }

  /** The step of this machine that does what a step of the other one does: as often in this line of such a call, and as near in it. */
  joined(other, at) {
    for (let visit = other.#visitOf[at]; visit >= 0; visit--) {
      const { key, turn } = other.#visits[visit];
      const mine = this.#byKey.get(key)?.[turn];
      if (mine === undefined) continue;
      const [here, there] = [this.#at(mine, other.offset(at)), other.#at(visit, other.offset(at))];
      if (here.length === 0) return this.#visits[mine].start;
      const turns = Math.max(1, there.length - 1);
      return here[Math.floor((Math.max(0, there.indexOf(at)) * (here.length - 1)) / turns)];
    }
    return undefined;
  }

  /** The steps of a visit at a place of the text. */
  #at(visit, offset) {
    const { start, end } = this.#visits[visit];
    const found = [];
    for (let place = start; place < end; place++) if (this.offset(place) === offset) found.push(place);
    return found;
  }

  /** Goes over all steps once: lines, and records. */
  #note(lineOf) {
    const calls = [];
    const closed = new Map();
    let records = 0;
    const close = (open, from, step) => {
      for (const { number, identity, text } of open.slice(from).reverse()) {
        closed.set(identity, { number, text, step, until: Infinity });
        this.#closed.push(closed.get(identity));
      }
    };
    // A call that does not begin at its beginning is that of a generator, whose records live.
    const numberOf = (identity, isResumed, at) => {
      const known = isResumed && closed.get(identity);
      if (!known) return ++records;
      known.until = at;
      return known.number;
    };
    for (let at = 0; at < this.length; at++) {
      const row = this.#rows[at];
      this.#visit(at, `${row[DEPTH]} ${row[FUNCTION]} ${row[IS_MAIN] ? lineOf(this.offset(at) ?? 0) : -row[LINE]}`);
      if (this.machine === "stack") continue;
      const isNew = (call) => call.depth > row[DEPTH] || (call.depth === row[DEPTH] && (call.index !== row[FUNCTION] || row[PC] === 0));
      while (calls.length > 0 && isNew(calls.at(-1))) close(calls.pop().open, 0, at);
      const isResumed = calls.at(-1)?.depth !== row[DEPTH] && row[PC] !== 0;
      if (calls.at(-1)?.depth !== row[DEPTH]) calls.push({ depth: row[DEPTH], index: row[FUNCTION], open: [] });
      const call = calls.at(-1);
      const now = recordsOf(row[SECOND]);
      const same = now.findIndex(({ identity }, index) => call.open[index]?.identity !== identity);
      const kept = call.open.slice(0, same < 0 ? now.length : same);
      close(call.open, kept.length, at);
      call.open = now.map(({ shown, identity }, index) => ({ number: kept[index]?.number ?? numberOf(identity, isResumed, at), identity, text: this.#texts[shown] }));
      this.#open.push(call.open.map(({ number }) => number));
    }
  }

  #visit(at, key) {
    const last = this.#visits.at(-1);
    if (last?.key === key) {
      last.end = at + 1;
    } else {
      const turns = this.#byKey.get(key) ?? [];
      this.#byKey.set(key, turns);
      turns.push(this.#visits.length);
      this.#visits.push({ key, turn: turns.length - 1, start: at, end: at + 1 });
    }
    this.#visitOf.push(this.#visits.length - 1);
  }
}

/** The records of a row: `[text, which, how many, place, …, …]`. */
function recordsOf(list) {
  const records = [];
  for (let at = 0; at < list.length; ) {
    const [shown, identity, count] = list.slice(at, at + 3);
    records.push({ shown, identity, places: list.slice(at + 3, at + 3 + count) });
    at += 3 + count;
  }
  return records;
}

/** Where the lines of a text begin, by its line terminators as ECMAScript has them (12.3). */
function startsOfLines(text) {
  return [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((it) => it.index + it[0].length)];
}

/** Returns a function from places of a text to numbers of lines. */
export function lines(text) {
  const starts = startsOfLines(text);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The place of a line and a column, which count from 1, the column in characters. */
export function placeOf(text, line, column) {
  const start = startsOfLines(text)[line - 1];
  if (start === undefined) return text.length;
  const [whole] = /^[^\n\r\u2028\u2029]*/.exec(text.slice(start, start + 2 * column));
  return start + [...whole].slice(0, column - 1).join("").length;
}
