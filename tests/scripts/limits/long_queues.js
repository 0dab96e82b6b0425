// Long arrays that change at the front: moving all elements each time would spend ten times the fuel.
// options: --fuel 30000000
// slow: a safepoint for each of many operations on a long array
var work = [], total = 0, i;
for (i = 0; i < 10000; i++) work.push(i);
for (i = 0; i < 20000; i++) { var item = work.shift(); total += item & 1; work.push(item + 1); if (i & 1) work[5] = item; total += work[3] & 1; }
print(work.length, total > 0); // expect: 10000 true
for (i = 0; i < 20000; i++) { work.unshift(work.pop()); }
for (i = 0; i < 20000; i++) { work.unshift(i); work.shift(); work.splice(0, 1); work.splice(0, 0, i); }
for (i = 0; i < 20000; i++) { work.unshift(i); work.push(i); }
for (i = 0; i < 20000; i++) { work.unshift(i, i); work.pop(); work.shift(); work.push(i, i); work.pop(); work.shift(); }
while (work.length) work.shift();
print(work.length, work[0], work.shift()); // expect: 0 undefined undefined
for (i = 0; i < 10000; i++) work.unshift(i);
print(work.length, work[0], work[9999]); // expect: 10000 9999 0
work.length = 4; print(work.join()); // expect: 9999,9998,9997,9996
