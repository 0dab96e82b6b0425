print(0.1 + 0.2, 2n ** 64n, (255).toString(36), -1 >>> 0, 5 % -3, 1e21, (25).toFixed(3), parseInt('0x1f'), BigInt.asIntN(8, 255n), Math.max(), -0);
