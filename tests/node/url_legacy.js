// url.resolve of whole URLs and parts of them, what url.format and pathToFileURL escape.
const url = require('url');
const bases = ['', '/', 'a', 'a/b', '../c', './d/', '?q=1', '#h', '//h/p', 'http://h', 'http://h/', 'HTTP://User:Pa%20ss@Host.COM:8080/p/a/t/h?query=string#hash', 'http://a.com/b?c#d', 'file:///etc/passwd', 'https://ü.com/ü/x', '/a/b/../c?x'];
const targets = ['', '/', 'a', 'a/b', '../c', './d', '..', '.', '../../../..', '?q=1', '#h', '?', '#', '//h/p', '//user:pw@h/p', 'http://h', 'http://h/x/../y', 'https://z', 'mailto:a@b.c', 'javascript:alert(1)', 'http:a/b', 'ftp:x', 'http://a.com:99999/', '/x/./y/../z?k#l', 'ü', 'http://ü.com/ü', 'data:text/plain,abc', 'b//c', 'x y'];
for (const base of bases) console.log(JSON.stringify([base, ...targets.map(target => url.resolve(base, target))]));
for (const target of targets) console.log(target, url.resolveObject('http://a/b/c?d', target).href, url.parse('/one/two').resolve(target));
for (const bad of [undefined, null, 5, {}]) {
  for (const call of [() => url.resolve('a', bad), () => url.resolve(bad, 'a')]) try { console.log(call()); } catch (error) { console.log(error.name, error.code, error.message); }
}
const whole = new URL('http://a:b@xn--tda.com/a?a=b#c');
for (const options of [undefined, null, {}, { unicode: true }, { fragment: false, auth: false }, 5]) try { console.log(url.format(whole, options)); } catch (error) { console.log(error.code, error.message); }
console.log(url.format({ protocol: 'http', auth: 'a:b:c@d', host: 'h' }), url.pathToFileURL('/[a]^b|c~d e#f?g%h\\i').href, url.fileURLToPath(url.pathToFileURL('/[a]^b|c~d e#f?g%h\\i')));
