// The five bodies of the solar system's outer planets, their state in one Float64Array.
const MASS = 4 * Math.PI * Math.PI,
  DAYS = 365.24;
const bodies = new Float64Array(35);
function place(i, mass, x, y, z, dx, dy, dz) {
  bodies.set([x, y, z, dx * DAYS, dy * DAYS, dz * DAYS, mass * MASS], i * 7);
}
place(0, 1, 0, 0, 0, 0, 0, 0);
place(1, 0.000955, 4.841, -1.16, -0.104, 0.00166, 0.0077, -0.000069);
place(2, 0.000286, 8.343, 4.125, -0.404, -0.00277, 0.005, 0.000023);
place(3, 0.0000437, 12.89, -15.11, -0.223, 0.00296, 0.00238, -0.00003);
place(4, 0.0000515, 15.38, -25.92, 0.179, 0.00268, 0.00163, -0.000095);
function advance(b, dt) {
  for (let i = 0; i < 35; i += 7) {
    for (let j = i + 7; j < 35; j += 7) {
      const dx = b[i] - b[j],
        dy = b[i + 1] - b[j + 1],
        dz = b[i + 2] - b[j + 2],
        square = dx * dx + dy * dy + dz * dz;
      const force = dt / (square * Math.sqrt(square)),
        mi = b[i + 6] * force,
        mj = b[j + 6] * force;
      b[i + 3] -= dx * mj;
      b[i + 4] -= dy * mj;
      b[i + 5] -= dz * mj;
      b[j + 3] += dx * mi;
      b[j + 4] += dy * mi;
      b[j + 5] += dz * mi;
    }
  }
  for (let i = 0; i < 35; i += 7) {
    b[i] += dt * b[i + 3];
    b[i + 1] += dt * b[i + 4];
    b[i + 2] += dt * b[i + 5];
  }
}
for (let i = 0; i < 15000; i++) advance(bodies, 0.01);
(typeof console !== 'undefined' ? console.log : print)(bodies[7].toFixed(9), bodies[8].toFixed(9));
