// big-integer: everything that starts from numbers. (Reading numbers from text takes regular expressions: big_integer_text.js.)
var bigInt = require("big-integer");
var factorial = bigInt(1);
for (var i = 2; i <= 300; i++) factorial = factorial.multiply(i);
print(factorial.toString());
print(bigInt(2).pow(521).minus(1).toString());
var a = bigInt(123456789).pow(9).plus(987654321), b = bigInt(-98765432).times(109876543);
print(a.plus(b).toString(), a.minus(b).toString(), a.times(b).toString(), a.divide(b).toString(), a.mod(b).toString());
print(a.and(b).toString(), a.or(b).toString(), a.xor(b).toString(), a.shiftLeft(67).toString(), a.shiftRight(33).toString(), a.not().toString());
print(bigInt.gcd(a, b).toString(), bigInt.lcm(a, 12345).toString(), a.modInv(1000000007).toString(), a.square().toString(), bigInt(3).modPow(a, b.abs()).toString());
print(bigInt(1000000007).isPrime(), bigInt(1000000011).isPrime(), a.compare(b), a.isEven(), b.abs().toString(), a.bitLength().toString(), a.equals(a.next().prev()));
var fibonacci = [bigInt.zero, bigInt.one];
for (i = 2; i <= 1000; i++) fibonacci[i] = fibonacci[i - 1].add(fibonacci[i - 2]);
print(fibonacci[1000].toString(), fibonacci[1000].divmod(fibonacci[600]).remainder.toString());
