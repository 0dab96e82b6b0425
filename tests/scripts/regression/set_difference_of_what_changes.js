// not for node: the one that was at hand has no methods of sets like these; 26 agrees
// `difference` asks for what the set had when it was called, whatever the other one does to it meanwhile; the other methods look
// at the set itself.
function asked(method, change) {
  const set = new Set([1, 2, 3, 4]);
  const others = new Set([1, 2, 3]);
  const log = [];
  const other = {
    size: 9,
    has(value) {
      log.push(value);
      change(set, value);
      return others.has(value);
    },
    keys() {},
  };
  const result = set[method](other);
  print(method, log.join(), "gives", typeof result === "boolean" ? result : [...result].join());
}

for (const method of ["difference", "intersection", "isSubsetOf", "isDisjointFrom"]) {
  asked(method, (set) => set.clear());
  asked(method, (set, value) => set.delete(value + 1));
  asked(method, (set, value) => value < 9 && set.add(value + 10));
}
// expect: difference 1,2,3,4 gives 4
// expect: difference 1,2,3,4 gives 4
// expect: difference 1,2,3,4 gives 4
// expect: intersection 1 gives 1
// expect: intersection 1,3 gives 1,3
// expect: intersection 1,2,3,4,11,12,13,14 gives 1,2,3
// expect: isSubsetOf 1 gives true
// expect: isSubsetOf 1,3 gives true
// expect: isSubsetOf 1,2,3,4 gives false
// expect: isDisjointFrom 1 gives false
// expect: isDisjointFrom 1 gives false
// expect: isDisjointFrom 1 gives false
