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
