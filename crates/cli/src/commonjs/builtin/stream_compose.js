// Streams made of several: a chain that is one, and two that are each other's ends.
'use strict';

const { finished, isStream } = require('internal/stream_ends');
const { abortError, coded, invalidValue } = require('internal/errors');

// compose ( …streams ): what is written goes into the first, what is read comes out of the last.
exports.compose = function compose(...streams) {
  const { Duplex } = require('stream');
  if (streams.length === 0) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "streams" argument must be specified');
  if (streams.length === 1) return Duplex.from(streams[0]);
  const all = streams.map((part, index) => partOf(part, index, index === streams.length - 1));
  const head = all[0], tail = all.at(-1);
  const writes = head.writable === true, reads = tail.readable === true;
  let drained = null, whole, isOver = false, failed, closed = null;
  const chain = all.slice(1).reduce((from, to) => from.pipe(to), head);
  whole = new Duplex({
    writableObjectMode: head.writableObjectMode === true, readableObjectMode: chain.readableObjectMode === true, writable: writes, readable: reads,
    write(chunk, encoding, done) {
      if (head.write(chunk, encoding)) done();
      else drained = done;
    },
    final(done) {
      finished(tail, { readable: false }, error => done(error));
      head.end();
    },
    read() {
      for (;;) {
        const chunk = tail.read();
        if (chunk === null) return;
        if (!whole.push(chunk)) return;
      }
    },
    destroy(error, callback) {
      if (isOver) return callback(failed ?? error);
      closed = callback;
      const aborted = abortError();
      for (const part of all) part.destroy(error ?? aborted);
      if (closed) closed(error);
      closed = null;
    },
  });
  head.on('drain', () => {
    const done = drained;
    drained = null;
    done?.();
  });
  if (reads) {
    tail.on('readable', () => whole._read());
    tail.on('end', () => whole.push(null));
  }
  let waits = all.length;
  for (const part of all) {
    finished(part, error => {
      if (error && !failed) {
        failed = error;
        for (const other of all) if (other !== part) other.destroy(error);
      }
      // What has come through is read before the error.
      if (--waits > 0) return;
      isOver = true;
      if (failed) process.nextTick(() => whole.destroy(failed));
      else if (!reads && !writes) whole.destroy();
    });
  }
  return whole;
};

// A part of a chain as a stream: functions and iterables are made into one.
function partOf(part, index, isLast) {
  const { Duplex } = require('stream');
  const stream = isStream(part) ? part : Duplex.from(part);
  if (!isLast && stream.readable !== true) throw invalidValue(`streams[${index}]`, part, 'must be readable');
  if (index > 0 && stream.writable !== true) throw invalidValue(`streams[${index}]`, part, 'must be writable');
  return stream;
}

// duplexPair ( options ): what is written to the one is read from the other.
exports.duplexPair = function duplexPair(options) {
  const { Duplex } = require('stream');
  const sides = [], waiting = [null, null];
  const side = mine => new Duplex({
    ...options,
    read() {
      const done = waiting[mine];
      waiting[mine] = null;
      done?.();
    },
    write(chunk, encoding, done) {
      if (chunk.length === 0) return void process.nextTick(done);
      sides[1 - mine].push(chunk);
      waiting[1 - mine] = done;
    },
    final(done) {
      sides[1 - mine].on('end', done);
      sides[1 - mine].push(null);
    },
  });
  sides.push(side(0), side(1));
  return sides;
};
