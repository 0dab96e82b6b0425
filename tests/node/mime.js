// util: MIMEType and MIMEParams.
'use strict';
const { MIMEType, MIMEParams } = require('util');

const attempt = work => {
  try {
    return work();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};
const texts = [
  'text/plain', '  Text/HTML ; charset=UTF-8;foo="bar baz";foo=2;;x', 'a/b;c="d\\"e";f=;g="";h="x', 'text', '/x', 'a/', 'a b/c', 'a/b c',
  'x/y;=1;a b=2;q=\u00e9;r=\u20ac', ' text/plain ;a=b ;c = d', 'text/x;a="b"c;d=e', 'a/b;c="x\\', '', '/', 'a//b',
];
for (const text of texts) {
  console.log(attempt(() => {
    const mime = new MIMEType(text);
    return [mime.type, mime.subtype, mime.essence, String(mime), JSON.stringify(mime), [...mime.params].join('|')].join(' ~ ');
  }));
}
const mime = new MIMEType('text/javascript; charset=utf-8');
mime.type = 'APPLICATION';
mime.params.set('boundary', 'a b');
mime.params.set('charset', '');
console.log(String(mime), mime.params.get('CHARSET'), mime.params.has('charset'), [...mime.params.keys()], [...mime.params.values()]);
mime.params.delete('charset');
mime.subtype = 'JSON';
console.log(String(mime), new MIMEParams().toString());
for (const work of [
  () => mime.type = '', () => mime.subtype = 'a b', () => mime.params.set('a b', 'x'), () => mime.params.set('', 'x'),
  () => mime.params.set('a', '\u20ac'),
]) console.log(attempt(work));
for (const text of ['\u00e9x', 'a b', 'plain', '*\u00e9', ',;', ' a"b']) { try { new (require('util').MIMEType)(text); } catch (error) { console.log(error.code, error.message); } }
