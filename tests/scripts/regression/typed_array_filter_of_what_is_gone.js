// Elements that are gone when `filter` reads them are undefined, which is converted to what the result holds, and not before.
function shrinking(Kind, Species, calls) {
  const buffer = new ArrayBuffer(32, { maxByteLength: 32 });
  const array = new Kind(buffer);
  array.constructor = { [Symbol.species]: Species };
  return array.filter(function (value, index) {
    calls.push(value);
    if (index === 0) buffer.resize(8);
    return true;
  });
}

print(shrinking(Uint16Array, Float64Array, []).join()); // expect: 0,0,0,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN
print(shrinking(Float64Array, Uint8Array, []).join()); // expect: 0,0,0,0
const calls = [];
try {
  shrinking(BigInt64Array, undefined, calls);
} catch (error) {
  print(error.name, calls.join()); // expect: TypeError 0,,,
}
