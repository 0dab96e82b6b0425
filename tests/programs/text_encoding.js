// The polyfill of TextEncoder and TextDecoder with the encodings of the Web that engines do not have: the text of every encoding as bytes, and
// bytes that are no text of it.
globalThis.TextEncoder = globalThis.TextDecoder = undefined;
const { TextEncoder, TextDecoder } = require('text-encoding');
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
const attempt = run => { try { return run(); } catch (error) { return error.name + ': ' + error.message; } };
const text = 'Grüße, Ελλάδα, Привет, שלום, 日本語テキスト, 中文字元, 한국어, 𝔘𝔫𝔦 🎉 \u0000\u007f\ufffd';
const labels = ['utf-8', 'utf-16le', 'utf-16be', 'ibm866', 'iso-8859-2', 'iso-8859-7', 'koi8-r', 'macintosh', 'windows-874', 'windows-1250',
  'windows-1251', 'windows-1252', 'windows-1253', 'windows-1255', 'x-mac-cyrillic', 'gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr',
  'x-user-defined'];
const noise = Uint8Array.from({ length: 600 }, (_, i) => (i * i * 31 + i * 7 + (i >> 3)) & 255);
for (const label of labels) {
  const bytes = new TextEncoder(label, { NONSTANDARD_allowLegacyEncoding: true });
  const encoded = attempt(() => bytes.encode(text));
  print(label, typeof encoded === 'string' ? encoded : encoded.length + ' ' + hex(encoded.subarray(0, 60)));
  if (typeof encoded !== 'string') print(JSON.stringify(attempt(() => new TextDecoder(label).decode(encoded))));
  const decoder = attempt(() => new TextDecoder(label));
  if (typeof decoder === 'string') { print(decoder); continue; }
  const found = decoder.decode(noise);
  let sum = 0;
  for (let i = 0; i < found.length; i++) sum = (Math.imul(sum, 31) + found.charCodeAt(i)) | 0;
  print(decoder.encoding, decoder.fatal, decoder.ignoreBOM, found.length, sum, JSON.stringify(found.slice(100, 130)));
  print(attempt(() => new TextDecoder(label, { fatal: true }).decode(noise)).slice(0, 60));
  // In pieces.
  const pieces = new TextDecoder(label);
  let joined = '';
  for (let i = 0; i < noise.length; i += 7) joined += pieces.decode(noise.subarray(i, i + 7), { stream: true });
  print(joined + pieces.decode() === found);
}
print(attempt(() => new TextDecoder('nope')), new TextDecoder('latin1').encoding, new TextDecoder(' UTF8 ').encoding);
