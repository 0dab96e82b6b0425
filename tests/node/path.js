// Paths with slashes: suffixes that are empty, whole names or longer than them, slashes side by side, wrong arguments.
const path = require('path'), { posix, win32 } = path;
console.log(path === posix, path._makeLong === path.toNamespacedPath, posix.win32 === win32);
const all = ['', '/', '//', '///', '.', '..', './', 'a', 'a/', 'a//', '/a', '//a', '///a', 'a//b', '/a//b', 'a/b.txt', 'a/b.txt//', '.x', 'a.', '..a', 'c:/', '/a/../..', 'a/./b'];
for (const one of all) {
  const parsed = posix.parse(one);
  console.log(JSON.stringify([one, posix.normalize(one), posix.dirname(one), posix.basename(one), posix.extname(one), posix.isAbsolute(one), parsed, posix.format(parsed)]));
  console.log(JSON.stringify(all.map(other => [posix.basename(one, other), posix.join(one, other), posix.resolve('/q', one, other), posix.relative('/' + one, '/' + other)])));
  console.log(JSON.stringify(all.map(other => win32.basename(one, other))));
}
for (const [name, one] of [['posix', posix], ['win32', win32]]) {
  for (const call of ['normalize', 'join', 'resolve', 'dirname', 'basename', 'extname', 'isAbsolute', 'parse', 'format', 'relative']) {
    for (const values of [[5], [null], [[]], ['a', 5]]) {
      try { console.log(name, call, JSON.stringify(one[call](...values))); } catch (error) { console.log(name, call, error.name, error.code, error.message); }
    }
  }
  console.log(one.format({ ext: 'x' }), one.format({ name: 'a', ext: '.x', dir: 'd' }), one.format({ root: '/', base: 'b', name: 'no' }), one.format({ dir: null, base: undefined, name: null }), one.format({ dir: '/', root: '/', name: 'n' }));
}
for (const one of ['\\\\.\\pipe', '\\\\.\\pipe\\a\\..\\b', '\\\\?\\C:\\x\\..\\y', '\\\\?\\UNC\\s\\h\\x', '//./x', '\\\\.\\', '\\\\server\\share\\x']) {
  console.log(JSON.stringify([one, win32.normalize(one), win32.resolve(one), win32.resolve('C:\\a', one), win32.join(one, 'z'), win32.dirname(one), win32.toNamespacedPath(one)]));
}
