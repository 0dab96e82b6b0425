// What readable streams have of iterators: functions that make another stream of a stream, and functions that wait for its end.
'use strict';

const { abortError, checkInteger, coded, invalidType, outOfRange } = require('internal/errors');

// A value that is left out.
const NONE = Symbol('none');

function checkWork(work, name = 'fn') {
  if (typeof work !== 'function') throw invalidType(name, 'of type function or an instance of AsyncFunction', work);
}
function checked(options) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object') throw invalidType('options', 'of type object', options);
  const { signal } = options;
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw invalidType('options.signal', 'an instance of AbortSignal', signal);
  }
  return options;
}
function checkSignal({ signal }) {
  if (signal?.aborted) throw abortError(signal);
}
function countOf(number) {
  number = Number(number);
  if (Number.isNaN(number)) return 0;
  if (number < 0) throw outOfRange('number', '>= 0', number);
  return Math.trunc(number);
}

// Works on several values at once, if that is wanted, and gives the results in the order of the values.
function mapped(source, work, given) {
  checkWork(work);
  const options = checked(given), { signal } = options;
  const most = options.concurrency === undefined || options.concurrency === null ? 1 : Math.floor(options.concurrency);
  const ahead = options.highWaterMark === undefined || options.highWaterMark === null ? most - 1 : Math.floor(options.highWaterMark);
  checkInteger(most, 'options.concurrency', 1);
  checkInteger(ahead, 'options.highWaterMark', 0);
  return (async function* map() {
    const results = [], control = new AbortController();
    let running = 0, isOver = false, wake = () => {}, goOn = () => {};
    const abort = () => { control.abort(signal.reason); wake(); };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    const add = promise => {
      promise.catch(() => {});
      results.push(promise);
      wake();
    };
    const ended = () => { running--; goOn(); };
    const read = async () => {
      try {
        for await (const value of source) {
          if (isOver) return;
          running++;
          const result = (async () => work(value, { signal: control.signal }))();
          result.then(ended, ended);
          add(result);
          while (!isOver && (running >= most || results.length >= most + ahead)) await new Promise(resolve => { goOn = resolve; });
          if (isOver) return;
        }
        add(Promise.resolve(isEnd));
      } catch (error) {
        add(Promise.reject(error));
      }
    };
    const isEnd = Symbol('end');
    read();
    try {
      for (;;) {
        while (results.length > 0) {
          checkSignal(options);
          const result = await results[0];
          checkSignal(options);
          if (result === isEnd) return;
          results.shift();
          goOn();
          if (result !== NONE) yield result;
        }
        checkSignal(options);
        if (results.length === 0) await new Promise(resolve => { wake = resolve; });
      }
    } finally {
      isOver = true;
      signal?.removeEventListener('abort', abort);
      control.abort();
      goOn();
    }
  })();
}
function filtered(source, holds, options) {
  checkWork(holds);
  return mapped(source, async (value, more) => (await holds(value, more) ? value : NONE), options);
}

exports.lazily = {
  map: mapped,
  filter: filtered,
  flatMap(source, work, options) {
    const values = mapped(source, work, options);
    return (async function* flatMap() { for await (const value of values) yield* value; })();
  },
  take(source, number, given) {
    const options = checked(given);
    let count = countOf(number);
    return (async function* take() {
      checkSignal(options);
      if (count <= 0) return;
      for await (const value of source) {
        checkSignal(options);
        yield value;
        if (--count <= 0) return;
      }
    })();
  },
  drop(source, number, given) {
    const options = checked(given);
    let count = countOf(number);
    return (async function* drop() {
      checkSignal(options);
      for await (const value of source) {
        checkSignal(options);
        if (count-- <= 0) yield value;
      }
    })();
  },
};

exports.eagerly = {
  async toArray(options) {
    options = checked(options);
    const all = [];
    for await (const value of this) {
      checkSignal(options);
      all.push(value);
    }
    return all;
  },
  async forEach(work, options) {
    checkWork(work);
    for await (const _ of mapped(this, async (value, more) => { await work(value, more); }, options));
  },
  async some(holds, options) {
    for await (const _ of filtered(this, holds, options)) return true;
    return false;
  },
  async every(holds, options) {
    checkWork(holds);
    for await (const _ of filtered(this, async (value, more) => !await holds(value, more), options)) return false;
    return true;
  },
  async find(holds, options) {
    for await (const value of filtered(this, holds, options)) return value;
    return undefined;
  },
  async reduce(work, initial, options) {
    checkWork(work, 'reducer');
    options = checked(options);
    let result = initial, isEmpty = arguments.length < 2;
    if (options.signal?.aborted) {
      const error = abortError(options.signal);
      this.once('error', () => {});
      this.destroy(error);
      throw error;
    }
    for await (const value of this) {
      checkSignal(options);
      result = isEmpty ? value : await work(result, value, { signal: options.signal ?? new AbortController().signal });
      isEmpty = false;
    }
    if (isEmpty) throw coded(TypeError, 'ERR_MISSING_ARGS', 'Reduce of an empty stream requires an initial value');
    return result;
  },
};
