// Addresses of the internet: what a text is, SocketAddress and BlockList of `net`. An address is a number of 128 bits. One of four
// bytes has its place in the others, behind ::ffff: (RFC 4291 2.5.5.2), so both are compared as one kind.
'use strict';

const { checkInteger, checkObject, checkString, coded, invalidType, invalidValue, outOfRange, received } = require('internal/errors');
const { inspect } = require('util');

const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const FOUR = new RegExp(`^(?:${PART}\\.){3}${PART}$`);

function isIPv4(text) { return FOUR.test(`${text}`); }
// The groups of an address of sixteen bytes, with `undefined` where two colons are. None of another text.
function groupsOf(text) {
  const [address, zone, ...more] = `${text}`.split('%');
  if (more.length > 0 || zone !== undefined && !/^[0-9A-Za-z.:-]+$/.test(zone)) return undefined;
  const halves = address.split('::'), groups = [];
  if (halves.length > 2) return undefined;
  for (const [at, half] of halves.entries()) {
    if (at > 0) groups.push(undefined);
    if (half === '') {
      if (halves.length === 1) return undefined;
      continue;
    }
    const parts = half.split(':'), last = at === halves.length - 1 ? parts.at(-1) : '';
    if (last.includes('.')) {
      if (!isIPv4(last)) return undefined;
      const [a, b, c, d] = last.split('.').map(Number);
      parts.splice(-1, 1, (a * 256 + b).toString(16), (c * 256 + d).toString(16));
    }
    if (!parts.every(part => /^[0-9A-Fa-f]{1,4}$/.test(part))) return undefined;
    groups.push(...parts.map(part => Number.parseInt(part, 16)));
  }
  // Two colons stand for a group at least.
  return (halves.length === 2 ? groups.length <= 8 : groups.length === 8) ? groups : undefined;
}
function isIPv6(text) { return groupsOf(text) !== undefined; }

function numberOf(text, family) {
  if (family === 'ipv4') {
    if (!isIPv4(text)) return undefined;
    return text.split('.').reduce((number, part) => number << 8n | BigInt(part), 0xffffn);
  }
  // Systems do not look at zones here.
  const groups = groupsOf(text.split('%', 1)[0]);
  if (groups === undefined) return undefined;
  const gap = groups.indexOf(undefined);
  if (gap >= 0) groups.splice(gap, 1, ...new Array(9 - groups.length).fill(0));
  return groups.reduce((number, group) => number << 16n | BigInt(group), 0n);
}

const dotted = number => [24n, 16n, 8n, 0n].map(by => number >> by & 255n).join('.');
// The text as systems write it: the longest run of zeros is two colons, and what embeds four bytes shows them.
function textOf(number, family) {
  if (family === 'ipv4') return dotted(number);
  const groups = Array.from({ length: 8 }, (_, at) => Number(number >> BigInt(112 - 16 * at) & 0xffffn));
  let from = 0, length = 1;
  for (let at = 0; at < 8; at++) {
    let end = at;
    while (groups[end] === 0) end++;
    if (end - at > length) [from, length] = [at, end - at];
  }
  const shown = groups.map(group => group.toString(16));
  if (from === 0 && (length === 6 || length === 5 && groups[5] === 0xffff)) shown.splice(6, 2, dotted(number));
  if (length === 1) return shown.join(':');
  return `${shown.slice(0, from).join(':')}::${shown.slice(from + length).join(':')}`;
}

const badAddress = () => coded(Error, 'ERR_INVALID_ADDRESS', 'Invalid socket address');

