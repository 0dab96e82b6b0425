// How many colours a terminal has, by what the environment says of it.
const { WriteStream } = require('tty');
const { getColorDepth, hasColors } = WriteStream.prototype;
const said = f => { try { return f(); } catch (error) { return `${error.code} ${error.message}`; } };
for (const env of [
  {}, { FORCE_COLOR: '' }, { FORCE_COLOR: '1' }, { FORCE_COLOR: 'true' }, { FORCE_COLOR: '2' }, { FORCE_COLOR: '3' }, { FORCE_COLOR: '0' },
  { NO_COLOR: '', COLORTERM: 'truecolor' }, { NODE_DISABLE_COLORS: '1', TMUX: '1' }, { TERM: 'dumb', COLORTERM: '24bit' }, { TMUX: '1' },
  { CI: '1' }, { CI: '1', GITHUB_ACTIONS: '1' }, { CI: '1', CI_NAME: 'codeship' }, { TEAMCITY_VERSION: '9.1.0' }, { TEAMCITY_VERSION: '8.0.0' },
  { TERM_PROGRAM: 'iTerm.app' }, { TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.1' }, { TERM_PROGRAM: 'HyperTerm' },
  { TERM_PROGRAM: 'Apple_Terminal' }, { TERM_PROGRAM: 'constructor' }, { COLORTERM: 'truecolor' }, { COLORTERM: '1' }, { TERM: 'xterm' },
  { TERM: 'xterm-256color' }, { TERM: 'XTERM-256color' }, { TERM: 'mosh' }, { TERM: 'terminator' }, { TERM: 'Konsole' }, { TERM: 'screen' },
  { TERM: 'linux' }, { TERM: 'vt100' }, { TERM: 'vt52' }, { TERM: 'con80x25' }, { TERM: 'eterm' },
]) console.log(JSON.stringify(env), getColorDepth(env), said(() => hasColors.call(WriteStream.prototype, env)), said(() => hasColors.call(WriteStream.prototype, 256, env)));
for (const count of ['x', 1, 1.5, null]) console.log(said(() => hasColors.call(WriteStream.prototype, count, {})));
