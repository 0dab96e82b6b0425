// A picture of the Mandelbrot set into a Uint8ClampedArray, four bytes for each point.
function draw(width, height, limit) {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const cr = (x / width) * 3 - 2,
        ci = (y / height) * 2 - 1;
      let zr = 0,
        zi = 0,
        turn = 0;
      for (; turn < limit; turn++) {
        const rr = zr * zr,
          ii = zi * zi;
        if (rr + ii > 4) break;
        zi = 2 * zr * zi + ci;
        zr = rr - ii + cr;
      }
      pixels[at] = turn * 3;
      pixels[at + 1] = turn * 5.5;
      pixels[at + 2] = 300 - turn;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}
let sum = 0;
for (const byte of draw(220, 160, 150)) sum += byte;
(typeof console !== 'undefined' ? console.log : print)(sum);
