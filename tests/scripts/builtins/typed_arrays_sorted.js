// slow: many thousands of comparisons
// Long lists without a function are sorted in another way than short ones.
function check(type, scale) {
    var long = new type(5000);
    var seed = 1;
    for (var i = 0; i < long.length; i++) {
        seed = (seed * 16807) % 2147483647;
        long[i] = (seed % 100000 - 50000) * scale;
    }
    var sorted = long.toSorted ? long.toSorted() : long.slice().sort();
    for (var i = 1; i < sorted.length; i++) {
        if (!(sorted[i - 1] <= sorted[i])) return type.name + " wrong at " + i;
    }
    long.sort(function (a, b) { return a - b; });
    return long.every(function (value, i) { return value === sorted[i]; });
}
print(check(Int8Array, 1), check(Uint8Array, 1), check(Int16Array, 1), check(Uint32Array, 60000), check(Int32Array, 40000));
// expect: true true true true true
print(check(Float32Array, 0.37), check(Float64Array, -1e200), check(Uint8ClampedArray, 0.01)); // expect: true true true
