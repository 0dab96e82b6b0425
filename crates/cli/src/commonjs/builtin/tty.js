// Is standard input or output a terminal? How many colours has one?
'use strict';

const { invalidType, notHere, outOfRange } = require('internal/errors');
const streams = { 0: 'stdin', 1: 'stdout', 2: 'stderr' };

exports.isatty = function isatty(fd) { return process[streams[fd]]?.isTTY === true; };
exports.ReadStream = function ReadStream() { throw notHere('tty.ReadStream'); };
exports.WriteStream = function WriteStream() { throw notHere('tty.WriteStream'); };
exports.WriteStream.prototype.isTTY = true;

// Bits of a colour: 16 colours, 256, and all.
const [NONE, FEW, MANY, ALL] = [1, 4, 8, 24];
const FORCED = { '': FEW, 1: FEW, true: FEW, 2: MANY, 3: ALL };
const SERVICES = ['APPVEYOR', 'BUILDKITE', 'CIRCLECI', 'DRONE', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TRAVIS'];
const PROGRAMS = { HyperTerm: ALL, MacTerm: ALL, Apple_Terminal: MANY };
const WITH_ALL = ['mosh', 'rxvt-unicode-24bit', 'terminator'];
const WITH_FEW = ['eterm', 'cons25', 'console', 'cygwin', 'dtterm', 'gnome', 'hurd', 'jfbterm', 'konsole', 'kterm', 'mlterm', 'putty', 'st'];
const LIKE_FEW = /ansi|color|linux|^con\d*x\d|^rxvt|^screen|^xterm|^vt100/;

// What terminals say of themselves in the environment, as far as the program may see that.
function depthOf(env) {
  const has = name => env[name] !== undefined;
  if (has('FORCE_COLOR')) return Object.hasOwn(FORCED, env.FORCE_COLOR) ? FORCED[env.FORCE_COLOR] : NONE;
  if (has('NODE_DISABLE_COLORS') || has('NO_COLOR') || env.TERM === 'dumb') return NONE;
  if (env.TMUX) return MANY;
  if (env.CI) return SERVICES.some(has) || env.CI_NAME === 'codeship' ? MANY : NONE;
  if (has('TEAMCITY_VERSION')) return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? FEW : NONE;
  if (env.TERM_PROGRAM === 'iTerm.app') return !env.TERM_PROGRAM_VERSION || /^[0-2]\./.test(env.TERM_PROGRAM_VERSION) ? MANY : ALL;
  if (Object.hasOwn(PROGRAMS, env.TERM_PROGRAM ?? '')) return PROGRAMS[env.TERM_PROGRAM];
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return ALL;
  const term = (env.TERM ?? '').toLowerCase();
  if (/^xterm-256/.test(env.TERM ?? '')) return MANY;
  if (WITH_ALL.includes(term)) return ALL;
  return WITH_FEW.includes(term) || LIKE_FEW.test(term) || env.COLORTERM ? FEW : NONE;
}

const readline = () => require('readline');
Object.assign(exports.WriteStream.prototype, {
  getColorDepth(env = process.env) { return depthOf(env); },
  hasColors(count, env) {
    if (env === undefined && (count === undefined || typeof count === 'object' && count !== null)) [count, env] = [16, count];
    else if (typeof count !== 'number') throw invalidType('count', 'of type number', count);
    else if (!Number.isInteger(count)) throw outOfRange('count', 'an integer', count);
    else if (count < 2) throw outOfRange('count', `>= 2 && <= ${Number.MAX_SAFE_INTEGER}`, count);
    return count <= 2 ** this.getColorDepth(env);
  },
  getWindowSize() { return [this.columns, this.rows]; },
  cursorTo(x, y, callback) { return readline().cursorTo(this, x, y, callback); },
  moveCursor(dx, dy, callback) { return readline().moveCursor(this, dx, dy, callback); },
  clearLine(direction, callback) { return readline().clearLine(this, direction, callback); },
  clearScreenDown(callback) { return readline().clearScreenDown(this, callback); },
});
