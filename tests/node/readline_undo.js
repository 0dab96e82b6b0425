// Changes of a line are undone and done again, what was cut comes back, and a listener that throws ends no keys.
const readline = require('readline');
const { PassThrough, Writable } = require('stream');
const input = new PassThrough(), output = new Writable({ write(chunk, encoding, done) { text += chunk; done(); } });
let text = '';
output.columns = 10;
const lines = readline.createInterface(input, output, start => [[`${start}!`], start], true);
const press = (name, keys) => {
  input.emit('data', Buffer.from(keys));
  console.log(name, JSON.stringify(text), JSON.stringify(lines.line), lines.cursor, JSON.stringify(lines.getCursorPos()));
  text = '';
};
const type = (name, keys) => { for (const key of keys) press(name, key); };
type('wraps', 'abcdefghij');
press('home', '\x1b[H');
type('undo', '\x1f'.repeat(3));
type('redo', '\x1e'.repeat(4));
type('cuts', ['\x1b[H', '\x1bd', 'x', ' ', 'y', '\x17', '\x15', 'n', '\x15']);
type('puts back', ['\x19', '\x1by', '\x1by', '\x1by', '\x1f', 'q', '\x1by']);
type('completes', ['\t', '\x1f']);
press('ends', '\r');
type('nothing to undo', ['\x1f', '\x1e']);
for (const sequence of ['\x1b[1$', '\x1b[2$', '\x1b[5^', '\x1b[11^', '\x1b[[5~', '\x1b[[5x']) {
  input.once('keypress', (text, key) => console.log(JSON.stringify(key)));
  input.emit('data', Buffer.from(sequence));
}
text = '';
lines.write(null);
lines.write('w', null);
input.once('keypress', () => { throw new Error('meant'); });
try { press('throws', 'k'); } catch (error) { console.log(error.message, lines.line); }
press('goes on', 'l');
output.columns = 0;
press('without columns', 'm');
lines.close();
