// What programs ask of the system. Nothing is looked at: all answers are fixed, but for the name of the platform.
'use strict';

const isWindows = process.platform === 'win32';
const named = (name, value) => Object.defineProperty(() => value, 'name', { value: name });
const types = { darwin: 'Darwin', win32: 'Windows_NT', linux: 'Linux', freebsd: 'FreeBSD' };

exports.EOL = isWindows ? '\r\n' : '\n';
exports.devNull = isWindows ? '\\\\.\\nul' : '/dev/null';
exports.arch = named('arch', process.arch);
exports.availableParallelism = named('availableParallelism', 1);
exports.cpus = function cpus() {
  return [{ model: 'unknown', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }];
};
exports.endianness = named('endianness', 'LE');
exports.freemem = named('freemem', 2 ** 30);
exports.totalmem = named('totalmem', 2 ** 31);
exports.getPriority = named('getPriority', 0);
exports.setPriority = function setPriority() {};
exports.homedir = function homedir() { return process.env.HOME ?? '/'; };
exports.tmpdir = function tmpdir() { return process.env.TMPDIR ?? process.env.TEMP ?? '/tmp'; };
exports.hostname = named('hostname', 'localhost');
exports.loadavg = function loadavg() { return [0, 0, 0]; };
exports.machine = named('machine', { x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch);
exports.networkInterfaces = function networkInterfaces() { return {}; };
exports.platform = named('platform', process.platform);
exports.release = named('release', '0.0.0');
exports.type = named('type', types[process.platform] ?? process.platform);
exports.uptime = function uptime() { return process.uptime(); };
exports.userInfo = function userInfo() {
  return { uid: -1, gid: -1, username: process.env.USER ?? 'user', homedir: exports.homedir(), shell: null };
};
exports.version = named('version', '');
exports.constants = require('constants').os;
