// What a method calls detaches, shrinks or grows the buffer in the middle of each method: nothing is read or written that is
// not there, and the specification says which of these is an error. Each line has what a method gives for an array of 8 elements
// whose length is fixed, and for one whose length follows the buffer's.
// not for node: node 20 has no transfer, fills what has grown, and has other errors in Atomics

var hostile = {
    detach: function (buffer) { buffer.transfer(); },
    shrink: function (buffer) { buffer.resize(3); },
    empty: function (buffer) { buffer.resize(0); },
    grow: function (buffer) { buffer.resize(16); },
};

function attempt(work) {
    try {
        var result = work();
        if (result instanceof Uint8Array) {
            return "[" + Array.prototype.join.call(result) + "]";
        }
        return String(result);
    } catch (error) {
        return error.name;
    }
}

function fresh(follows) {
    var buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    var array = follows ? new Uint8Array(buffer) : new Uint8Array(buffer, 0, 8);
    for (var i = 0; i < 8; i++) array[i] = i + 1;
    return array;
}

function each(name, work) {
    print(name);
    for (var kind in hostile) {
        var line = [];
        for (var follows = 0; follows < 2; follows++) {
            var array = fresh(follows);
            var done = false;
            var strike = function () {
                if (!done) {
                    done = true;
                    hostile[kind](array.buffer);
                }
            };
            line.push(attempt(function () { return work(array, strike); }));
        }
        print(kind + ": " + line.join(" "));
    }
}

function number(strike, value) {
    return { valueOf: function () { strike(); return value; } };
}

each("at", function (a, s) { return a.at(number(s, 5)); });
each("at -1", function (a, s) { return a.at(number(s, -1)); });
each("copyWithin", function (a, s) { return a.copyWithin(number(s, 1), 2, 8); });
each("copyWithin end", function (a, s) { return a.copyWithin(0, 4, number(s, 8)); });
each("fill", function (a, s) { return a.fill(number(s, 9)); });
each("fill end", function (a, s) { return a.fill(9, 1, number(s, 8)); });
each("includes", function (a, s) { return a.includes(undefined, number(s, 0)); });
each("indexOf", function (a, s) { return a.indexOf(2, number(s, 0)); });
each("indexOf undefined", function (a, s) { return a.indexOf(undefined, number(s, 0)); });
each("lastIndexOf", function (a, s) { return a.lastIndexOf(2, number(s, 7)); });
each("slice", function (a, s) { return a.slice(number(s, 1), 7); });
each("subarray", function (a, s) { return a.subarray(number(s, 1), 7); });
each("with", function (a, s) { return a.with(1, number(s, 9)); });
each("with last", function (a, s) { return a.with(7, number(s, 9)); });
each("set", function (a, s) { a.set([number(s, 9), 8, 7, 6], 2); return a; });
each("set getter", function (a, s) {
    a.set({ length: 4, get 0() { s(); return 9; }, 1: 8, 2: 7, 3: 6 }, 2);
    return a;
});
each("set offset", function (a, s) { a.set([9], number(s, 7)); return a; });
each("set of itself", function (a, s) { a.set(a, number(s, 0)); return a; });
each("assignment", function (a, s) { a[5] = number(s, 9); return a; });
each("defineProperty", function (a, s) { return Reflect.defineProperty(a, 5, { value: number(s, 9) }); });
each("every", function (a, s) { return a.every(function (value) { s(); return value !== undefined; }); });
each("some", function (a, s) { return a.some(function (value) { s(); return value === undefined; }); });
each("find", function (a, s) { return a.find(function (value, index) { s(); return index === 5; }); });
each("findLast", function (a, s) { return a.findLast(function (value, index) { s(); return index === 2; }); });
each("findLastIndex", function (a, s) {
    return a.findLastIndex(function (value) { s(); return value === undefined; });
});
each("forEach", function (a, s) { var all = []; a.forEach(function (value) { s(); all.push(value); }); return all; });
each("map", function (a, s) { return a.map(function (value) { s(); return value + 1; }); });
each("filter", function (a, s) { return a.filter(function () { s(); return true; }); });
function listing(strike) {
    return function (sum, value) { strike(); return sum + "," + (value === undefined ? "-" : value); };
}
each("reduce", function (a, s) { return a.reduce(listing(s)); });
each("reduceRight", function (a, s) { return a.reduceRight(listing(s)); });
each("join", function (a, s) { return a.join({ toString: function () { s(); return "-"; } }); });
each("sort", function (a, s) { return a.sort(function (x, y) { s(); return y - x; }); });
each("toSorted", function (a, s) { return a.toSorted(function (x, y) { s(); return y - x; }); });
each("iteration", function (a, s) { var all = []; for (var value of a) { s(); all.push(value); } return all; });
each("entries", function (a, s) { var all = []; for (var entry of a.entries()) { s(); all.push(entry); } return all; });

