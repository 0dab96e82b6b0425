// not for node: its array iterators go on with the next element
// A getter of an element that asked the array's iterator for its next value was called by that again, without end.

function caught(body) {
    try {
        return body();
    } catch (error) {
        return error.name;
    }
}
let calls = 0;
const like = {
    length: 3,
    get 0() {
        calls++;
        return caught(() => iterator.next());
    },
    1: 'one',
    get 2() {
        throw new Error('two');
    },
};
const iterator = Array.prototype.values.call(like);
print(JSON.stringify(iterator.next()), calls); // expect: {"value":"TypeError","done":false} 1
print(JSON.stringify(iterator.next())); // expect: {"value":"one","done":false}
print(caught(() => iterator.next()), JSON.stringify(iterator.next())); // expect: Error {"done":true}

const measured = { get length() { return caught(() => [...entries].length) === 'TypeError' ? 1 : 2; }, 0: 'zero' };
const entries = Array.prototype.entries.call(measured);
print(JSON.stringify([...entries]), JSON.stringify(entries.next())); // expect: [[0,"zero"]] {"done":true}

const array = [, 'second'];
const keys = array.keys();
print([...keys].join(), [...array.values()].join(), [...new Uint8Array(2).entries()].join()); // expect: 0,1 ,second 0,0,1,0
