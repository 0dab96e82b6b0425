// Node's modules for modules: names, prefixes, the whole.
import fs, { readFileSync, promises } from 'node:fs';
import { readFile } from 'fs/promises';
import process, { argv, nextTick } from 'node:process';
import { Buffer } from 'buffer';
import Stream, { Readable, pipeline } from 'stream';
import { createRequire, isBuiltin } from 'module';
import { createHash } from 'crypto';
import { EventEmitter, once } from 'events';
import { exec, spawn } from 'child_process';
import * as os from 'os';
const require = createRequire(import.meta.url);
console.log(fs.readFileSync === readFileSync, promises.readFile === readFile, process === globalThis.process, argv === process.argv, typeof nextTick);
console.log(Buffer === globalThis.Buffer, Stream.Readable === Readable, typeof pipeline, isBuiltin('node:os'), createHash('md5').update('a').digest('hex'));
console.log(EventEmitter === (await import('node:events')).default, typeof once, typeof exec, typeof spawn, os.EOL === require('os').EOL, require('fs') === fs);
console.log(Object.keys(await import('string_decoder')).includes('StringDecoder'));
