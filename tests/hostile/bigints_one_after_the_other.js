// Operations on the longest BigInts that have next to nothing to do, and conversions that give short ones.
const long = (1n << 16777214n) - 1n, one = 1n << 16777214n, list = new BigUint64Array(4);
const attempts = [() => -long, () => ~long, () => long + 1n, () => one >> 1n, () => 1n << 16777213n, () => BigInt.asUintN(16777213, long), () => BigInt.asIntN(16777213, long),
  () => BigInt.asUintN(64, long), () => Number(long), () => long === one, () => long < 1e300, () => long == 0.5, () => list[0] = long, () => long & one, () => long | 1n, () => long ^ one,
  () => long - one, () => one % 3n, () => new Map([[long, 1]]), () => [long].includes(one), () => BigInt.asUintN(2 ** 53 - 1, long), () => structuredClone?.(long), () => Object(long) == long];
for (let i = 0; ; i++) try { attempts[i % attempts.length](); } catch {}
