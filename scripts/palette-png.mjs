// A picture of a page has few colours: with a palette it takes a third of the bytes. Reads and writes the one kind of PNG that a browser makes.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The same picture in at most 256 colours, or in fewer, until it fits into so many bytes. */
export function withPalette(png, most) {
  const picture = decode(png);
  for (let colours = 256; ; colours /= 2) {
    const encoded = encode(picture, choosePalette(picture.pixels, colours));
    if (encoded.length <= most || colours <= 16) return encoded;
  }
}

function encode({ width, height, pixels }, palette) {
  const nearest = new Map();
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = pixels[y * width + x];
      if (!nearest.has(colour)) nearest.set(colour, nearestOf(palette, colour));
      rows[y * (width + 1) + 1 + x] = nearest.get(colour);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function decode(png) {
  let at = 8;
  const parts = [];
  let header;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = data;
    if (type === "IDAT") parts.push(data);
    at += length + 12;
  }
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = header[9] === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  const bytes = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let i = 0; i < line; i++) {
      const left = i >= channels ? bytes[y * line + i - channels] : 0;
      const up = y > 0 ? bytes[(y - 1) * line + i] : 0;
      const corner = y > 0 && i >= channels ? bytes[(y - 1) * line + i - channels] : 0;
      bytes[y * line + i] = raw[y * (line + 1) + 1 + i] + predict(filter, left, up, corner);
    }
  }
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = (bytes[i * channels] << 16) | (bytes[i * channels + 1] << 8) | bytes[i * channels + 2];
  return { width, height, pixels };
}

function predict(filter, left, up, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The most frequent colours; each next one must differ from those chosen, so that rare tones keep a place. */
function choosePalette(pixels, size) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = [];
  for (const apart of [0, 60, 30, 0]) {
    const room = apart === 0 && palette.length === 0 ? size * 0.4 : size;
    for (const colour of sorted) {
      if (palette.length >= room) break;
      if (palette.includes(colour)) continue;
      if (apart === 0 || palette.every((one) => distance(one, colour) > apart * apart)) palette.push(colour);
    }
  }
  return palette;
}

function nearestOf(palette, colour) {
  let best = 0;
  for (let i = 1; i < palette.length; i++) if (distance(palette[i], colour) < distance(palette[best], colour)) best = i;
  return best;
}

function distance(a, b) {
  const red = (a >> 16) - (b >> 16);
  const green = ((a >> 8) & 255) - ((b >> 8) & 255);
  const blue = (a & 255) - (b & 255);
  return red * red + green * green + blue * blue;
}
