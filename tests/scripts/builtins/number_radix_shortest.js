// not for node: V8 gives more digits than Number::toString (6.1.6.1.20) has them
// Numbers beyond 2^53 in other radices: as few digits as tell a number from its neighbours, and zeros behind them.
print((1e21).toString(7), (-1e21).toString(7), (1e21).toString(36)); // expect: 5135235413265003023000000 -5135235413265003023000000 5v1j4f4ds7a000
print((2 ** 53).toString(3), (2 ** 53 + 2).toString(7), (2 ** 64).toString(16), (2 ** 64).toString(10));
// expect: 1121202011211211122211100012101120 5350140446150306056 10000000000000000 18446744073709552000
// Half the way between two numbers is read as the even one.
print(Number(6n ** 34n).toString(6), (2 ** 1023).toString(32).length, Number.MAX_VALUE.toString(36).replace(/0+$/, ""));
// expect: 10000000000000000000000000000000000 205 1a1e4vngail
print((0.1).toString(3), (1 / 3).toString(3), Number.MIN_VALUE.toString(36).replace(/^0.0+/, ""));
// expect: 0.0022002200220022002200220022002201 0.1 3

// What is printed reads back as the number, and no text with one digit less does.
function exact(text, radix) {
  let [whole, fraction = ""] = text.split(".");
  let value = 0n;
  for (const digit of whole + fraction) value = value * BigInt(radix) + BigInt(parseInt(digit, radix));
  return [value, BigInt(radix) ** BigInt(fraction.length)];
}
const bits = new BigUint64Array(1), double = new Float64Array(bits.buffer);
// The double nearest to a quotient, by halving.
function reads(above, below, number) {
  const unit = 2n ** 1074n;
  const scaled = number => {
    double[0] = number;
    const exponent = (bits[0] >> 52n) & 0x7ffn, mantissa = bits[0] & 0xfffffffffffffn;
    return exponent ? (mantissa | 1n << 52n) << (exponent - 1n) : mantissa;
  };
  const own = scaled(number);
  double[0] = number;
  const isEven = !(bits[0] & 1n);
  bits[0]--;
  const lower = scaled(double[0]);
  bits[0] += 2n;
  const upper = Number.isFinite(double[0]) ? scaled(double[0]) : 2n * own - lower;
  const value = 2n * above * unit, low = (own + lower) * below, high = (own + upper) * below;
  return isEven ? low <= value && value <= high : low < value && value < high;
}
let state = 99, wrong = 0;
const random = n => (state = (state * 1103515245 + 12345) % 2147483648) % n;
for (let round = 0; round < 300; round++) {
  const number = (random(1 << 30) + random(1 << 30) / 2 ** 30) * 2 ** (random(200) - 100), radix = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 20, 27, 32, 35, 36][random(17)];
  const text = number.toString(radix);
  const [value, below] = exact(text, radix);
  let digits = value, dropped = 1n;
  while (digits % BigInt(radix) === 0n) [digits, dropped] = [digits / BigInt(radix), dropped * BigInt(radix)];
  const shorter = digits / BigInt(radix) * dropped * BigInt(radix);
  const isRight = reads(value, below, number) && !reads(shorter, below, number) && !reads(shorter + dropped * BigInt(radix), below, number);
  if (!isRight && wrong++ < 3) print(number, radix, text);
}
print(wrong); // expect: 0
