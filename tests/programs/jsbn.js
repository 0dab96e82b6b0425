// needs: Date
// jsbn: RSA-sized arithmetic of the well-known big number library. Its digits have other sizes where there is a `navigator`, which
// the number that compareTo gives tells.
var BigInteger = require("jsbn").BigInteger;
var p = new BigInteger("d9131c9dcdb0b2d83e6a0ac5b5c0c7a1f4a2d3a6d4e9d4a53dfad1b6a6f36f9b", 16), q = new BigInteger("f2a5c4c8c2e7e3bcd7f8b9d5a1b3c5d7e9fb1d3f5a7c9ebd1f3a5c7e9db1d3f5", 16);
var n = p.multiply(q), e = new BigInteger("65537"), message = new BigInteger("123456789abcdef0fedcba9876543210", 16);
print(n.toString(16), n.bitLength(), n.toString(10));
var cipher = message.modPow(e, n);
print(cipher.toString(16));
print(p.add(q).toString(), p.subtract(q).toString(), n.divide(p).equals(q), n.mod(e).toString(), p.gcd(q).toString(), e.modInverse(p).multiply(e).mod(p).toString());
print(p.and(q).toString(16), p.or(q).toString(16), p.xor(q).toString(16), p.shiftLeft(13).toString(16), p.shiftRight(100).toString(16), p.negate().toString(), p.not().toString());
print(new BigInteger("2305843009213693951").isProbablePrime(10), new BigInteger("2305843009213693953").isProbablePrime(10), Math.sign(p.compareTo(q)), p.signum(), p.pow(5).toString(36), p.bitCount(), p.toByteArray().join());
var product = BigInteger.ONE;
for (var i = 2; i < 200; i++) product = product.multiply(new BigInteger("" + i));
print(product.toString());
