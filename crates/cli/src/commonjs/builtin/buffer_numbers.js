// Numbers in a Buffer: readInt8 to writeDoubleBE.
'use strict';

const { coded, invalidType, outOfRange } = require('internal/errors');

const scratch = new Uint8Array(8);
const floats = new Float32Array(scratch.buffer), doubles = new Float64Array(scratch.buffer);
// Does this machine, as scripts see it, begin with the lowest byte?
floats[0] = 1;
const isLittle = scratch[3] === 0x3F;

// Where the bytes begin, if all are there.
function place(buffer, offset, size) {
  if (offset === undefined) offset = 0;
  if (typeof offset !== 'number') throw invalidType('offset', 'of type number', offset);
  const most = buffer.length - size;
  if (Number.isInteger(offset) && offset >= 0 && offset <= most) return offset;
  if (Math.floor(offset) !== offset) throw outOfRange('offset', 'an integer', offset);
  if (most < 0) throw coded(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds');
  throw outOfRange('offset', `>= 0 and <= ${most}`, offset);
}

function unsigned(buffer, at, size, little) {
  let value = 0;
  if (little) for (let i = size - 1; i >= 0; i--) value = value * 256 + buffer[at + i];
  else for (let i = 0; i < size; i++) value = value * 256 + buffer[at + i];
  return value;
}

function signed(buffer, at, size, little) {
  const value = unsigned(buffer, at, size, little), half = 2 ** (8 * size - 1);
  return value >= half ? value - 2 * half : value;
}

function range(least, most, size, isSigned) {
  if (size <= 4 && typeof most === 'number') return `>= ${least} and <= ${most}`;
  const n = typeof most === 'bigint' ? 'n' : '';
  return isSigned ? `>= -(2${n} ** ${8 * size - 1}${n}) and < 2${n} ** ${8 * size - 1}${n}` : `>= 0${n} and < 2${n} ** ${8 * size}${n}`;
}

function put(buffer, value, offset, size, little, isSigned) {
  const most = isSigned ? 2 ** (8 * size - 1) - 1 : 2 ** (8 * size) - 1, least = isSigned ? -most - 1 : 0;
  value = +value;
  if (value > most || value < least) throw outOfRange('value', range(least, most, size, isSigned), value);
  const at = place(buffer, offset, size);
  if (Number.isNaN(value)) value = 0;
  value = Math.trunc(value);
  if (value < 0) value += 2 ** (8 * size);
  for (let i = 0; i < size; i++) {
    buffer[little ? at + i : at + size - 1 - i] = value % 256;
    value = Math.floor(value / 256);
  }
  return at + size;
}

function checkSize(size) {
  if (size === undefined || typeof size !== 'number') throw invalidType('byteLength', 'of type number', size);
  if (Math.floor(size) !== size) throw outOfRange('byteLength', 'an integer', size);
  if (size < 1 || size > 6) throw outOfRange('byteLength', '>= 1 and <= 6', size);
}

const methods = {};
const ends = [['LE', true], ['BE', false]];

for (const [bits, names] of [[8, ['']], [16, ['LE', 'BE']], [32, ['LE', 'BE']]]) {
  const size = bits / 8;
  for (const end of names) {
    const little = end === 'LE';
    for (const [kind, isSigned] of [['Int', true], ['UInt', false]]) {
      const name = `${kind}${bits}${end}`, read = isSigned ? signed : unsigned;
      Object.assign(methods, {
        [`read${name}`](offset) { return read(this, place(this, offset, size), size, little); },
        [`write${name}`](value, offset) { return put(this, value, offset, size, little, isSigned); },
      });
    }
  }
}

for (const [end, little] of ends) {
  for (const [kind, isSigned] of [['Int', true], ['UInt', false]]) {
    const read = isSigned ? signed : unsigned;
    Object.assign(methods, {
      [`read${kind}${end}`](offset, byteLength) {
        if (offset === undefined) throw invalidType('offset', 'of type number', offset);
        checkSize(byteLength);
        return read(this, place(this, offset, byteLength), byteLength, little);
      },
      [`write${kind}${end}`](value, offset, byteLength) {
        checkSize(byteLength);
        return put(this, value, offset, byteLength, little, isSigned);
      },
      [`readBig${kind}64${end}`](offset) {
        const at = place(this, offset, 8);
        const value = BigInt(unsigned(this, little ? at + 4 : at, 4, little)) << 32n | BigInt(unsigned(this, little ? at : at + 4, 4, little));
        return isSigned ? BigInt.asIntN(64, value) : value;
      },
      [`writeBig${kind}64${end}`](value, offset) {
        if (typeof value !== 'bigint') throw invalidType('value', 'of type bigint', value);
        const fits = isSigned ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
        if (fits !== value) throw outOfRange('value', range(0n, 0n, 8, isSigned), value);
        const at = place(this, offset, 8), bits = BigInt.asUintN(64, value);
        put(this, Number(bits & 0xFFFFFFFFn), little ? at : at + 4, 4, little, false);
        put(this, Number(bits >> 32n), little ? at + 4 : at, 4, little, false);
        return at + 8;
      },
    });
  }
  for (const [kind, size, numbers] of [['Float', 4, floats], ['Double', 8, doubles]]) {
    const step = little === isLittle;
    Object.assign(methods, {
      [`read${kind}${end}`](offset) {
        const at = place(this, offset, size);
        for (let i = 0; i < size; i++) scratch[step ? i : size - 1 - i] = this[at + i];
        return numbers[0];
      },
      [`write${kind}${end}`](value, offset) {
        const at = place(this, offset, size);
        numbers[0] = value;
        for (let i = 0; i < size; i++) this[at + i] = scratch[step ? i : size - 1 - i];
        return at + size;
      },
    });
  }
}

for (const name of Object.keys(methods)) {
  if (name.includes('UInt')) methods[name.replace('UInt', 'Uint')] = methods[name];
}
module.exports = methods;
