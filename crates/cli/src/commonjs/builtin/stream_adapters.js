// Streams of Node as streams of the web, and the other way.
'use strict';

const { finished, isStream, prematureClose } = require('internal/stream_ends');
const { abortError, invalidType } = require('internal/errors');

const nextTick = process.nextTick;

function checkNode(stream, name, kind) {
  const has = kind === 'Readable' ? '_readableState' : '_writableState';
  if (!isStream(stream) || stream[has] === undefined) throw invalidType(name, `an stream.${kind}`, stream);
}

function checkWeb(stream, name, kind) {
  if (!(stream instanceof globalThis[kind])) throw invalidType(name, `an instance of ${kind}`, stream);
}

// Readable.toWeb ( stream, { strategy } ): what is read from the one side is asked for on the other.
exports.readableToWeb = function readableToWeb(stream, options) {
  checkNode(stream, 'streamReadable', 'Readable');
  if (stream.destroyed || stream.readable === false) {
    const empty = new ReadableStream();
    empty.cancel();
    return empty;
  }
  const isObjects = stream.readableObjectMode, most = stream.readableHighWaterMark;
  const strategy = options?.strategy
    ?? (isObjects ? new CountQueuingStrategy({ highWaterMark: most }) : { highWaterMark: most });
  let controller, isCancelled = false;
  const given = chunk => {
    controller.enqueue(Buffer.isBuffer(chunk) && !isObjects ? new Uint8Array(chunk) : chunk);
    if (controller.desiredSize <= 0) stream.pause();
  };
  const forget = finished(stream, error => {
    forget();
    stream.on('error', () => {});
    if (isCancelled) return;
    if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE') error = Object.assign(abortError(), { cause: error });
    if (error) controller.error(error);
    else controller.close();
  });
  stream.pause();
  return new ReadableStream({
    start(own) {
      controller = own;
      stream.on('data', given);
      stream.pause();
    },
    pull() { stream.resume(); },
    cancel(reason) {
      isCancelled = true;
      stream.destroy(reason);
    },
  }, strategy);
};

// Readable.fromWeb ( stream, options ): a chunk is asked for whenever somebody reads.
exports.readableFromWeb = function readableFromWeb(stream, options = {}) {
  checkWeb(stream, 'readableStream', 'ReadableStream');
  const { Readable } = require('stream');
  const reader = stream.getReader();
  let isClosed = false;
  const made = new Readable({
    ...options,
    read() {
      reader.read().then(({ value, done }) => made.push(done ? null : value), error => made.destroy(error));
    },
    destroy(error, callback) {
      const done = () => nextTick(callback, error);
      if (isClosed) return done();
      reader.cancel(error).then(done, done);
    },
  });
  reader.closed.then(() => { isClosed = true; }, error => {
    isClosed = true;
    made.destroy(error);
  });
  return made;
};

// Writable.toWeb ( stream ): a full stream lets wait until it is drained.
exports.writableToWeb = function writableToWeb(stream) {
  checkNode(stream, 'streamWritable', 'Writable');
  if (stream.destroyed || stream.writable === false) {
    const closed = new WritableStream();
    closed.close();
    return closed;
  }
  let controller, drained, closing;
  const forget = finished(stream, { readable: false }, error => {
    forget();
    stream.on('error', () => {});
    if (error?.code === 'ERR_STREAM_PREMATURE_CLOSE') error = Object.assign(abortError(), { cause: error });
    if (error) {
      drained?.reject(error);
      if (closing) closing.reject(error);
      else controller.error(error);
    } else if (closing) closing.resolve();
    else controller.error(abortError());
  });
  stream.on('drain', () => drained?.resolve());
  const strategy = stream.writableObjectMode ? new CountQueuingStrategy({ highWaterMark: stream.writableHighWaterMark })
    : { highWaterMark: stream.writableHighWaterMark };
  return new WritableStream({
    start(own) { controller = own; },
    async write(chunk) {
      if (!stream.writableNeedDrain && stream.write(chunk)) return;
      drained = Promise.withResolvers();
      await drained.promise;
      drained = undefined;
    },
    abort(reason) { stream.destroy(reason); },
    close() {
      closing = Promise.withResolvers();
      stream.end();
      return closing.promise;
    },
  }, strategy);
};

// Writable.fromWeb ( stream, options ).
exports.writableFromWeb = function writableFromWeb(stream, options = {}) {
  checkWeb(stream, 'writableStream', 'WritableStream');
  const { Writable } = require('stream');
  return new Writable({ ...options, ...writingTo(stream.getWriter()) });
};

// What a Writable does with a writer of the web.
function writingTo(writer) {
  let isClosed = false;
  return {
    construct(callback) {
      writer.closed.then(() => { isClosed = true; }, error => {
        isClosed = true;
        this.destroy(error);
      });
      callback();
    },
    write(chunk, encoding, done) {
      writer.ready.then(() => writer.write(chunk)).then(() => done(), done);
    },
    final(done) {
      if (isClosed) return done();
      writer.close().then(() => nextTick(done), error => nextTick(done, error));
    },
    destroy(error, callback) {
      const done = () => nextTick(callback, error);
      if (isClosed || !error && this.writableFinished) return done();
      writer.abort(error ?? prematureClose()).then(done, done);
    },
  };
}

// Duplex.toWeb ( stream ): both sides.
exports.duplexToWeb = function duplexToWeb(stream) {
  if (!isStream(stream) || stream._readableState === undefined || stream._writableState === undefined) {
    throw invalidType('duplex', 'an stream.Duplex', stream);
  }
  return { readable: exports.readableToWeb(stream), writable: exports.writableToWeb(stream) };
};

// Duplex.fromWeb ( { readable, writable }, options ).
exports.duplexFromWeb = function duplexFromWeb(pair, options = {}) {
  if (typeof pair !== 'object' || pair === null) throw invalidType('pair', 'of type object', pair);
  checkWeb(pair.readable, 'pair.readable', 'ReadableStream');
  checkWeb(pair.writable, 'pair.writable', 'WritableStream');
  const { Duplex } = require('stream');
  const reader = pair.readable.getReader(), writes = writingTo(pair.writable.getWriter());
  const made = new Duplex({
    ...options, ...writes,
    read() {
      reader.read().then(({ value, done }) => made.push(done ? null : value), error => made.destroy(error));
    },
    destroy(error, callback) {
      reader.cancel(error).catch(() => {});
      writes.destroy.call(this, error, callback);
    },
  });
  reader.closed.catch(error => made.destroy(error));
  return made;
};
