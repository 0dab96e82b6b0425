// Helpers on helpers, a hundred thousand deep: their steps and their ends.
let it = (function* () { for (let i = 0; ; i++) yield i; })();
for (let i = 0; i < 100000; i++) it = i % 4 ? it.map((x) => x) : it.filter((x) => true);
for (const way of [() => it.next(), () => it.return()]) try { way(); } catch { }
for (;;) { let c = [1].values(); for (let i = 0; i < 2000; i++) c = Iterator.concat(c, [1]).take(1e9).drop(0).flatMap((x) => [x]); try { c.toArray(); } catch { } try { c.return(); } catch { } }