class SocketAddress {
  #number; #port; #family; #label;
  constructor(options = {}) {
    checkObject(options, 'options');
    let { family = 'ipv4' } = options;
    const { port = 0, flowlabel = 0 } = options, name = family;
    if (typeof family?.toLowerCase === 'function') family = family.toLowerCase();
    if (family !== 'ipv4' && family !== 'ipv6') throw invalidProperty('options.family', name);
    const { address = family === 'ipv4' ? '127.0.0.1' : '::' } = options;
    checkString(address, 'options.address');
    this.#port = checkedPort(port);
    checkInteger(flowlabel, 'options.flowlabel', 0, 2 ** 32 - 1);
    this.#number = numberOf(address, family);
    if (this.#number === undefined) throw badAddress();
    this.#family = family;
    // It has twenty bits.
    this.#label = family === 'ipv6' ? flowlabel % 2 ** 20 : 0;
  }
  get address() { return textOf(this.#number, this.#family); }
  get port() { return this.#port; }
  get family() { return this.#family; }
  get flowlabel() { return this.#label; }
  toJSON() { return { address: this.address, port: this.port, family: this.family, flowlabel: this.flowlabel }; }
  static isSocketAddress(value) { return typeof value === 'object' && value !== null && #number in value; }
  static parse(input) {
    checkString(input, 'input');
    try {
      const { hostname, port } = new URL(`http://${input}`), isLong = hostname.startsWith('[');
      return new SocketAddress({ address: isLong ? hostname.slice(1, -1) : hostname, family: isLong ? 'ipv6' : 'ipv4', port: Number(port) });
    } catch {
      return undefined;
    }
  }
  static number(address) { return address.#number; }
}
const { number } = SocketAddress;
delete SocketAddress.number;
// How values of a class are shown, by what `facts` gives of one.
function show(Class, facts) {
  const value = function (depth, options) {
    if (depth < 0) return `[${Class.name}]`;
    const { depth: most = null } = options;
    return `${Class.name} ${inspect(facts(this), { ...options, depth: most === null ? null : most - 1 })}`;
  };
  Object.defineProperty(Class.prototype, inspect.custom, { value, writable: true, configurable: true });
}
show(SocketAddress, address => address.toJSON());

const invalidProperty = (name, value) =>
  coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The property '${name}' is invalid. Received ${inspect(value)}`);
function checkedPort(port) {
  const number = typeof port === 'string' && port.trim() !== '' ? Number(port) : port;
  if (Number.isInteger(number) && number >= 0 && number < 65536) return number;
  throw coded(RangeError, 'ERR_SOCKET_BAD_PORT', `options.port should be >= 0 and < 65536. ${received(port)}.`);
}

// An address that is given as such or as a text.
function addressOf(value, family, name) {
  if (SocketAddress.isSocketAddress(value)) return value;
  checkString(value, name);
  checkString(family, 'family');
  return new SocketAddress({ address: value, family });
}
const kindOf = ({ family }) => (family === 'ipv4' ? 'IPv4' : 'IPv6');

class BlockList {
  // Texts with the first and the last number of each.
  #rules = [];
  static isBlockList(value) { return typeof value === 'object' && value !== null && #rules in value; }
  addAddress(address, family = 'ipv4') {
    const given = addressOf(address, family, 'address'), only = number(given);
    this.#rules.unshift([`Address: ${kindOf(given)} ${given.address}`, only, only]);
  }
  addRange(start, end, family = 'ipv4') {
    const first = addressOf(start, family, 'start'), last = addressOf(end, family, 'end');
    if (number(first) > number(last)) throw invalidValue('start', first, 'must come before end');
    this.#rules.unshift([`Range: ${kindOf(first)} ${first.address}-${last.address}`, number(first), number(last)]);
  }
  addSubnet(network, prefix, family = 'ipv4') {
    const given = addressOf(network, family, 'network'), bits = given.family === 'ipv4' ? 32 : 128;
    if (typeof prefix !== 'number') throw invalidType('prefix', 'of type number', prefix);
    if (!Number.isInteger(prefix)) throw outOfRange('prefix', 'an integer', prefix);
    if (prefix < 0 || prefix > bits) throw outOfRange('prefix', `>= 0 && <= ${bits}`, prefix);
    const mask = (1n << BigInt(bits - prefix)) - 1n, first = number(given) & ~mask;
    this.#rules.unshift([`Subnet: ${kindOf(given)} ${given.address}/${prefix}`, first, first | mask]);
  }
  check(address, family = 'ipv4') {
    const rules = this.#rules;
    if (!SocketAddress.isSocketAddress(address)) {
      checkString(address, 'address');
      checkString(family, 'family');
      try {
        address = new SocketAddress({ address, family });
      } catch {
        return false;
      }
    }
    const asked = number(address);
    return rules.some(([, first, last]) => first <= asked && asked <= last);
  }
  get rules() { return this.#rules.map(([text]) => text); }
}
show(BlockList, ({ rules }) => ({ rules }));

Object.assign(exports, { isIPv4, isIPv6, SocketAddress, BlockList });
