// What calls of fs say of a callback that is missing or no function, and that `close` needs none.
const fs = require('fs'), util = require('util');

function said(name, ...values) {
  try {
    fs[name](...values);
    console.log(name, 'runs');
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}
for (const name of ['readFile', 'stat', 'lstat', 'access', 'readdir', 'mkdir', 'rmdir', 'unlink', 'realpath', 'open']) said(name, 'x');
for (const name of ['writeFile', 'appendFile', 'rename', 'copyFile']) said(name, 'x', 'y');
said('readFile', 'x', 'utf8');
said('rename', 'x', 'y', 1);
said('writeFile', 'x', 'y', 'utf8');
for (const [derived, base] of [[null, Map], [Map, null], [Map, 1]]) {
  try {
    util.inherits(derived, base);
    console.log('inherits');
  } catch (error) {
    console.log(error.code, error.message);
  }
}
