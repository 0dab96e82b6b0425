// Streams of the web, which are globals too.
'use strict';

exports.ReadableStream = globalThis.ReadableStream;
exports.ReadableStreamDefaultReader = globalThis.ReadableStreamDefaultReader;
exports.ReadableStreamBYOBReader = globalThis.ReadableStreamBYOBReader;
exports.ReadableStreamBYOBRequest = globalThis.ReadableStreamBYOBRequest;
exports.ReadableByteStreamController = globalThis.ReadableByteStreamController;
exports.ReadableStreamDefaultController = globalThis.ReadableStreamDefaultController;
exports.TransformStream = globalThis.TransformStream;
exports.TransformStreamDefaultController = globalThis.TransformStreamDefaultController;
exports.WritableStream = globalThis.WritableStream;
exports.WritableStreamDefaultController = globalThis.WritableStreamDefaultController;
exports.WritableStreamDefaultWriter = globalThis.WritableStreamDefaultWriter;
exports.ByteLengthQueuingStrategy = globalThis.ByteLengthQueuingStrategy;
exports.CountQueuingStrategy = globalThis.CountQueuingStrategy;
exports.TextEncoderStream = globalThis.TextEncoderStream;
exports.TextDecoderStream = globalThis.TextDecoderStream;
exports.CompressionStream = globalThis.CompressionStream;
exports.DecompressionStream = globalThis.DecompressionStream;
