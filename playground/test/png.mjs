// Small pictures for the book: PNGs of at most 256 colours.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Packs a PNG of 8 bits for each of three or four channels anew: its 256 most frequent colours stay, the others become the nearest of these. */
export function small(png) {
  const { width, height, channels, rows } = decode(png);
  const counts = new Map();
  const colourAt = (at) => (rows[at] << 16) | (rows[at + 1] << 8) | rows[at + 2];
  for (let at = 0; at < rows.length; at += channels) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1);
  const palette = [...counts].sort(([, a], [, b]) => b - a).slice(0, 256).map(([colour]) => colour);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const pixels = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      const colour = colourAt(at);
      if (!places.has(colour)) places.set(colour, nearest(palette, colour));
      pixels[y * (width + 1) + 1 + x] = places.get(colour);
    }
  }
  return encode(width, height, palette, pixels);
}

/** The place of the colour of a palette that differs least. */
function nearest(palette, colour) {
  const distance = (other) => [16, 8, 0].reduce((sum, bits) => sum + (((colour >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);
  return palette.reduce((best, other, place) => (distance(other) < distance(palette[best]) ? place : best), 0);
}

function decode(png) {
  const [header, ...parts] = chunks(png);
  const [width, height, depth, kind] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4), header.data[8], header.data[9]];
  const channels = { 2: 3, 6: 4 }[kind];
  if (depth !== 8 || !channels) throw new Error("no PNG of 8 bits for each of three or four channels");
  const packed = inflateSync(Buffer.concat(parts.filter(({ name }) => name === "IDAT").map(({ data }) => data)));
  const bytes = width * channels;
  const rows = Buffer.alloc(bytes * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (bytes + 1)];
    for (let x = 0; x < bytes; x++) {
      const at = y * bytes + x;
      const left = x >= channels ? rows[at - channels] : 0;
      const above = y > 0 ? rows[at - bytes] : 0;
      const corner = x >= channels && y > 0 ? rows[at - bytes - channels] : 0;
      rows[at] = packed[y * (bytes + 1) + 1 + x] + [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
    }
  }
  return { width, height, channels, rows };
}

/** The predictor of PNG (12.9 of its specification). */
function paeth(left, above, corner) {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

function chunks(png) {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({ name: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

function encode(width, height, colours, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const palette = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const parts = [["IHDR", header], ["PLTE", palette], ["IDAT", deflateSync(pixels, { level: 9, memLevel: 9 })], ["IEND", Buffer.alloc(0)]];
  return Buffer.concat([SIGNATURE, ...parts.map(([name, data]) => chunk(name, data))]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
