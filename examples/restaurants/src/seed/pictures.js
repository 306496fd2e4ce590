import * as zlib from 'node:zlib';

/** Draws pictures of hills in front of a sky, as PNG. */
export function paintPicture(random, width = 1200, height = 800) {
  const sky = colour(random, 150, 235);
  const hills = Array.from({ length: 4 }, (_, index) => ({
    colour: colour(random, 30 + index * 10, 150 - index * 25),
    base: height * (0.45 + index * 0.13),
    waves: Array.from({ length: 3 }, () => ({
      length: random.int(width / 6, width),
      height: random.int(10, height / 9),
      shift: random.int(0, width),
    })),
  }));
  const tops = hills.map(({ base, waves }) =>
    Array.from({ length: width }, (_, x) => base + waves.reduce((sum, wave) => sum + rise(wave, x), 0)),
  );
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1;
    for (let x = 0; x < width; x += 1, at += 3) {
      let seen = sky;
      for (let hill = 0; hill < hills.length; hill += 1) if (y >= tops[hill][x]) seen = hills[hill].colour;
      rows[at] = seen[0];
      rows[at + 1] = seen[1];
      rows[at + 2] = seen[2];
    }
  }
  return png(width, height, rows);
}

const colour = (random, from, to) => [random.int(from, to), random.int(from, to), random.int(from, to)];

const rise = ({ length, height, shift }, x) => height * Math.sin(((x + shift) / length) * 2 * Math.PI);

/** Each row of `rows` is a filter byte, 0, and three bytes for each pixel. */
function png(width, height, rows) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** `zlib.crc32` exists since Node 20.15. */
const crc32 = zlib.crc32 ?? slowCrc32;

function slowCrc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
