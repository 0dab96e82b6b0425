// not for node: version 20 ends without waiting for what waits
var words = new Int32Array(new SharedArrayBuffer(12));
words.set([2, -7, 0]);

// Promises that are notified, in their order, and those whose time is over.
var results = [];
[0, 1, 2].forEach(function (name) {
    Atomics.waitAsync(words, 1, words[1]).value.then(function (result) { results.push(name + result); });
});
Atomics.waitAsync(words, 2, words[2], 5).value.then(function (result) { print(result, results.join()); });
print(Atomics.waitAsync(words, 1, 77).value, Atomics.waitAsync(words, 1, words[1], 0).value, Atomics.notify(words, 1, 2));
print(Atomics.notify(words, 1), Atomics.notify(words, 1));
// expect: not-equal timed-out 2
// expect: 1 0
// expect: timed-out 0ok,1ok,2ok
