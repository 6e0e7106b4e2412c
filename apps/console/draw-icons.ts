import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/**
 * Draws the icons of the installed app from the mark of the design system: `npx tsx apps/console/draw-icons.ts`.
 * Run it when the mark changes and commit what it writes.
 */
const MARK = new URL("../../packages/ui/src/brand/favicon.svg", import.meta.url);
const PUBLIC = new URL("./public/", import.meta.url);
const BACKGROUND = "#0a6b84";

interface Icon {
  readonly file: string;
  readonly side: number;
  /** Systems cut maskable icons to a circle or a squircle: the color fills all of it, the mark stays in the middle. */
  readonly markShare: number;
}

const ICONS: readonly Icon[] = [
  { file: "icon-192.png", side: 192, markShare: 1 },
  { file: "icon-512.png", side: 512, markShare: 1 },
  { file: "icon-maskable-512.png", side: 512, markShare: 0.78 },
  { file: "apple-touch-icon.png", side: 180, markShare: 0.9 },
];

const mark = await readFile(MARK);
await writeFile(new URL("favicon.svg", PUBLIC), mark);

for (const { file, side, markShare } of ICONS) {
  const drawn = Math.round(side * markShare);
  const picture = await sharp(mark, { density: (72 * drawn) / 32 })
    .resize(drawn, drawn)
    .png()
    .toBuffer();
  const icon =
    markShare === 1
      ? sharp(picture)
      : sharp({ create: { width: side, height: side, channels: 3, background: BACKGROUND } }).composite([
          { input: picture },
        ]);
  await icon.png({ compressionLevel: 9, palette: true }).toFile(fileURLToPath(new URL(file, PUBLIC)));
}
