const iconv = require('iconv-lite');
for (const encoding of ['win1251', 'latin1', 'utf16le', 'utf-16', 'Shift_JIS', 'gbk', 'big5', 'euc-kr', 'utf7', 'cp437']) {
  const bytes = iconv.encode('aé日本Я', encoding);
  console.log(encoding, bytes, iconv.decode(bytes, encoding));
}
console.log(iconv.encodingExists('utf8'), iconv.encodingExists('nope'), iconv.decode(Buffer.from([0xEF, 0xBB, 0xBF, 0x61]), 'utf8'));
const stream = iconv.decodeStream('win1251');
stream.on('data', text => console.log('text', text));
stream.write(Buffer.from([0xCF, 0xF0]));
stream.end(Buffer.from([0xE8]));
