// JSON written as UTF-8 into a growing Uint8Array and read from there again, a byte at a time.
let bytes = new Uint8Array(1024),
  end = 0;
function put(byte) {
  if (end === bytes.length) {
    const larger = new Uint8Array(end * 2);
    larger.set(bytes);
    bytes = larger;
  }
  bytes[end++] = byte;
}
function write(value) {
  if (typeof value === 'string') {
    put(34);
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      if (unit < 128) put(unit);
      else if (unit < 2048) {
        put(192 | (unit >> 6));
        put(128 | (unit & 63));
      } else {
        put(224 | (unit >> 12));
        put(128 | ((unit >> 6) & 63));
        put(128 | (unit & 63));
      }
    }
    put(34);
  } else if (Array.isArray(value)) {
    put(91);
    value.forEach((element, i) => {
      if (i) put(44);
      write(element);
    });
    put(93);
  } else if (typeof value === 'object') {
    let first = true;
    put(123);
    for (const key of Object.keys(value)) {
      if (!first) put(44);
      first = false;
      write(key);
      put(58);
      write(value[key]);
    }
    put(125);
  } else {
    const text = String(value);
    for (let i = 0; i < text.length; i++) put(text.charCodeAt(i));
  }
}
let at = 0;
function read() {
  const byte = bytes[at];
  if (byte === 34) {
    let text = '';
    for (at++; bytes[at] !== 34; ) {
      const unit = bytes[at++];
      if (unit < 128) text += String.fromCharCode(unit);
      else if (unit < 224) text += String.fromCharCode(((unit & 31) << 6) | (bytes[at++] & 63));
      else {
        text += String.fromCharCode(((unit & 15) << 12) | ((bytes[at] & 63) << 6) | (bytes[at + 1] & 63));
        at += 2;
      }
    }
    at++;
    return text;
  }
  if (byte === 91) {
    const list = [];
    while (bytes[at] !== 93) {
      at++;
      if (bytes[at] !== 93) list.push(read());
    }
    at++;
    return list;
  }
  if (byte === 123) {
    const object = {};
    while (bytes[at] !== 125) {
      at++;
      if (bytes[at] === 125) break;
      const key = read();
      at++;
      object[key] = read();
    }
    at++;
    return object;
  }
  let number = 0;
  while (bytes[at] >= 48 && bytes[at] <= 57) number = number * 10 + bytes[at++] - 48;
  return number;
}
const list = [];
for (let i = 0; i < 3000; i++)
  list.push({ id: i, name: 'Übung \u20ac ' + i, tags: ['one', 'two', 'three' + i], size: { width: i * 3, height: i % 77 } });
write(list);
const back = read();
(typeof console !== 'undefined' ? console.log : print)(end, back.length, JSON.stringify(back) === JSON.stringify(list));
