// not for node: it shows the place otherwise
// What a timer throws ends the program like any uncaught exception.
setTimeout(() => print("before"), 1); // expect: before
setTimeout(() => { throw new RangeError("in a timer"); }, 2); // expect error: RangeError: in a timer
setTimeout(() => print("never"), 3);
