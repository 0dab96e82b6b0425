// Paths as Windows has them, wherever the program runs.
const path = require('path'), { win32 } = path;
console.log(require('path/win32') === win32, win32.posix === path.posix, win32.win32 === win32, win32.sep, win32.delimiter);
const PIECES = ['a', '.', '..', '\\', '/', 'c:', 'C:', '\\\\', '//', 'server', 'share', 'b.txt', '.x', 'd.', 'a b', '?'];
let seed = 7;
const next = below => (seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF, (seed >> 8) % below);
const made = () => Array.from({ length: next(7) }, () => PIECES[next(PIECES.length)] + (next(2) ? '\\' : '')).join('');
const all = ['', '\\', '/', 'c:', 'C:\\', 'c:a', 'c:\\a\\b.txt', '\\\\s\\h', '\\\\s\\h\\', '\\\\s\\h\\x', '//s/h/../x', 'a\\..\\..', 'C:/a/./b/', '\\\\s', '..\\', 'c:..'];
for (let i = 0; i < 60; i++) all.push(made());
for (const one of all) {
  const other = all[next(all.length)], parsed = win32.parse(one);
  console.log(JSON.stringify([one, other, win32.normalize(one), win32.dirname(one), win32.basename(one), win32.basename('x' + one, '.txt'), win32.extname(one),
    win32.isAbsolute(one), parsed, win32.format(parsed), win32.join(one, other), win32.resolve('D:\\q', 'C:\\w', one), win32.relative('C:\\' + one, 'C:\\' + other),
    win32.toNamespacedPath('C:\\' + one)]));
}
for (const name of ['normalize', 'join', 'resolve', 'dirname', 'basename', 'parse']) {
  try { win32[name](5); } catch (error) { console.log(name, error.name, error.code); }
}
console.log([':', '/', '\\', 'a', '.', '::', 'a:', ':/', './:', ' :'].map(path => require('path').win32.normalize(path)));
