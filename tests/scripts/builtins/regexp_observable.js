// What is looked up when a script can see it: fast paths are not taken then.
// not for node: it looks for `global` where today's ECMA-262 looks for `flags`

function show(value) {
    return JSON.stringify(value);
}

var log = [];
var watched = /b/g;
Object.defineProperty(watched, 'flags', { get: function () { log.push('flags'); return 'g'; } });
Object.defineProperty(watched, 'exec', { get: function () { log.push('exec'); } });
print(show('abcb'.match(watched)), 'abcb'.search(watched), 'abcb'.replace(watched, '-'), show('abcb'.split(watched)));
// expect: ["b","b"] 1 a-c- ["a","c",""]
print(log.join()); // expect: flags,exec,exec,exec,exec,flags,exec,exec,exec,flags

var calls = 0;
var flagsGetter = Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags');
Object.defineProperty(RegExp.prototype, 'flags', {
    configurable: true,
    get: function () { calls++; return flagsGetter.get.call(this); }
});
print(show('abcb'.match(/b/g)), 'abcb'.replace(/b/g, '-'), show('abcb'.split(/b/)), calls);
// expect: ["b","b"] a-c- ["a","c",""] 3
Object.defineProperty(RegExp.prototype, 'flags', flagsGetter);
print(show('abcb'.match(/b/g)), calls); // expect: ["b","b"] 3

var globalGetter = Object.getOwnPropertyDescriptor(RegExp.prototype, 'global');
Object.defineProperty(RegExp.prototype, 'global', { configurable: true, get: function () { return false; } });
print(show('abcb'.match(/b/g).index), 'abcb'.replace(/b/g, '-')); // expect: 1 a-cb
Object.defineProperty(RegExp.prototype, 'global', globalGetter);
print('abcb'.replace(/b/g, '-')); // expect: a-c-

var builtin = RegExp.prototype.exec;
var texts = [];
RegExp.prototype.exec = function (string) { texts.push(string); return builtin.call(this, string); };
print(/a/.test('a'), 'b'.match(/b/g).length, 'cXc'.replace(/X/, '-'), 'd,d'.split(/,/).length, 'e'.search(/e/));
// expect: true 1 c-c 2 0
print(texts.join()); // expect: a,b,b,cXc,d,d,d,d,d,d,e
RegExp.prototype.exec = builtin;
print(/a/.test('a'), texts.length); // expect: true 8

// Additions to the prototype and to single objects change nothing.
RegExp.prototype.added = 1;
var own = /b/g;
own.added = 2;
print(show('abcb'.match(own)), 'abcb'.replace(own, '-'), own.added + /x/.added); // expect: ["b","b"] a-c- 3

// An object that inherits from a regular expression is none.
var heir = Object.create(/b/);
try {
    heir.exec('b');
} catch (e) {
    print(e.name); // expect: TypeError
}
print('a[object Object]'.replace({}, '-')); // expect: a-