// The species strikes, or gives what nobody expects.
function species(array, make) {
    array.constructor = { [Symbol.species]: make };
    return array;
}
function striking(strike) {
    return function (length) { strike(); return new Uint8Array(length); };
}
each("slice by species", function (a, s) { return species(a, striking(s)).slice(1, 7); });
each("map by species", function (a, s) { return species(a, striking(s)).map(function (value) { return value; }); });
each("filter by species", function (a, s) { return species(a, striking(s)).filter(function () { return true; }); });
each("subarray by species", function (a, s) {
    return species(a, function (buffer, offset, length) { s(); return new Uint8Array(buffer, offset, length); }).subarray(1, 3);
});
each("slice to itself", function (a) { return species(a, function () { return new Uint8Array(a.buffer, 2); }).slice(0, 4); });
each("slice to what is short", function (a) { return species(a, function () { return new Uint8Array(1); }).slice(0, 4); });
each("slice to no array", function (a) { return species(a, function () { return []; }).slice(0, 4); });

// Buffers and DataViews.
each("ArrayBuffer.slice", function (a, s) { return new Uint8Array(a.buffer.slice(number(s, 1), 7)); });
each("ArrayBuffer.slice by species", function (a, s) {
    a.buffer.constructor = { [Symbol.species]: function (length) { s(); return new ArrayBuffer(length); } };
    return new Uint8Array(a.buffer.slice(1, 7));
});
each("resize", function (a, s) { a.buffer.resize(number(s, 4)); return a.buffer.byteLength; });
each("transfer", function (a, s) { return a.buffer.transfer(number(s, 4)).byteLength; });
each("getUint16", function (a, s) { return new DataView(a.buffer).getUint16(number(s, 4)); });
each("setUint16", function (a, s) { new DataView(a.buffer).setUint16(4, number(s, 258)); return a; });
each("new Uint8Array of a buffer", function (a, s) { return new Uint8Array(a.buffer, number(s, 2), 4); });
each("new DataView", function (a, s) { return new DataView(a.buffer, number(s, 2), 4).byteLength; });
each("new Uint8Array by prototype", function (a, s) {
    var target = function () {}.bind();
    Object.defineProperty(target, "prototype", { get: function () { s(); return Uint8Array.prototype; } });
    return Reflect.construct(Uint8Array, [a], target);
});
each("Atomics.store", function (a, s) { return Atomics.store(a, 5, number(s, 9)); });
each("Atomics.add", function (a, s) { return Atomics.add(a, 1, number(s, 9)); });
// expect: at
// expect: detach: undefined undefined
// expect: shrink: undefined undefined
// expect: empty: undefined undefined
// expect: grow: 6 6
// expect: at -1
// expect: detach: undefined undefined
// expect: shrink: undefined undefined
// expect: empty: undefined undefined
// expect: grow: 8 8
// expect: copyWithin
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [1,3,3]
// expect: empty: TypeError []
// expect: grow: [1,3,4,5,6,7,8,8] [1,3,4,5,6,7,8,8,0,0,0,0,0,0,0,0]
// expect: copyWithin end
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [1,2,3]
// expect: empty: TypeError []
// expect: grow: [5,6,7,8,5,6,7,8] [5,6,7,8,5,6,7,8,0,0,0,0,0,0,0,0]
// expect: fill
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [9,9,9]
// expect: empty: TypeError []
// expect: grow: [9,9,9,9,9,9,9,9] [9,9,9,9,9,9,9,9,0,0,0,0,0,0,0,0]
// expect: fill end
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [1,9,9]
// expect: empty: TypeError []
// expect: grow: [1,9,9,9,9,9,9,9] [1,9,9,9,9,9,9,9,0,0,0,0,0,0,0,0]
// expect: includes
// expect: detach: true true
// expect: shrink: true true
// expect: empty: true true
// expect: grow: false false
// expect: indexOf
// expect: detach: -1 -1
// expect: shrink: -1 1
// expect: empty: -1 -1
// expect: grow: 1 1
// expect: indexOf undefined
// expect: detach: -1 -1
// expect: shrink: -1 -1
// expect: empty: -1 -1
// expect: grow: -1 -1
// expect: lastIndexOf
// expect: detach: -1 -1
// expect: shrink: -1 1
// expect: empty: -1 -1
// expect: grow: 1 1
// expect: slice
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [2,3,0,0,0,0]
// expect: empty: TypeError [0,0,0,0,0,0]
// expect: grow: [2,3,4,5,6,7] [2,3,4,5,6,7]
// expect: subarray
// expect: detach: TypeError TypeError
// expect: shrink: RangeError RangeError
// expect: empty: RangeError RangeError
// expect: grow: [2,3,4,5,6,7] [2,3,4,5,6,7]
// expect: with
// expect: detach: RangeError RangeError
// expect: shrink: RangeError [1,9,3,0,0,0,0,0]
// expect: empty: RangeError RangeError
// expect: grow: [1,9,3,4,5,6,7,8] [1,9,3,4,5,6,7,8]
// expect: with last
// expect: detach: RangeError RangeError
// expect: shrink: RangeError RangeError
// expect: empty: RangeError RangeError
// expect: grow: [1,2,3,4,5,6,7,9] [1,2,3,4,5,6,7,9]
// expect: set
// expect: detach: [] []
// expect: shrink: [] [1,2,9]
// expect: empty: [] []
// expect: grow: [1,2,9,8,7,6,7,8] [1,2,9,8,7,6,7,8,0,0,0,0,0,0,0,0]
// expect: set getter
// expect: detach: [] []
// expect: shrink: [] [1,2,9]
// expect: empty: [] []
// expect: grow: [1,2,9,8,7,6,7,8] [1,2,9,8,7,6,7,8,0,0,0,0,0,0,0,0]
// expect: set offset
// expect: detach: TypeError TypeError
// expect: shrink: TypeError RangeError
// expect: empty: TypeError RangeError
// expect: grow: [1,2,3,4,5,6,7,9] [1,2,3,4,5,6,7,9,0,0,0,0,0,0,0,0]
// expect: set of itself
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [1,2,3]
// expect: empty: TypeError []
// expect: grow: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8,0,0,0,0,0,0,0,0]
// expect: assignment
// expect: detach: [] []
// expect: shrink: [] [1,2,3]
// expect: empty: [] []
// expect: grow: [1,2,3,4,5,9,7,8] [1,2,3,4,5,9,7,8,0,0,0,0,0,0,0,0]
// expect: defineProperty
// expect: detach: true true
// expect: shrink: true true
// expect: empty: true true
// expect: grow: true true
// expect: every
// expect: detach: false false
// expect: shrink: false false
// expect: empty: false false
// expect: grow: true true
// expect: some
// expect: detach: true true
// expect: shrink: true true
// expect: empty: true true
// expect: grow: false false
// expect: find
// expect: detach: undefined undefined
// expect: shrink: undefined undefined
// expect: empty: undefined undefined
// expect: grow: 6 6
// expect: findLast
// expect: detach: undefined undefined
// expect: shrink: undefined 3
// expect: empty: undefined undefined
// expect: grow: 3 3
// expect: findLastIndex
// expect: detach: 6 6
// expect: shrink: 6 6
// expect: empty: 6 6
// expect: grow: -1 -1
// expect: forEach
// expect: detach: 1,,,,,,, 1,,,,,,,
// expect: shrink: 1,,,,,,, 1,2,3,,,,,
// expect: empty: 1,,,,,,, 1,,,,,,,
// expect: grow: 1,2,3,4,5,6,7,8 1,2,3,4,5,6,7,8
// expect: map
// expect: detach: [2,0,0,0,0,0,0,0] [2,0,0,0,0,0,0,0]
// expect: shrink: [2,0,0,0,0,0,0,0] [2,3,4,0,0,0,0,0]
// expect: empty: [2,0,0,0,0,0,0,0] [2,0,0,0,0,0,0,0]
// expect: grow: [2,3,4,5,6,7,8,9] [2,3,4,5,6,7,8,9]
// expect: filter
// expect: detach: [1,0,0,0,0,0,0,0] [1,0,0,0,0,0,0,0]
// expect: shrink: [1,0,0,0,0,0,0,0] [1,2,3,0,0,0,0,0]
// expect: empty: [1,0,0,0,0,0,0,0] [1,0,0,0,0,0,0,0]
// expect: grow: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
// expect: reduce
// expect: detach: 1,2,-,-,-,-,-,- 1,2,-,-,-,-,-,-
// expect: shrink: 1,2,-,-,-,-,-,- 1,2,3,-,-,-,-,-
// expect: empty: 1,2,-,-,-,-,-,- 1,2,-,-,-,-,-,-
// expect: grow: 1,2,3,4,5,6,7,8 1,2,3,4,5,6,7,8
// expect: reduceRight
// expect: detach: 8,7,-,-,-,-,-,- 8,7,-,-,-,-,-,-
// expect: shrink: 8,7,-,-,-,-,-,- 8,7,-,-,-,3,2,1
// expect: empty: 8,7,-,-,-,-,-,- 8,7,-,-,-,-,-,-
// expect: grow: 8,7,6,5,4,3,2,1 8,7,6,5,4,3,2,1
// expect: join
// expect: detach: ------- -------
// expect: shrink: ------- 1-2-3-----
// expect: empty: ------- -------
// expect: grow: 1-2-3-4-5-6-7-8 1-2-3-4-5-6-7-8
// expect: sort
// expect: detach: [] []
// expect: shrink: [] [8,7,6]
// expect: empty: [] []
// expect: grow: [8,7,6,5,4,3,2,1] [8,7,6,5,4,3,2,1,0,0,0,0,0,0,0,0]
// expect: toSorted
// expect: detach: [8,7,6,5,4,3,2,1] [8,7,6,5,4,3,2,1]
// expect: shrink: [8,7,6,5,4,3,2,1] [8,7,6,5,4,3,2,1]
// expect: empty: [8,7,6,5,4,3,2,1] [8,7,6,5,4,3,2,1]
// expect: grow: [8,7,6,5,4,3,2,1] [8,7,6,5,4,3,2,1]
// expect: iteration
// expect: detach: TypeError TypeError
// expect: shrink: TypeError 1,2,3
// expect: empty: TypeError 1
// expect: grow: 1,2,3,4,5,6,7,8 1,2,3,4,5,6,7,8,0,0,0,0,0,0,0,0
// expect: entries
// expect: detach: TypeError TypeError
// expect: shrink: TypeError 0,1,1,2,2,3
// expect: empty: TypeError 0,1
// expect: grow: 0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8 0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,0,9,0,10,0,11,0,12,0,13,0,14,0,15,0
// expect: slice by species
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [2,3,0,0,0,0]
// expect: empty: TypeError [0,0,0,0,0,0]
// expect: grow: [2,3,4,5,6,7] [2,3,4,5,6,7]
// expect: map by species
// expect: detach: [0,0,0,0,0,0,0,0] [0,0,0,0,0,0,0,0]
// expect: shrink: [0,0,0,0,0,0,0,0] [1,2,3,0,0,0,0,0]
// expect: empty: [0,0,0,0,0,0,0,0] [0,0,0,0,0,0,0,0]
// expect: grow: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
// expect: filter by species
// expect: detach: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
// expect: shrink: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
// expect: empty: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
// expect: grow: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8]
// expect: subarray by species
// expect: detach: TypeError TypeError
// expect: shrink: [2,3] [2,3]
// expect: empty: RangeError RangeError
// expect: grow: [2,3] [2,3]
// expect: slice to itself
// expect: detach: [1,2,1,2,7,8] [1,2,1,2,7,8]
// expect: shrink: [1,2,1,2,7,8] [1,2,1,2,7,8]
// expect: empty: [1,2,1,2,7,8] [1,2,1,2,7,8]
// expect: grow: [1,2,1,2,7,8] [1,2,1,2,7,8]
// expect: slice to what is short
// expect: detach: TypeError TypeError
// expect: shrink: TypeError TypeError
// expect: empty: TypeError TypeError
// expect: grow: TypeError TypeError
// expect: slice to no array
// expect: detach: TypeError TypeError
// expect: shrink: TypeError TypeError
// expect: empty: TypeError TypeError
// expect: grow: TypeError TypeError
// expect: ArrayBuffer.slice
// expect: detach: TypeError TypeError
// expect: shrink: [2,3,0,0,0,0] [2,3,0,0,0,0]
// expect: empty: [0,0,0,0,0,0] [0,0,0,0,0,0]
// expect: grow: [2,3,4,5,6,7] [2,3,4,5,6,7]
// expect: ArrayBuffer.slice by species
// expect: detach: TypeError TypeError
// expect: shrink: [2,3,0,0,0,0] [2,3,0,0,0,0]
// expect: empty: [0,0,0,0,0,0] [0,0,0,0,0,0]
// expect: grow: [2,3,4,5,6,7] [2,3,4,5,6,7]
// expect: resize
// expect: detach: TypeError TypeError
// expect: shrink: 4 4
// expect: empty: 4 4
// expect: grow: 4 4
// expect: transfer
// expect: detach: TypeError TypeError
// expect: shrink: 4 4
// expect: empty: 4 4
// expect: grow: 4 4
// expect: getUint16
// expect: detach: TypeError TypeError
// expect: shrink: RangeError RangeError
// expect: empty: RangeError RangeError
// expect: grow: 1286 1286
// expect: setUint16
// expect: detach: TypeError TypeError
// expect: shrink: RangeError RangeError
// expect: empty: RangeError RangeError
// expect: grow: [1,2,3,4,1,2,7,8] [1,2,3,4,1,2,7,8,0,0,0,0,0,0,0,0]
// expect: new Uint8Array of a buffer
// expect: detach: TypeError TypeError
// expect: shrink: RangeError RangeError
// expect: empty: RangeError RangeError
// expect: grow: [3,4,5,6] [3,4,5,6]
// expect: new DataView
// expect: detach: TypeError TypeError
// expect: shrink: RangeError RangeError
// expect: empty: RangeError RangeError
// expect: grow: 4 4
// expect: new Uint8Array by prototype
// expect: detach: TypeError TypeError
// expect: shrink: TypeError [1,2,3]
// expect: empty: TypeError []
// expect: grow: [1,2,3,4,5,6,7,8] [1,2,3,4,5,6,7,8,0,0,0,0,0,0,0,0]
// expect: Atomics.store
// expect: detach: TypeError TypeError
// expect: shrink: TypeError RangeError
// expect: empty: TypeError RangeError
// expect: grow: 9 9
// expect: Atomics.add
// expect: detach: TypeError TypeError
// expect: shrink: TypeError 2
// expect: empty: TypeError RangeError
// expect: grow: 2 2
