// An iterator whose `next` is a number is not walked like an array.
function of(iterator) { return { [Symbol.iterator]() { return iterator; } }; }
function failure(iterator) {
    try { for (const value of of(iterator)) return "a turn with " + value; } catch (error) { return error.name; }
    return "no turn";
}
print(failure({ next: 1 }), failure({ next: 0 }), failure({ next: -1 })); // expect: TypeError TypeError TypeError
print(failure(Object.assign([1, 2], { next: 0 }))); // expect: TypeError
try { const [a] = of(Object.assign([1, 2], { next: 0 })); print(a); } catch (error) { print(error.name); } // expect: TypeError
try { print([...of({ next: 0 })]); } catch (error) { print(error.name); } // expect: TypeError
function* delegates() { yield* of(Object.assign([1, 2], { next: 0 })); }
try { print(delegates().next().value); } catch (error) { print(error.name); } // expect: TypeError
(async () => {
    for await (const value of { [Symbol.asyncIterator]() { return Object.assign([1, 2], { next: 0 }); } }) print(value);
})().catch(error => print(error.name)); // expect: TypeError
