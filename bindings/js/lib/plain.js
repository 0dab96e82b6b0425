// Values that calls mostly have, read and written without a reader and a writer: `wire.js` has all others.

/** Stands for all other values. */
export const OTHER = Symbol("other");
const MOST_PLAIN = 100;
const scratch = new Uint8Array(16 + MOST_PLAIN);
const floats = new DataView(scratch.buffer);
/** Place behind the value that was read last. */
export let behind = 0;

/** Returns the value at a place, or `OTHER`. */
export function plainAt(bytes, at) {
  const tag = bytes[at++];
  behind = at;
  if (tag < 4) return tag === 0 ? undefined : tag === 1 ? null : tag === 3;
  if (tag === 4) {
    let number = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++];
      number |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        behind = at;
        return number & 1 ? -(number + 1) / 2 : number / 2;
      }
    }
    return OTHER;
  }
  if (tag === 5) {
    if (at + 8 > bytes.length) return OTHER;
    behind = at + 8;
    for (let index = 0; index < 8; index++) scratch[index] = bytes[at + index];
    return floats.getFloat64(0, true);
  }
  if (tag !== 8) return OTHER;
  const length = bytes[at++];
  if (length > MOST_PLAIN || at + length > bytes.length) return OTHER;
  behind = at + length;
  let text = "";
  while (at < behind) text += String.fromCharCode(bytes[at++]);
  return text;
}

/** Returns the bytes of a value that is written at once: the next one is written to the same place. None for any other. */
export function encodePlain(value) {
  switch (typeof value) {
    case "undefined":
      scratch[0] = 0;
      return scratch.subarray(0, 1);
    case "boolean":
      scratch[0] = value ? 3 : 2;
      return scratch.subarray(0, 1);
    case "number": {
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
        if (value > 0x7ffffff || value < -0x7ffffff) return undefined;
        let left = value < 0 ? -2 * value - 1 : 2 * value;
        let at = 1;
        for (scratch[0] = 4; left >= 0x80; left >>>= 7) scratch[at++] = (left & 0x7f) | 0x80;
        scratch[at++] = left;
        return scratch.subarray(0, at);
      }
      if (value !== value) return undefined;
      scratch[0] = 5;
      floats.setFloat64(1, value, true);
      return scratch.subarray(0, 9);
    }
    case "string": {
      const { length } = value;
      if (length > MOST_PLAIN) return undefined;
      scratch[0] = 8;
      scratch[1] = length;
      for (let index = 0; index < length; index++) {
        const unit = value.charCodeAt(index);
        if (unit > 0xff) return undefined;
        scratch[2 + index] = unit;
      }
      return scratch.subarray(0, 2 + length);
    }
    default:
      return undefined;
  }
}
