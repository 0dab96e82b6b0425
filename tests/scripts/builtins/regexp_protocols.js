// What strings ask their arguments for under symbols, and what regular expressions have there.

function show(value) {
    return JSON.stringify(value, function (key, value) { return value === undefined ? '-' : value; });
}
function thrown(f) {
    try { return String(f()); } catch (error) { return error.name; }
}

// Any object can do the work; primitives are not asked.
var worker = { flags: 'g' };
['match', 'matchAll', 'replace', 'search', 'split'].forEach(function (name) {
    worker[Symbol[name]] = function () { return name + ':' + Array.prototype.join.call(arguments); };
});
print('s'.match(worker), 's'.matchAll(worker), 's'.replace(worker, 1), 's'.replaceAll(worker, 2));
// expect: match:s matchAll:s replace:s,1 replace:s,2
print('s'.search(worker), 's'.split(worker, 3), String.prototype.split.call(7, worker));
// expect: search:s split:s,3 split:7,
worker[Symbol.split] = null;
print('a[object Object]b'.split(worker).join('|')); // expect: a|b
worker[Symbol.split] = 1;
print(thrown(function () { return 'a'.split(worker); })); // expect: TypeError
print(thrown(function () { return String.prototype.match.call(null, worker); })); // expect: TypeError

// IsRegExp goes by Symbol.match.
var plain = /a/;
plain[Symbol.match] = false;
print('/a/'.startsWith(plain), '/a/'.includes(plain), thrown(function () { return 'x'.endsWith(/x/); }));
// expect: true true TypeError
print(thrown(function () { return 'x'.includes({ [Symbol.match]: true }); })); // expect: TypeError
print(RegExp(plain) === plain, RegExp(/a/g).flags); // expect: false g
var like = { [Symbol.match]: true, source: 'b+', flags: 'gi', constructor: RegExp };
print(RegExp(like) === like, String(new RegExp(like)), String(new RegExp(like, 'm'))); // expect: true /b+/gi /b+/m
var within = { [Symbol.match]: true, source: /c+/i, flags: undefined };
print(String(new RegExp(within)), String(new RegExp({ [Symbol.match]: true, source: /d/, flags: 'g' })));
// expect: /\/c+\/i/ /\/d\//g

// matchAll
var all = 'a1b22'.matchAll(/[a-z](\d+)/g);
print(Object.prototype.toString.call(all), all[Symbol.iterator]() === all);
// expect: [object RegExp String Iterator] true
print(show(Array.from(all, function (match) { return [match.index, match[1]]; })), show(all.next()));
// expect: [[0,"1"],[2,"22"]] {"value":"-","done":true}
print(show([...'xx'.matchAll(/(?:)/g)].map(function (match) { return match.index; })), [...'1.1'.matchAll('.')].length);
// expect: [0,1,2] 3
print(thrown(function () { return 'a'.matchAll(/a/); }), thrown(function () { return 'a'.replaceAll(/a/, ''); }));
// expect: TypeError TypeError
var global = /a/g;
global.lastIndex = 2;
print([...'aaaa'.matchAll(global)].length, global.lastIndex); // expect: 2 2
var once = RegExp.prototype[Symbol.matchAll].call(/a/, 'aa');
print(show(once.next()), show(once.next())); // expect: {"value":["a"],"done":false} {"value":"-","done":true}

// Species
var made = [];
class Sub extends RegExp {
    static get [Symbol.species]() {
        return function (pattern, flags) { made.push(pattern + ' ' + flags); return new RegExp(pattern, flags); };
    }
}
print('a-b'.split(new Sub('-', 'g')).join(), [...'aa'.matchAll(new Sub('a', 'g'))].length, made.join(' ; '));
// expect: a,b 2 /-/g gy ; /a/g g
print(RegExp[Symbol.species] === RegExp); // expect: true
var strange = /-/;
strange.constructor = 1;
print(thrown(function () { return 'a-b'.split(strange); })); // expect: TypeError
strange.constructor = { [Symbol.species]: null };
print('a-b'.split(strange).length); // expect: 2

// What scripts change is seen.
var exec = RegExp.prototype.exec, calls = 0, results;
RegExp.prototype.exec = function (text) { calls++; return exec.call(this, text); };
var banana = 'banana';
results = [banana.replace(/a/g, 'o'), banana.match(/n/g).length, banana.search(/n/), banana.split(/n/).join(), calls];
RegExp.prototype.exec = exec;
print(results.join(' ')); // expect: bonono 2 2 ba,a,a 14
var replace = RegExp.prototype[Symbol.replace];
RegExp.prototype[Symbol.replace] = function (text, by) { return 'mine:' + replace.call(this, text, by); };
results = [banana.replace(/a/, 'o'), banana.replaceAll(/a/g, 'o')];
RegExp.prototype[Symbol.replace] = replace;
print(results.join()); // expect: mine:bonana,mine:bonono
print('banana'.replace(/a/, 'o')); // expect: bonana
var match = RegExp.prototype[Symbol.match];
delete RegExp.prototype[Symbol.match];
results = [thrown(function () { return 'a'.match('a'); }), thrown(function () { return 'a'.includes(/a/); })];
RegExp.prototype[Symbol.match] = match;
print(results.join()); // expect: TypeError,TypeError

// The conversions of the arguments come first, and may change all.
var late = /a/g;
print(thrown(function () { // expect: aaa
    return 'aaa'.replace(late, { toString: function () { late.exec = function () { return null; }; return 'x'; } });
}));
print('aXa'.split(/x/i, { valueOf: function () { RegExp.prototype.extra = 1; return 1; } }).join()); // expect: a
delete RegExp.prototype.extra;
