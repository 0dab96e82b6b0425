// Queries of URLs: a=1&b=2.
'use strict';

const { coded } = require('internal/errors');

function escape(value) {
  const text = typeof value === 'string' ? value : typeof value === 'object' ? String(value) : `${value}`;
  // As in Node, half of a pair takes what follows it for the other half.
  const whole = text.isWellFormed() ? text : text.replace(/[\uD800-\uDFFF][^]?/g, pair => {
    if (pair.length < 2) throw coded(URIError, 'ERR_INVALID_URI', 'URI malformed');
    return String.fromCodePoint(0x10000 + ((pair.charCodeAt(0) & 0x3FF) << 10 | pair.charCodeAt(1) & 0x3FF));
  });
  return encodeURIComponent(whole).replace(/%(21|27|28|29|2A|7E)/g, decodeURIComponent);
}

// Escapes that are not of UTF-8 become U+FFFD, what is no escape stays.
function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return unescapeBuffer(text).toString();
  }
}

function unescapeBuffer(text) {
  const { Buffer } = require('buffer');
  const parts = String(text).split(/((?:%[0-9A-Fa-f]{2})+)/);
  return Buffer.concat(parts.map((part, index) => (index % 2 ? Buffer.from(part.replaceAll('%', ''), 'hex') : Buffer.from(part, 'latin1'))));
}

function primitive(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return Number.isFinite(value) ? `${value}` : '';
    case 'bigint': case 'boolean': return `${value}`;
    default: return '';
  }
}

function stringify(object, separator = '&', equals = '=', options) {
  if (object === null || typeof object !== 'object') return '';
  const encode = typeof options?.encodeURIComponent === 'function' ? options.encodeURIComponent : module.exports.escape;
  const field = (key, value) => `${encode(primitive(key))}${equals || '='}${encode(primitive(value))}`;
  return Object.keys(object)
    .flatMap(key => (Array.isArray(object[key]) ? object[key].map(value => field(key, value)) : [field(key, object[key])]))
    .join(separator || '&');
}

function parse(text, separator = '&', equals = '=', options) {
  const object = Object.create(null);
  if (typeof text !== 'string' || text === '') return object;
  const decode = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : module.exports.unescape;
  const isOwn = decode === unescape, space = isOwn ? ' ' : '%20';
  const most = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000;
  const decoded = part => {
    if (part === '') return part;
    part = part.replaceAll('+', space);
    if (isOwn && !/%[0-9A-Fa-f]{2}/.test(part)) return part;
    try {
      return decode(part);
    } catch {
      return unescape(part);
    }
  };
  let count = 0;
  for (const part of text.split(separator || '&')) {
    // As in Node, what is empty counts too.
    if (most > 0 && count++ >= most) break;
    if (part === '') continue;
    const at = part.indexOf(equals || '=');
    const key = decoded(at < 0 ? part : part.slice(0, at)), value = at < 0 ? '' : decoded(part.slice(at + (equals || '=').length));
    if (!(key in object)) object[key] = value;
    else if (Array.isArray(object[key])) object[key].push(value);
    else object[key] = [object[key], value];
  }
  return object;
}

module.exports = { escape, unescape, unescapeBuffer, stringify, parse, encode: stringify, decode: parse };
