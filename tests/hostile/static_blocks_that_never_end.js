// Classes that are made in classes that are made.
function make(n) { return class { static inner = n > 0 && make(n - 1); static { this.list = [this.inner]; } [Symbol.iterator + '' ? 'k' + n : 0]() { } }; }
const kept = [];
for (;;) try { kept.push(make(200)); } catch { }
