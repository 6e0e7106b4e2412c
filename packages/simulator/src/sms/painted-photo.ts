import { crc32, deflateSync } from "node:zlib";

const [WIDTH, HEIGHT] = [480, 360];

/** A picture of the sea at some hour, as a PNG: somebody has to have something to show. */
export function paintedPhoto(hour: number): Buffer {
  const rows: Buffer[] = [];
  const sun = { x: 120 + ((hour * 37) % 240), y: 90 };
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = Buffer.alloc(1 + WIDTH * 3);
    for (let x = 0; x < WIDTH; x += 1) row.set(colorAt(x, y, sun), 1 + x * 3);
    rows.push(row);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header()),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function colorAt(x: number, y: number, sun: { readonly x: number; readonly y: number }): readonly number[] {
  if ((x - sun.x) ** 2 + (y - sun.y) ** 2 < 38 ** 2) return [255, 214, 120];
  if (y < 210) return [120 + y / 3, 160 + y / 5, 225 - y / 6];
  const wave = Math.sin(x / 14 + y / 3) * 10;
  return [20 + wave, 90 + (y - 210) / 4 + wave, 130 + wave];
}

function header(): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(WIDTH, 0);
  bytes.writeUInt32BE(HEIGHT, 4);
  // Eight bits a channel, red, green and blue.
  bytes.set([8, 2, 0, 0, 0], 8);
  return bytes;
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
