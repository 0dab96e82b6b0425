// Options of an interface that are wrong, and their defaults.
const readline = require('readline');
const { PassThrough } = require('stream');
for (const options of [
  { completer: 5 }, { completer: null }, { history: 5 }, { history: null }, { history: ['a'] }, { historySize: -1 }, { historySize: 'x' },
  { historySize: 0 }, { historySize: NaN }, { tabSize: 0 }, { tabSize: 'x' }, { tabSize: 1.5 }, { tabSize: undefined }, { escapeCodeTimeout: 10 },
  { removeHistoryDuplicates: true, history: ['q'] }, { terminal: false },
]) {
  try {
    const face = readline.createInterface({ input: new PassThrough(), output: new PassThrough(), terminal: true, ...options });
    console.log(face.tabSize, face.escapeCodeTimeout, face.terminal, face.terminal && [face.historySize, face.history]);
    face.close();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
