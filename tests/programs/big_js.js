// needs: RegExp
// big.js: decimal arithmetic.
var Big = require("big.js/big");
Big.DP = 40;
print(Big(1).div(3).toString(), Big(2).sqrt().toString(), Big("0.1").plus("0.2").toString(), Big("123456789.987654321").times("-98765.4321").toString(), Big(7).pow(50).toString(), Big("-1.5").round(0, 1).toString(), Big(10).mod(3).toString(), Big("1e-10").toFixed(12), Big(12345.6789).toExponential(2), Big(5).cmp(4));
