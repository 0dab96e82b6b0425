// not for node: it converts the key for the read and again for the write; GetValue keeps the converted one (6.2.5.5, step 3.c)
const log = [], key = { toString() { log.push("key"); return "k"; } };
const parent = { get k() { log.push("get"); return 1; }, set k(value) { log.push("set " + value); } };
const child = {
  __proto__: parent,
  compound() { return super[key] += (log.push("right"), 1); },
  power() { return super[key] **= 2; },
  prefix() { return --super[key]; },
  postfix() { return super[key]++; },
  and() { return super[key] &&= 5; },
  decided() { return super[key] ??= 5; },
  assigned() { return super[key] = (log.push("right"), 6); },
  pattern() { [super[key]] = [7]; },
  *waiting() { super[yield] += yield; },
};
function told(name) { const value = child[name](); print(name, value, log.splice(0).join()); }
told("compound"); // expect: compound 2 key,get,right,set 2
told("power"); // expect: power 1 key,get,set 1
told("prefix"); // expect: prefix 0 key,get,set 0
told("postfix"); // expect: postfix 1 key,get,set 2
told("and"); // expect: and 5 key,get,set 5
told("decided"); // expect: decided 1 key,get
told("assigned"); // expect: assigned 6 right,key,set 6
told("pattern"); // expect: pattern undefined key,set 7
const waiting = child.waiting();
waiting.next(); waiting.next(key); waiting.next(3); print(log.splice(0).join()); // expect: key,get,set 4
// The base is looked at before the key is converted.
const bare = { __proto__: null, add() { super[key] += 1; }, count() { super[key]++; } };
for (const name of ["add", "count"]) try { bare[name](); } catch (error) { print(error.name, log.length); }
// expect: TypeError 0
// expect: TypeError 0
