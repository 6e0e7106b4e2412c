// Names of callers come from outside: a cell that begins like this would be run as a formula.
const FORMULA_START = /^[=+\-@\t\r]/;

/** A line of a spreadsheet (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string): string {
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
