// What a decoder tells of the character that it waits for.
const { StringDecoder } = require('string_decoder');
const all = {
  utf8: [[0xe2], [0xe2, 0x82], [0xf0], [0xf0, 0x9f], [0xf0, 0x9f, 0x98], [0xc3], [0x61], [], [0xff], [0xe2, 0x82, 0xac]],
  utf16le: [[0x61], [0x61, 0], [0x3d, 0xd8], [0x61, 0, 0x62]],
  base64: [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]], base64url: [[1, 2, 3, 4, 5]], hex: [[1]], latin1: [[0xe2]],
};
for (const [encoding, pieces] of Object.entries(all)) {
  for (const piece of pieces) {
    const decoder = new StringDecoder(encoding);
    const text = decoder.write(Buffer.from(piece)), { lastNeed, lastTotal, lastChar } = decoder;
    console.log(encoding, piece.join(), JSON.stringify(text), lastNeed, lastTotal, lastChar.length, lastTotal ? lastChar.subarray(0, lastTotal - lastNeed) : '', JSON.stringify(decoder.end()), decoder.lastNeed);
  }
}
