import { writeFile } from "node:fs/promises";
import { DEMO_DOCUMENTS } from "../src/demo/seeders/faxes/demo-documents.ts";
import { createFaxPages } from "../src/features/faxes/index.ts";

// Draws the pages of the demo's faxes anew: npx tsx apps/server/scripts/render-fax-pages.ts

const folder = new URL("../src/demo/seeders/faxes/pages/", import.meta.url);
const pages = createFaxPages({ office: undefined });

interface Drawn {
  readonly tiff: Uint8Array;
  readonly pdf: Uint8Array;
  readonly firstPagePng: Uint8Array;
}

async function keep(name: string, { tiff, pdf, firstPagePng }: Drawn): Promise<void> {
  await writeFile(new URL(`${name}.tif`, folder), tiff);
  await writeFile(new URL(`${name}.pdf`, folder), pdf);
  await writeFile(new URL(`${name}.png`, folder), firstPagePng);
}

/** As a bad line leaves it: some of the second page's bytes are others. */
async function torn(tiff: Uint8Array): Promise<Drawn> {
  for (let at = Math.floor(tiff.length / 3); at < tiff.length - 200; at += 100) {
    const hurt = Uint8Array.from(tiff);
    hurt.fill(0x55, at, at + 200);
    const read = await pages.receivedPages(hurt).catch(() => undefined);
    if (read?.pages === 2 && read.damaged.length === 1 && read.damaged[0] === 2)
      return { tiff: hurt, ...read };
  }
  throw new Error("The second page cannot be torn");
}

for (const [name, text] of Object.entries(DEMO_DOCUMENTS)) {
  const bytes = Buffer.from(text);
  const parts = text.split("\f").map((_, index) => ({ bytes, name, page: index + 1, rotate: 0 as const }));
  const drawn = await pages.renderPages(parts, "normal");
  await keep(name, drawn);
  if (name === "records") await keep("torn", await torn(drawn.tiff));
}
await pages.close();
