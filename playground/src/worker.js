// The worker: an instance of the engine. A message has a request; the answer, or why there is none, goes back.
let exports;

onmessage = ({ data }) => {
  if (data.module) {
    exports = new WebAssembly.Instance(data.module, {}).exports;
    exports.begin();
    return;
  }
  try {
    postMessage({ id: data.id, answer: answer(data.request), bytes: exports.memory.buffer.byteLength });
  } catch (error) {
    // A trap, or the end of the stack: the instance is not to be trusted any more.
    postMessage({ id: data.id, failed: lastWords() || String(error) });
  }
};

/** Answers a request: see `crates/playground/src/request.rs`. */
function answer(request) {
  const bytes = new TextEncoder().encode(request);
  const address = exports.reserve(bytes.length) >>> 0;
  if (address === 0) throw new Error("there is no memory for the program");
  new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  exports.answer(bytes.length);
  return JSON.parse(output());
}

function output() {
  const view = new Uint8Array(exports.memory.buffer, exports.output() >>> 0, exports.output_length() >>> 0);
  return new TextDecoder().decode(view);
}

function lastWords() {
  try {
    return output();
  } catch {
    return "";
  }
}
