import type { PackedPage } from "../tiff/write-fax-tiff.ts";

const POINTS_PER_INCH = 72;
const [CATALOG, PAGES, INFO] = [1, 2, 3];
const FIRST_PAGE = 4;
/** A page, what is drawn on it, and its picture. */
const OBJECTS_PER_PAGE = 3;

/**
 * The very dots of the pages: a PDF can hold them packed as the fax has them. Written by hand, since loading a
 * library for it takes longer than drawing several pages.
 */
export function writeFaxPdf(pages: readonly PackedPage[], title: string): Uint8Array {
  const pdf = new PdfObjects();
  const ids = pages.map((_, index) => FIRST_PAGE + index * OBJECTS_PER_PAGE);
  pdf.add(CATALOG, `<< /Type /Catalog /Pages ${PAGES} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`);
  pdf.add(
    PAGES,
    `<< /Type /Pages /Count ${pages.length} /Kids [${ids.map((id) => `${id} 0 R`).join(" ")}] >>`,
  );
  pdf.add(INFO, `<< /Title <feff${Buffer.from(title, "utf16le").swap16().toString("hex")}> >>`);
  for (const [index, page] of pages.entries()) addPage(pdf, FIRST_PAGE + index * OBJECTS_PER_PAGE, page);
  return pdf.finish(FIRST_PAGE + pages.length * OBJECTS_PER_PAGE);
}

function addPage(pdf: PdfObjects, id: number, { width, height, dpiX, dpiY, g4 }: PackedPage): void {
  const across = ((width / dpiX) * POINTS_PER_INCH).toFixed(4);
  const down = ((height / dpiY) * POINTS_PER_INCH).toFixed(4);
  pdf.add(
    id,
    `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${across} ${down}] ` +
      `/Resources << /XObject << /Page ${id + 2} 0 R >> >> /Contents ${id + 1} 0 R >>`,
  );
  pdf.add(id + 1, "", Buffer.from(`q ${across} 0 0 ${down} 0 0 cm /Page Do Q`, "latin1"));
  const shape = `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1`;
  const packing = `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`;
  pdf.add(id + 2, `/Type /XObject /Subtype /Image ${shape} ${packing}`, g4);
}

class PdfObjects {
  readonly #parts: Uint8Array[] = [];
  readonly #places = new Map<number, number>();
  #length = 0;

  constructor() {
    // Bytes above 127 tell other programs that this is no text.
    this.#write(Uint8Array.of(...Buffer.from("%PDF-1.7\n%", "latin1"), 0xe2, 0xe3, 0xcf, 0xd3, 10));
  }

  /** With a stream, the content is the inside of its dictionary. */
  add(id: number, content: string, stream?: Uint8Array): void {
    this.#places.set(id, this.#length);
    if (!stream) {
      this.#line(`${id} 0 obj ${content} endobj`);
      return;
    }
    this.#line(`${id} 0 obj << ${content} /Length ${stream.length} >> stream`);
    this.#write(stream);
    this.#line("\nendstream endobj");
  }

  finish(count: number): Uint8Array {
    const table = this.#length;
    this.#line(`xref\n0 ${count}\n0000000000 65535 f `);
    for (let id = 1; id < count; id++)
      this.#line(`${String(this.#places.get(id) ?? 0).padStart(10, "0")} 00000 n `);
    this.#line(
      `trailer << /Size ${count} /Root ${CATALOG} 0 R /Info ${INFO} 0 R >>\nstartxref\n${table}\n%%EOF`,
    );
    return Buffer.concat(this.#parts);
  }

  #line(text: string): void {
    this.#write(Buffer.from(`${text}\n`, "latin1"));
  }

  #write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
