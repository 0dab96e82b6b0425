// needs: RegExp
// big-integer: factorials, powers, modular arithmetic, primality, bases.
var bigInt = require("big-integer");
var factorial = bigInt(1);
for (var i = 2; i <= 300; i++) factorial = factorial.multiply(i);
print(factorial.toString());
print(bigInt(2).pow(521).minus(1).toString());
print(bigInt(3).modPow("123456789012345678901234567890", "987654321098765432109876543210").toString());
print(bigInt("1000000007").isPrime(), bigInt("1000000011").isPrime(), bigInt("170141183460469231731687303715884105727").isProbablePrime(5, function () { return 0.5; }));
var a = bigInt("123456789".concat("987654321987654321987654321")), b = bigInt("-98765432109876543210");
print(a.plus(b).toString(), a.minus(b).toString(), a.times(b).toString(), a.divide(b).toString(), a.mod(b).toString());
print(a.and(b).toString(), a.or(b).toString(), a.xor(b).toString(), a.shiftLeft(67).toString(), a.shiftRight(33).toString(), a.not().toString());
print(bigInt.gcd(a, b).toString(), bigInt.lcm(a, 12345).toString(), a.modInv("1000000007").toString(), a.square().toString());
print(a.toString(2), a.toString(36), bigInt("zzzzzzzzzz", 36).toString(), bigInt("-1011011", 2).toString(), a.compare(b), a.isEven(), b.abs().toString());
var fibonacci = [bigInt.zero, bigInt.one];
for (i = 2; i <= 1000; i++) fibonacci[i] = fibonacci[i - 1].add(fibonacci[i - 2]);
print(fibonacci[1000].toString(), fibonacci[1000].divmod(fibonacci[600]).remainder.toString());
