const LINE_HEIGHT = 22;

/** One page with a title and some lines, in a font every reader has. */
export function pdfOf(title: string, lines: readonly string[]): Uint8Array {
  const text = [
    "BT /F2 26 Tf 64 720 Td",
    `(${escaped(title)}) Tj`,
    "/F1 12 Tf 0 -24 Td",
    ...lines.map((line) => `0 -${LINE_HEIGHT} Td (${escaped(line)}) Tj`),
    "ET",
    "0.16 0.44 0.59 RG 2 w 64 706 m 548 706 l S",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let document = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = document.length;
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${document.length}\n%%EOF\n`;
  return Buffer.from(document + table + trailer, "latin1");
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, (character) => `\\${character}`);
}
