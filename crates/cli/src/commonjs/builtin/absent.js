// A module that packages load for what they do with systems. Its names come before this text, as `names`. Each says that it is
// not here when it is used.
require('internal/errors').refuse(exports, module.id, names.split(' '));

// The order of addresses, which some programs set before anything else.
function orders() {
  let order = 'verbatim';
  return {
    getDefaultResultOrder() { return order; },
    setDefaultResultOrder(value) {
      const { invalidValue } = require('internal/errors'), known = ['verbatim', 'ipv4first', 'ipv6first'];
      if (!known.includes(value)) throw invalidValue('dnsOrder', value, `must be one of: ${known.map(one => `'${one}'`).join(', ')}`);
      order = value;
    },
    getServers() { return []; },
  };
}
// The codes of errors are the names in capitals.
const codes = () => Object.fromEntries(names.match(/\b[A-Z]+\b/g).map(name => [name, name === 'EOF' ? name : `E${name}`]));

// What is no function, and what packages read when they are loaded.
const VALUES = {
  dns: () => ({ ...codes(), V4MAPPED: 8, ADDRCONFIG: 32, ALL: 16, ...orders(), promises: require('dns/promises') }),
  'dns/promises': () => ({ ...codes(), ...orders() }),
  // Nobody looks from outside.
  inspector: () => ({ url() { return undefined; }, close() {}, console: globalThis.console }),
  http2: () => ({ constants: require('internal/http2_constants'), sensitiveHeaders: Symbol('nodejs.http2.sensitiveHeaders') }),
};
Object.assign(exports, VALUES[module.id]?.());
