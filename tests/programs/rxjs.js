// rxjs: pipelines that end at once. What is later needs timers.
var rxjs = require("rxjs/dist/bundles/rxjs.umd");
var show = name => ({ next: value => print(name, JSON.stringify(value)), error: error => print(name, "error", error.message), complete: () => print(name, "complete") });
rxjs.range(1, 10).pipe(rxjs.filter(x => x % 2), rxjs.map(x => x * x), rxjs.scan((a, b) => a + b, 0), rxjs.bufferCount(2)).subscribe(show("range"));
rxjs.from("hello").pipe(rxjs.groupBy(c => c > "h"), rxjs.mergeMap(group => group.pipe(rxjs.toArray(), rxjs.map(all => [group.key, all.join("")])))).subscribe(show("groups"));
var subject = new rxjs.ReplaySubject(2);
[1, 2, 3].forEach(x => subject.next(x));
subject.pipe(rxjs.switchMap(x => rxjs.of(x, -x)), rxjs.take(3), rxjs.finalize(() => print("finalized"))).subscribe(show("replay"));
rxjs.throwError(() => new Error("wrong")).pipe(rxjs.retry(2), rxjs.catchError(error => rxjs.of(error.message))).subscribe(show("caught"));
rxjs.combineLatest({ a: rxjs.of(1, 2), b: rxjs.of("x") }).subscribe(show("latest"));
rxjs.defer(() => { throw new TypeError("deferred"); }).subscribe(show("deferred"));
