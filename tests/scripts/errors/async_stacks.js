// Stacks of errors go on with the async functions that wait, innermost first.
function callers(error) {
    return error.stack.split("\n").slice(1).map(line => line.trim().slice(3).replace(/ ?\(?[^ ]*:\d+:\d+\)?$/, "")).join(" < ");
}
async function inner() { await null; throw new Error("deep"); }
async function middle() { await inner(); }
async function outer() { await middle(); }
async function all() { await Promise.all([1, inner()]); }
async function any() { await Promise.any([inner()]).catch(error => { throw error.errors[0]; }); }
async function settled() { throw (await Promise.allSettled([1, 2, inner()]))[2].reason; }
async function race() { await Promise.race([inner()]); }
async function* generator() { yield 1; await null; throw new Error("in generator"); }
async function loop() { for await (const value of generator()); }
async function* delegating() { yield* generator(); }
async function longLoop() { for await (const value of delegating()); }
async function returning() { return inner(); }
async function awaitsReturning() { await returning(); }
async function then() { await Promise.resolve(1).then(function callback() { throw new Error("in callback"); }); }
async function afterFinally() { await inner().finally(() => { }); }
async function notAwaited() { inner().catch(error => { first = callers(error); }); await null; await null; await null; throw first; }
async function twoWait() { const promise = inner(); promise.catch(() => { }); await promise; }
async function plain() { await null; (function inPlain() { throw new Error("plain"); })(); }
async function callsPlain() { await plain(); }
async function recursion(n) { if (n === 0) { await null; throw new Error("recursion"); } await recursion(n - 1); }
async function fromIterator() { for await (const value of [inner()]); }
async function caught() { try { await inner(); } catch (error) { await null; throw error; } }
async function rethrows() { try { await inner(); } finally { await null; } }
async function thenable() { await { then(resolve) { resolve(inner()); } }; }
var first;
(async function () {
    for (const f of [outer, all, any, settled, race, loop, longLoop, awaitsReturning, then, afterFinally, twoWait, callsPlain,
        fromIterator, caught, rethrows, thenable]) {
        await f().catch(error => print(f.name + ": " + callers(error)));
// expect: outer: inner < async middle < async outer < async
// expect: all: inner < async Promise.all (index 1) < async all < async
// expect: any: inner < async Promise.any (index 0) < async any < async
// expect: settled: inner < async Promise.allSettled (index 2) < async settled < async
// expect: race: inner < async race < async
// expect: loop: generator < async loop < async
// expect: longLoop: generator < async delegating < async longLoop < async
// expect: awaitsReturning: inner
// expect: then: callback < async then < async
// expect: afterFinally: inner < async afterFinally < async
// expect: twoWait: inner
// expect: callsPlain: inPlain < plain < async callsPlain < async
// expect: fromIterator: inner < async fromIterator < async
// expect: caught: inner < async caught < async
// expect: rethrows: inner < async rethrows < async
// expect: thenable: inner
    }
    await notAwaited().catch(print); // expect: inner
    await recursion(1000).catch(error => print(error.stack.split("\n").length < 40)); // expect: true
})();
