// Names of hosts in ASCII, RFC 3492.
'use strict';

const BASE = 36, LEAST = 1, MOST = 26, SKEW = 38, DAMP = 700, START = 72, FIRST = 128;

function adapted(delta, count, isFirst) {
  delta = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > ((BASE - LEAST) * MOST) >> 1; k += BASE) delta = Math.floor(delta / (BASE - LEAST));
  return Math.floor(k + ((BASE - LEAST + 1) * delta) / (delta + SKEW));
}

const digitOf = value => String.fromCharCode(value < 26 ? value + 97 : value + 22);
function valueOf(digit) {
  if (/[a-z]/i.test(digit)) return digit.toLowerCase().charCodeAt(0) - 97;
  return /[0-9]/.test(digit) ? digit.charCodeAt(0) - 22 : NaN;
}
const threshold = (k, bias) => (k <= bias ? LEAST : k >= bias + MOST ? MOST : k - bias);

exports.ucs2 = {
  decode: text => Array.from(text, character => character.codePointAt(0)),
  encode: points => String.fromCodePoint(...points),
};

exports.encode = function encode(text) {
  const points = exports.ucs2.decode(text), basic = points.filter(point => point < FIRST);
  let output = String.fromCodePoint(...basic), done = basic.length, n = FIRST, delta = 0, bias = START;
  if (done > 0) output += '-';
  while (done < points.length) {
    const next = Math.min(...points.filter(point => point >= n));
    if ((next - n) * (done + 1) > 0x7FFFFFFF - delta) throw new RangeError('Overflow: input needs wider integers to process');
    delta += (next - n) * (done + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      let q = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (q < t) break;
        output += digitOf(t + ((q - t) % (BASE - t)));
        q = Math.floor((q - t) / (BASE - t));
      }
      output += digitOf(q);
      bias = adapted(delta, done + 1, done === basic.length);
      delta = 0;
      done++;
    }
    delta++;
    n++;
  }
  return output;
};

exports.decode = function decode(text) {
  const end = Math.max(text.lastIndexOf('-'), 0), output = [];
  for (let i = 0; i < end; i++) {
    if (text.charCodeAt(i) >= FIRST) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
    output.push(text.charCodeAt(i));
  }
  let n = FIRST, i = 0, bias = START;
  for (let at = end > 0 ? end + 1 : 0; at < text.length;) {
    const before = i;
    for (let w = 1, k = BASE; ; k += BASE) {
      const digit = at < text.length ? valueOf(text[at++]) : NaN;
      if (Number.isNaN(digit)) throw new RangeError('Invalid input');
      i += digit * w;
      if (i > 0x7FFFFFFF) throw new RangeError('Overflow: input needs wider integers to process');
      const t = threshold(k, bias);
      if (digit < t) break;
      w *= BASE - t;
    }
    bias = adapted(i - before, output.length + 1, before === 0);
    n += Math.floor(i / (output.length + 1));
    i %= output.length + 1;
    output.splice(i++, 0, n);
  }
  return exports.ucs2.encode(output);
};

function mapped(name, convert) {
  const at = name.lastIndexOf('@');
  const labels = name.slice(at + 1).replace(/[\u3002\uFF0E\uFF61]/g, '.').split('.');
  return name.slice(0, at + 1) + labels.map(convert).join('.');
}
exports.toASCII = function toASCII(name) {
  return mapped(name, label => (/[^\0-\x7F]/.test(label) ? 'xn--' + exports.encode(label) : label));
};
exports.toUnicode = function toUnicode(name) {
  return mapped(name, label => (label.startsWith('xn--') ? exports.decode(label.slice(4).toLowerCase()) : label));
};
exports.version = '2.1.0';
