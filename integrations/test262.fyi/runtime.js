// What a script alone can give of the host that tests expect. Realms, agents and collections need a host in Rust: tests that use them
// fail here, and pass in `ferrotape-conformance`, which has it.
var $262 = {
  global: globalThis,
  evalScript(text) {
    return (0, eval)(text);
  },
  detachArrayBuffer(buffer) {
    structuredClone(buffer, { transfer: [buffer] });
    return null;
  },
  createRealm() {
    throw new Error('no realms without a host');
  },
  gc() {
    throw new Error('no gc()');
  },
  agent: undefined,
};
