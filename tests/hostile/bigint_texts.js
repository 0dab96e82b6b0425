// Texts of long BigInts, made and read in all radices.
var long = BigInt('0x' + 'f3a9'.repeat(1000000)), length = 0;
for (var radix = 36; ; radix = radix === 2 ? 36 : radix - 1) {
  var text = long.toString(radix);
  length += text.length;
  if (radix === 10) long ^= BigInt(text);
  if (radix === 16) long ^= BigInt('0x' + text) >> 1n;
}
