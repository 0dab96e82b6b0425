// An iterator of matchAll that is asked while it looks for a match, and one whose search fails.
// not for node: its iterators can be asked again

function thrown(f) {
    try { return String(f()); } catch (error) { return error.name; }
}
function iterator(exec) {
    var regexp = /a/g;
    regexp.constructor = { [Symbol.species]: function () { return { lastIndex: 0, exec: exec }; } };
    return 'a'.matchAll(regexp);
}

var running = iterator(function () { running.next(); });
print(thrown(function () { return running.next(); }), JSON.stringify(running.next())); // expect: TypeError {"done":true}
var failing = iterator(function () { throw new RangeError(); });
print(thrown(function () { return failing.next(); }), JSON.stringify(failing.next())); // expect: RangeError {"done":true}
