// The old parser of URLs with hosts that are none, and what is resolved against URLs without slashes.
const url = require('url');
const attempt = work => { try { return work(); } catch (error) { return `${error.name} ${error.code} ${error.input}`; } };
const shown = given => { const { auth, host, port, hostname, pathname, path, href } = url.parse(given); return JSON.stringify([auth, host, port, hostname, pathname, path, href]); };
for (const given of ['http://x:1:2/', 'http://x:1:2', 'http://a:b', 'http://a:b:c/d?e', 'http://:80/', 'http://a;b', 'http://a;b/c', 'http://a b/', 'http://a%20b/c', "http://a'b", 'http://a{b}', 'http://[::1',
  'http://[::1]', 'http://[::1]?q', 'http://[::1]:80#h', 'http://[::1]x/', 'http://[a b]/', 'http://::1/', 'http://a[b/', 'http://a]b', 'http://a|b/', 'http://A:', 'ws://a:1:2', 'x://a:b:3/c', 'x://a^b', `http://${'a'.repeat(255)}/`,
  `http://${'a'.repeat(256)}/`, 'http://u:p@h:1:2/', '//a:b/c', 'http://a:65536', 'http://a:007/', 'http:// x', 'http:///a', 'http://?a', 'http://#a', 'http://a\\b:c', 'http://\u00e9:1:2'])
  console.log(given.slice(0, 30), attempt(() => shown(given).slice(0, 300)));
for (const [from, to] of [['mailto:a@b', '/'], ['mailto:a@b', '/c'], ['mailto:a@b', 'c'], ['mailto:a@b', 'c@d'], ['mailto:a@b', ''], ['mailto:a@b', '#h'], ['mailto:a@b', '?q'], ['mailto:a@b', '..'], ['mailto:a@b', '//c'], ['mailto:a@b', 'mailto:c@d'],
  ['x:a/b/c', 'd'], ['x:a/b/c', '/d'], ['x:a/b/c', '../d'], ['x:a/b/c', '../../../d'], ['x:/a/b', '../c'], ['x:/a/b', '/c'], ['x://h/a/b', '../../../c'], ['x://h/a', '/c'], ['x://h', 'c'], ['x://h/a', '//i/c'], ['data:a,b', '/x'], ['urn:a:b', 'c'],
  ['javascript:a', 'b'], ['javascript:a', '/b'], ['tel:1', '2'], ['http://a/b', 'mailto:c@d'], ['/a', 'mailto:c@d'], ['http://x:1:2/a', 'b']])
  console.log(from, to, attempt(() => url.resolve(from, to)));
for (const base of ['x:a/b/c', 'x:/a/b', 'x://u:p@h:8/a/b', 'mailto:a@b', 'javascript:a/b', 'urn:', 'x:a'])
  for (const to of ['.', './', '..', '../', 'd/../e', '../../../../d/', '/..', '/../e', '/./e/.', 'a//b', 'e?q#h', '..?q', 'u@v/w'])
    console.log(base, to, url.resolve(base, to));
// Errors of the URLs of the web have the same code, and what was no URL.
for (const given of [['a'], ['a', 'b'], ['http://h:x'], [{ toString: () => 'c' }, 'd:e'], [undefined], ['', null]]) {
  try { new URL(...given); } catch (error) { console.log(error.name, error.message, error.stack.split('\n')[0], { ...error }); }
}
console.log(attempt(() => url.fileURLToPath('b')));
try { new URL('a:b').href = 'c'; } catch (error) { console.log({ ...error }); }
// Names of hosts become ASCII by UTS #46, or are no hosts.
for (const host of ['\u2102.com', 'a.com\u2100b', 'bad.com\u2105x', '\uff21\uff22.de', 'fa\u00df.de', 'xn--a', 'xn--fa-hia.de', '\u00ad', 'a\u00adb', '1\uff12', '\uff10x7f', '\ufb03', '\u200d', '\u2603', 'xn--', 'xn--ls8h', 'a\u3002b', 'A\u0308', '\ud800',
  '\u00c9.COM', '\u2177', 'a..b', '-a', 'a_b', 'xn--\u00e9', 'www.google.com\u2215x'])
  for (const protocol of ['http:', 'x:']) console.log(escape(host), protocol, attempt(() => { const { host: one, pathname } = url.parse(`${protocol}//${host}/p`); return `${one} ${pathname}`; }), attempt(() => url.resolve('http://q/', `${protocol}//${host}`)));
// A path alone is not escaped. Hosts have no tabs. Hosts with colons that are no addresses get brackets. Spaces at the end of a path stay.
for (const given of ['//?/a\\b', '\\-%b?~|c', '/a{b}', '/a{b}#c', '/a{b}?c=d|e', '/a b', '///a|', '/a@b|', '\0\x1f/a|\ufeff', '\u2003/a|', 'http://\t$a', 'mailto:\ta\nb?c', 'http://a\tb/c\td', 'x://a\r:8\n0/'])
  for (const flags of [[], [true], [false, true]]) console.log(escape(given), attempt(() => JSON.stringify(url.parse(given, ...flags))));
for (const hostname of ['[a:b', '[::1]', '::1', 'a:b]', '[a]:b']) console.log(url.format({ protocol: 'http', hostname, auth: 'a:b\u00e9/' }));
console.log(attempt(() => url.format({ auth: '\ud800', host: 'h' })));
for (const path of ['/a ', '/a  /', '/ ', '/a\t', '/a^|~?#%']) console.log(url.pathToFileURL(path).href);
for (const from of ['a//', '/a//', 'a//b', 'http://h/a//', 'a/', 'a///', '//', 'x//y/', '', '/', 'a', '..', 'http://h']) {
  console.log(from, ['.', './', '..', '../', '../..', './x', 'x//', '..//'].map(to => url.resolve(from, to)).join(' '));
}
for (const text of ['HTTPS:x/y', 'HTTPS:', 'Ftp:a@b', 'https:x/y', 'JAVASCRIPT:a']) console.log(text, url.parse(text).host, url.parse(text).href);
