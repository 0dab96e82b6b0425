// Streams of files: `fs.ReadStream` and `fs.WriteStream`, over the calls of `fs`.
'use strict';

const { Buffer } = require('buffer');
const { Readable, Writable } = require('stream');
const { checkInteger, invalidType, outOfRange } = require('internal/errors');
const { setImmediate } = require('internal/real_timers');
const { pathOf } = require('internal/fs');

const PIECE = 65536;

// What the options of both have, and the file itself.
function begin(stream, file, given, flags) {
  const options = typeof given === 'string' ? { encoding: given } : given ?? {};
  if (typeof options !== 'object') throw invalidType('options', 'of type string or an instance of Object', given);
  const { fd } = options;
  if (fd === undefined || fd === null) pathOf(file);
  stream.fd = fd === undefined || fd === null ? null : typeof fd === 'object' ? fd.fd : fd;
  stream.path = file;
  stream.flags = options.flags ?? flags;
  stream.mode = options.mode ?? 0o666;
  if (options.start !== undefined) checkInteger(options.start, 'start', 0);
  const { autoClose = true, emitClose = true, signal } = options;
  return [options, { autoDestroy: autoClose, emitClose, signal }];
}

exports.add = fs => {
  function ReadStream(file, given) {
    if (!(this instanceof ReadStream)) return new ReadStream(file, given);
    const [options, more] = begin(this, file, given, 'r');
    const { start, end = Infinity } = options;
    if (end !== Infinity) checkInteger(end, 'end', 0);
    if (start > end) throw outOfRange('start', `<= "end" (here: ${end})`, start);
    Object.assign(this, { start, end, pos: start, bytesRead: 0 });
    Readable.call(this, { ...more, encoding: options.encoding, highWaterMark: options.highWaterMark ?? PIECE });
  }
  function WriteStream(file, given) {
    if (!(this instanceof WriteStream)) return new WriteStream(file, given);
    const [options, more] = begin(this, file, given, 'w');
    Object.assign(this, { start: options.start, pos: options.start, bytesWritten: 0 });
    Writable.call(this, { ...more, highWaterMark: options.highWaterMark, decodeStrings: true });
    if (options.encoding) this.setDefaultEncoding(options.encoding);
  }
  const attempt = (done, work) => {
    let result;
    try {
      result = work();
    } catch (error) {
      return done(error);
    }
    done(null, result);
  };
  const shared = {
    _construct(done) {
      if (typeof this.fd === 'number') return done();
      attempt((error, fd) => {
        if (error) return done(error);
        this.fd = fd;
        done();
        this.emit('open', fd);
        this.emit('ready');
      }, () => fs.openSync(this.path, this.flags, this.mode));
    },
    _destroy(error, done) {
      const { fd } = this;
      this.fd = null;
      if (fd === null) return done(error);
      attempt(failed => done(error ?? failed), () => fs.closeSync(fd));
    },
    close(callback) {
      if (callback) {
        if (this.closed) return void process.nextTick(callback);
        this.on('close', callback);
      }
      // What has been ended is written before.
      if (this.writable) this.end();
      else this.destroy();
    },
  };
  for (const [Stream, Base] of [[ReadStream, Readable], [WriteStream, Writable]]) {
    Object.setPrototypeOf(Stream, Base);
    Object.setPrototypeOf(Stream.prototype, Base.prototype);
    Object.assign(Stream.prototype, shared);
    Object.defineProperties(Stream.prototype, {
      pending: { get() { return this.fd === null; }, configurable: true },
      autoClose: {
        get() { return (this._readableState ?? this._writableState).autoDestroy; },
        set(value) { (this._readableState ?? this._writableState).autoDestroy = value; },
        configurable: true,
      },
    });
  }
  ReadStream.prototype._read = function (size) {
    const left = this.pos === undefined ? this.end - this.bytesRead + 1 : this.end - this.pos + 1, count = Math.min(size, left);
    if (count <= 0) return void this.push(null);
    // Pieces come later, as in Node: who asks for all that is there gets one of them.
    setImmediate(() => {
      if (this.destroyed) return;
      const piece = Buffer.allocUnsafe(count);
      attempt((error, read) => {
        if (error) return void this.destroy(error);
        if (this.pos !== undefined) this.pos += read;
        this.bytesRead += read;
        this.push(read > 0 ? piece.subarray(0, read) : null);
      }, () => fs.readSync(this.fd, piece, 0, count, this.pos ?? null));
    });
  };
  WriteStream.prototype._write = function (chunk, encoding, done) {
    attempt((error, count) => {
      if (error) return done(error);
      if (this.pos !== undefined) this.pos += count;
      this.bytesWritten += count;
      done();
    }, () => fs.writeSync(this.fd, chunk, 0, chunk.length, this.pos ?? null));
  };
  WriteStream.prototype.destroySoon = WriteStream.prototype.end;
  fs.ReadStream = fs.FileReadStream = ReadStream;
  fs.WriteStream = fs.FileWriteStream = WriteStream;
  fs.createReadStream = function createReadStream(file, options) { return new ReadStream(file, options); };
  fs.createWriteStream = function createWriteStream(file, options) { return new WriteStream(file, options); };
};
