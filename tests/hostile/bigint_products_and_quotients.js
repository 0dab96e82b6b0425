// Products, quotients and powers of long BigInts: each takes long, in pieces.
var long = BigInt('0x' + 'f3a9'.repeat(500000)), half = BigInt('0x' + '7b1d'.repeat(250000)), found = 0n;
for (var turn = 0; ; turn++) {
  if (turn % 4 === 0) found ^= long / half;
  if (turn % 4 === 1) found ^= half * half;
  if (turn % 4 === 2) found ^= 10n ** 2000000n % long;
  if (turn % 4 === 3) found ^= long * 123456789n / 1000000007n;
}
