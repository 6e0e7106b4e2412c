import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as fontkit from "@cantoo/fontkit";
import type { PDFDocument, PDFFont } from "@cantoo/pdf-lib";

const require = createRequire(import.meta.url);

/** A font of a document that knows what it can write, and how wide that is. */
export interface RecordFont {
  readonly font: PDFFont;
  readonly widthOf: (text: string, size: number) => number;
  /** The text with what the font lacks in other words: the name of an emoji, or a box. */
  readonly writable: (text: string) => string;
}

export interface RecordFonts {
  readonly plain: RecordFont;
  readonly bold: RecordFont;
}

const BOX = "□";
const LINE_BREAK = 10;
const FILES = {
  plain: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  bold: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
  mono: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"),
};

/** The fonts that come with PDF know western letters only; these have Greek, Cyrillic, Hebrew and Arabic too. */
export async function loadFonts(
  document: PDFDocument,
  { isMonospaced = false }: { readonly isMonospaced?: boolean } = {},
): Promise<RecordFonts> {
  document.registerFontkit(fontkit as Parameters<PDFDocument["registerFontkit"]>[0]);
  const load = async (file: string): Promise<RecordFont> => {
    const bytes = await readFile(file);
    return recordFont(await document.embedFont(bytes, { subset: true }), bytes);
  };
  const [plain, bold] = await Promise.all([load(isMonospaced ? FILES.mono : FILES.plain), load(FILES.bold)]);
  return { plain, bold };
}

function recordFont(font: PDFFont, bytes: Buffer): RecordFont {
  const metrics = fontkit.create(bytes);
  if (!metrics || !("glyphForCodePoint" in metrics)) throw new Error("A collection of fonts is no font");
  const widths = new Map<number, number>();
  const widthOfSign = (code: number): number => {
    const known = widths.get(code);
    if (known !== undefined) return known;
    const width = (metrics.glyphForCodePoint(code)?.advanceWidth ?? 0) / metrics.unitsPerEm;
    widths.set(code, width);
    return width;
  };
  return {
    font,
    widthOf(text, size) {
      let width = 0;
      for (const sign of text) width += widthOfSign(sign.codePointAt(0) ?? 0);
      return width * size;
    },
    writable: (text) => writable(text, (code) => code === LINE_BREAK || metrics.hasGlyphForCodePoint(code)),
  };
}

/** Joiners and variants of emoji, which say nothing alone. */
const SILENT = /\u200d|\ufe0e|\ufe0f|\u2060|\p{Emoji_Modifier}/gu;

function writable(text: string, has: (code: number) => boolean): string {
  let result = "";
  for (const { segment } of new Intl.Segmenter("en").segment(text.replaceAll("\t", "    "))) {
    const isKnown = [...segment].every((sign) => has(sign.codePointAt(0) ?? 0));
    result += isKnown
      ? segment
      : (emojiName(segment) ?? segment.replace(/./gsu, (sign) => boxUnless(sign, has)));
  }
  return result;
}

const boxUnless = (sign: string, has: (code: number) => boolean): string =>
  has(sign.codePointAt(0) ?? 0) ? sign : BOX;

let names: ReadonlyMap<string, string> | undefined;

function emojiName(emoji: string): string | undefined {
  if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(emoji)) return undefined;
  names ??= readNames();
  const name = names.get(emoji.replace(SILENT, ""));
  return name && `[${name}]`;
}

interface EmojiEntry {
  readonly unicode: string;
  readonly label: string;
}

function readNames(): ReadonlyMap<string, string> {
  const entries = require("emojibase-data/en/compact.json") as readonly EmojiEntry[];
  return new Map(entries.map(({ unicode, label }) => [unicode.replace(SILENT, ""), label]));
}
