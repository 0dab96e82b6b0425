// Where lines end, whatever pieces they come in; questions, prompts and the end of the input.
const readline = require('readline'), promises = require('readline/promises'), { PassThrough } = require('stream');
const soon = () => new Promise(resolve => setImmediate(resolve));
(async () => {
  for (const pieces of [['a\r', '\nb\n'], ['a\r', 'b\r\n', '\r\n'], ['a', '\r', '\n', '\r', '\r', 'c'], ['\r\n\r', '\n\n'], ['a\n\rb\r'], ['x\u2028y\u2029z\n'], ['tail\r'], ['\u00e9'.repeat(3), '\n'], ['', '\n', '']]) {
    const input = new PassThrough(), told = [];
    const lines = readline.createInterface({ input, crlfDelay: Infinity });
    lines.on('line', line => told.push(line)).on('close', () => told.push('close'));
    for (const piece of pieces) {
      input.write(piece);
      await soon();
    }
    const before = told.length;
    input.end();
    await soon();
    await soon();
    console.log(JSON.stringify(pieces), before, JSON.stringify(told), lines.crlfDelay);
  }
  const bytes = Buffer.from('\u00e9\r\n\u20ac\n'), input = new PassThrough(), told = [];
  readline.createInterface({ input }).on('line', line => told.push(line));
  for (const byte of bytes) input.write(Buffer.from([byte]));
  await soon();
  console.log(JSON.stringify(told));
  {
    const input = new PassThrough(), output = new PassThrough().setEncoding('utf8');
    const lines = readline.createInterface({ input, output });
    lines.on('line', line => console.log('line', line)).on('pause', () => console.log('pause')).on('resume', () => console.log('resume'));
    lines.prompt();
    lines.question('one? ', answer => console.log('answer', answer, lines.getPrompt()));
    console.log(lines.getPrompt());
    lines.question('two? ', answer => console.log('never', answer));
    lines.pause();
    lines.prompt();
    input.write('1\n2\n');
    await soon();
    lines.question('three? ', answer => console.log('never', answer));
    input.end('rest');
    await soon();
    await soon();
    console.log(JSON.stringify(output.read()), lines.closed);
  }
  {
    const input = new PassThrough(), output = new PassThrough().setEncoding('utf8'), control = new AbortController();
    const lines = promises.createInterface({ input, output, prompt: '$ ' });
    const asked = lines.question('q? ', { signal: control.signal }).catch(error => error.name);
    control.abort();
    console.log(await asked, lines.getPrompt());
    const other = lines.question('r? ');
    input.write('answer\r');
    console.log(await other, lines.getPrompt());
    lines.on('line', line => { console.log('line', line); lines.close(); });
    input.write('a\nb\n');
    await soon();
    console.log(lines.closed);
  }
})();

// What comes behind the lines that were read with the one that closed is for others.
setTimeout(() => {
  const input = new PassThrough(), first = readline.createInterface({ input });
  first.on('line', line => { console.log('first', line); first.close(); });
  input.write('a\nb\nc');
  setImmediate(() => {
    console.log(['data', 'end', 'error'].map(name => input.listenerCount(name)).join());
    readline.createInterface({ input }).on('line', line => console.log('second', line));
    input.end('d\ne');
  });
}, 300);
