// Ways out of nests of loops over iterators, catch clauses and finally blocks: what is closed, in which order, what wins.
// slow: makes some thousand functions

var log = [];

function iterable(name, onReturn, most = 2) {
  return {
    [Symbol.iterator]() {
      var turns = 0;
      return {
        next() { log.push(name + turns); return { done: turns++ >= most, value: turns }; },
        return(value) {
          log.push("return " + name);
          if (onReturn === "throws") throw name;
          return onReturn === "primitive" ? 1 : {};
        }
      };
    }
  };
}

// What is opened and closed; `@` is the number of the level.
var KINDS = [
  ["l@: for (const x@ of iterable('i@', '')) {", "log.push('end@'); }", true],
  ["l@: for (let x@ of iterable('t@', 'throws')) { kept.push(() => x@);", "log.push('end@'); }", true],
  ["l@: for (x of iterable('p@', 'primitive')) {", "}", true],
  ["l@: { try {", "log.push('done@'); } catch (e) { log.push('caught@ ' + (e.name || e)); if (turn++ % 2) throw e; } }", false],
  ["l@: { try {", "} finally { log.push('finally@'); } }", false],
  ["l@: { try {", "} finally { for (var y of iterable('f@', '')) { if (turn++ % 3 == 0) break; } } }", false],
];
var MIDDLE = "if (turn++ > 1) { EXIT } log.push('middle');";

function exits(kinds) {
  var all = ["return turn;", "throw 'thrown';"];
  kinds.forEach(function (kind, level) {
    all.push("break l" + level + ";");
    if (kind[2]) all.push("continue l" + level + ";");
  });
  return all;
}

function body(kinds, exit) {
  var numbered = function (text, level) { return text.replace(/@/g, level); };
  var opened = kinds.map(function (kind, level) { return numbered(kind[0], level); });
  var closed = kinds.map(function (kind, level) { return numbered(kind[1], level); }).reverse();
  return "var x, turn = 0, kept = [];" + opened.join("") + MIDDLE.replace("EXIT", exit) + closed.join("") +
    "log.push(kept.map(f => f())); return 'end';";
}

var hash = 0;
function note(text) {
  for (var i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
}

function outcome(text) {
  log = [];
  try {
    log.push("gives " + Function("iterable", "log", text)(iterable, log));
  } catch (e) {
    log.push("throws " + (e.name || e));
  }
  return log.join();
}

function nests(depth, visit) {
  var total = Math.pow(KINDS.length, depth);
  for (var number = 0; number < total; number += depth < 3 ? 1 : 5) {
    var kinds = [];
    for (var level = 0, rest = number; level < depth; level++, rest = Math.floor(rest / KINDS.length)) {
      kinds.push(KINDS[rest % KINDS.length]);
    }
    visit(kinds);
  }
}

for (var depth = 1; depth <= 3; depth++) {
  hash = 0;
  var count = 0;
  nests(depth, function (kinds) {
    exits(kinds).forEach(function (exit) {
      count++;
      note(outcome(body(kinds, exit)));
    });
  });
  print(depth, count, hash);
// expect: 1 21 -1574349614
// expect: 2 180 -1289213856
// expect: 3 286 2005425788
}

// Deep ones, and many ways out of each.
var seed = 1;
function random(n) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 65536) % n;
}
hash = 0;
for (var run = 0; run < 60; run++) {
  var kinds = [];
  while (kinds.length < 7) kinds.push(KINDS[random(KINDS.length)]);
  var all = exits(kinds), some = "switch (turn) {";
  for (var at = 2; at < 8; at++) some += "case " + at + ": " + all[random(all.length)] + "\n";
  note(outcome(body(kinds, some + "}")));
}
print(hash); // expect: 591968568

// More ways than are compared one by one, in a script, whose statements have values.
var script = "var turn = 0;", closing = "";
for (var level = 0; level < 24; level++) {
  script += "l" + level + ": for (var x" + level + " of iterable('i" + level + "', '', 1)) {" + level + ";";
  closing += "}";
}
hash = 0;
for (var to = 0; to < 24; to++) {
  var ways = "";
  for (var level = 0; level < 24; level++) ways += "if (" + to + " == " + level + ") { 'way " + level + "'; break l" + level + "; }";
  log = [];
  var value = (0, eval)(script + ways + "'inside';" + closing);
  note(value + log.join());
}
print(value, hash); // expect: way 23 -1187287144

// `return` of generators passes the same iterators.
function* generator() {
  try {
    for (var a of iterable("a", "")) {
      try {
        for (var b of iterable("b", "throws")) {
          for (var c of iterable("c", "")) yield a + b + c;
        }
      } catch (e) { log.push("caught " + e); yield "more"; }
    }
  } finally { yield "last"; }
}
log = [];
var g = generator();
print(g.next().value, g.return(7).value, g.return(8).value, g.return(9).value, g.next().value);
// expect: 3 more last 9 undefined
print(log.join()); // expect: a0,b0,c0,return c,return b,caught b,return a

// And closing is awaited.
function asyncIterable(name) {
  return {
    [Symbol.asyncIterator]() {
      return {
        next() { return { done: false, value: name }; },
        return() { log.push("return " + name); return Promise.resolve(name === "bad" ? 1 : {}); }
      };
    }
  };
}
async function leave(how) {
  outer: for await (var a of asyncIterable("a")) {
    try {
      for await (var b of asyncIterable(how === "bad" ? "bad" : "b")) {
        for (var c of iterable("c", "")) {
          for await (var d of asyncIterable("d")) {
            if (how === "outer") break outer;
            if (how === "throw") throw how;
            return how;
          }
        }
      }
    } finally { log.push("finally"); }
  }
  return "end";
}
(async function () {
  for (var how of ["outer", "throw", "return", "bad"]) {
    log = [];
    try { log.push("gives " + await leave(how)); } catch (e) { log.push("throws " + (e.name || e)); }
    print(log.join());
// expect: c0,return d,return c,return b,finally,return a,gives end
// expect: c0,return d,return c,return b,finally,return a,throws throw
// expect: c0,return d,return c,return b,finally,return a,gives return
// expect: c0,return d,return c,return bad,finally,return a,throws TypeError
  }
})();
