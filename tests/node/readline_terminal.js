// Lines on a terminal: what keys are, and what each does to the line and its place.
const readline = require('readline');
const { PassThrough, Writable } = require('stream');
const input = new PassThrough(); let text = ''; const output = new Writable({ write(c, e, d) { text += c; d(); } }); output.columns = 20; output.rows = 10; output.isTTY = true;
const modes = []; input.setRawMode = m => modes.push(m); input.isTTY = true;
const rl = readline.createInterface({ input, output, terminal: true, prompt: '> ', historySize: 3, completer: l => [['abc', 'abd'].filter(x => x.startsWith(l)), l], tabSize: 4 });
const flush = l => { console.log(l.padEnd(14), JSON.stringify(text), JSON.stringify(rl.line), rl.cursor, JSON.stringify(rl.getCursorPos()), JSON.stringify(rl.history)); text = ''; };
for (const n of ['line', 'close', 'pause', 'resume', 'SIGINT', 'SIGTSTP', 'history']) rl.on(n, (...a) => { if (n === 'SIGTSTP') return; console.log('event', n, JSON.stringify(a)); });
const keys = [['a', 'a'], ['bc', 'bc'], ['left', '\x1b[D'], ['X', 'X'], ['home', '\x1b[H'], ['Y', 'Y'], ['end', '\x1b[F'], ['backspace', '\x7f'], ['ctrl-a', '\x01'], ['delete', '\x1b[3~'], ['ctrl-e', '\x05'], ['return', '\r'], ['second', 'one two three'], ['ctrl-w', '\x17'], ['alt-b', '\x1bb'], ['alt-d', '\x1bd'], ['ctrl-u', '\x15'], ['ctrl-y', '\x19'], ['more', 'zz yy'], ['alt-f', '\x1bf'], ['ctrl-left', '\x1b[1;5D'], ['ctrl-k', '\x0b'], ['enter', '\n'], ['up', '\x1b[A'], ['up2', '\x1b[A'], ['up3', '\x1b[A'], ['down', '\x1b[B'], ['down', '\x1b[B'], ['long', 'x'.repeat(45)], ['left', '\x1b[D'], ['ctrl-a', '\x01'], ['ins', 'q'], ['ctrl-l', '\x0c'], ['ret', '\r'], ['wide', '日本é'], ['left', '\x1b[D'], ['left', '\x1b[D'], ['del', '\x1b[3~'], ['ctrl-u', '\x15'], ['ctrl-c', '\x03'], ['ctrl-u', '\x15'],['dup','z'],['ret','\r'],['dup','z'],['ret','\r'], ['ctrl-t', 'ab'], ['t', '\x14'], ['two lines', 'l1\rl2\rl3'], ['tab', '\x15a\t'], ['tab', '\t'], ['esc', '\x1bx'], ['ctrl-d', '\x15\x04']];

const stream = new PassThrough(), all = ['a', 'A', '5', ' ', '\r', '\n', '\t', '\b', '\x7f', '\x01', '\x1a', '\x1b', '\x1ba', '\x1bA', '\x1b\x1b', '\x1b\r', '\x1b ', '\x1b\x7f', 'é', '日', '😀', '-', '\x1b-', '\x1b[A', '\x1bOA', '\x1b[1;5A', '\x1b[1;2D', '\x1b[3~', '\x1b[3;5~', '\x1b[3$', '\x1b[3^', '\x1b[5~', '\x1b[[A', '\x1b[[5~', '\x1b[11~', '\x1b[24~', '\x1b[Z', '\x1b[a', '\x1bOa', '\x1b[200~x\x1b[201~', '\x1b[1~', '\x1b[H', '\x1bOH', '\x1bOP', '\x1b[E', '\x1b[9~', '\x1b[?', '\x1bO5A', '\x1b\x1b[A', '\x1b[1;10A', '\x1f', '\x1c', '\x00', 'abc'];
readline.emitKeypressEvents(stream, { escapeCodeTimeout: 20 });
stream.on('keypress', (text, key) => console.log(JSON.stringify(text), JSON.stringify(key)));
async function showKeys() {
  for (const text of all) {
    console.log('--', JSON.stringify(text));
    stream.write(text);
    await new Promise(resolve => setTimeout(resolve, text.endsWith('\x1b') ? 60 : 2));
  }
}
(async () => {
  await showKeys();
  rl.prompt(); flush('prompt');
  for (const [n, k] of keys) { input.write(k); await new Promise(r => setTimeout(r, 5)); flush(n); }
  console.log(modes);
  const r2 = readline.createInterface({ input: new PassThrough(), output, terminal: true }); r2.question('What? ', a => console.log('answer', a)); text2(); function text2() { console.log(JSON.stringify(text)); text = ''; }
  r2.write('yes'); console.log(r2.line, r2.cursor); r2.write(null, { ctrl: true, name: 'u' }); console.log(r2.line); r2.write('no\n'); r2.setPrompt('p> '); r2.prompt(true); console.log(JSON.stringify(text)); r2.clearLine?.(); r2.pause(); r2.close(); console.log(r2.closed, r2.terminal);
})();
