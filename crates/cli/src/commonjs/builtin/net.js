// Addresses. Nothing is connected: `fetch` alone reaches a network, where the command line allows some.
'use strict';

const { notHere } = require('internal/errors');

for (const name of ['connect', 'createConnection', 'createServer', 'Socket', 'Server', 'Stream', 'BlockList', 'SocketAddress']) {
  const refused = function () { throw notHere(`net.${name}`); };
  exports[name] = Object.defineProperty(refused, 'name', { value: name });
}

const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const FOUR = new RegExp(`^(?:${PART}\\.){3}${PART}$`);

exports.isIPv4 = function isIPv4(text) { return FOUR.test(`${text}`); };
exports.isIPv6 = function isIPv6(text) {
  const [address, zone, ...more] = `${text}`.split('%');
  if (more.length > 0 || zone !== undefined && !/^[0-9A-Za-z.:-]+$/.test(zone)) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  let count = 0;
  for (const [at, half] of halves.entries()) {
    if (half === '') {
      if (halves.length === 1) return false;
      continue;
    }
    const parts = half.split(':'), last = at === halves.length - 1 ? parts.at(-1) : '';
    if (last.includes('.')) {
      if (!FOUR.test(last)) return false;
      parts.splice(-1, 1, '0', '0');
    }
    if (!parts.every(part => /^[0-9A-Fa-f]{1,4}$/.test(part))) return false;
    count += parts.length;
  }
  return halves.length === 2 ? count < 8 : count === 8;
};
exports.isIP = function isIP(text) { return exports.isIPv4(text) ? 4 : exports.isIPv6(text) ? 6 : 0; };
exports.getDefaultAutoSelectFamily = function getDefaultAutoSelectFamily() { return true; };
exports.setDefaultAutoSelectFamily = function setDefaultAutoSelectFamily() {};
