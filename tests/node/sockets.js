// Sockets and servers that are connected to nothing; what util and vm have beside that.
const net = require('net'), https = require('https'), http = require('http'), util = require('util'), vm = require('vm');
const s = new net.Socket();
console.log(s.readyState, s.pending, s.connecting, s.destroyed, s.remoteAddress, s.address(), s.bytesRead, s.bytesWritten, s.timeout, s.bufferSize, s.writable, s.readable, s.allowHalfOpen);
console.log(s.setNoDelay() === s, s.setKeepAlive() === s, s.setTimeout(5) === s, s.ref() === s, s.unref() === s, s instanceof require('stream').Duplex, net.Stream === net.Socket);
s.on('close', had => console.log('close', had, s.destroyed, s.readyState)).destroy();
for (const server of [net.createServer(() => {}), http.createServer(), https.createServer({}, () => {})]) {
  console.log(server.listening, server.address(), server instanceof net.Server, server.ref() === server);
  server.close(error => console.log(error.code, error.message));
}
console.log(util.parseEnv('A=1\nB="x y" # c\nexport C=3\n#k\nD= q \nE=\'a\nb\'\nF=`z`\nG="a\\nb"\nH=\nI=a=b'));
console.log(util.types.isBigIntObject(Object(1n)), util.types.isBigIntObject(1n), util.types.isKeyObject(require('crypto').createSecretKey(Buffer.from('a'))), util.types.isKeyObject({}), util.types.isCryptoKey({}));
console.log(vm.compileFunction('return a + b')?.name, vm.compileFunction('return a + b', ['a', 'b'])(1, 2), vm.compileFunction('a => a').length, vm.compileFunction('return this === globalThis || typeof this')());
for (const f of [() => vm.compileFunction(5), () => vm.compileFunction('}, function () {'), () => vm.compileFunction('', 'a'), () => new http.Server(5)]) try { console.log(f()); } catch (error) { console.log(error.name, error.code); }
