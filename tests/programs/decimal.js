// needs: RegExp
// decimal.js: arbitrary precision with functions.
var Decimal = require("decimal.js/decimal");
Decimal.set({ precision: 60 });
print(new Decimal(2).sqrt().toString(), new Decimal(1).div(3).toString(), Decimal.exp(1).toString(), Decimal.ln(10).toString(), Decimal.sin(1).toString(), new Decimal("123.456e-7").pow(5).toString());
var x = new Decimal("-0.000123456789"), sum = new Decimal(0);
for (var i = 1; i <= 200; i++) sum = sum.plus(new Decimal(1).div(i));
print(sum.toFixed(50), x.toExponential(3), x.toFixed(8), x.abs().cbrt().toPrecision(20), Decimal.max(1, "5", 3).toString(), new Decimal("0xff.8").toString(), new Decimal(255).toHex(), x.toFraction(1000).join("/"), new Decimal(10).mod("3.3").toString());
