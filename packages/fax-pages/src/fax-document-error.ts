export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
export const MAX_DOCUMENT_PAGES = 200;
export const MAX_PICTURE_PIXELS = 100_000_000;

/** Why a file cannot be faxed, in words for whoever attached it. */
const SENTENCES = {
  empty: "This file is empty.",
  tooLarge: "This file is larger than 25 MB. Attach a smaller one.",
  tooManyPages: "A document can have up to 200 pages. Split it and send it as several faxes.",
  tooManyPixels: "This picture has more than 100 megapixels. Save it in a smaller size and attach it again.",
  encrypted: "This PDF is protected with a password. Save it without one and attach it again.",
  broken: "This file is damaged and can't be read. Save it again and attach the new file.",
  unknownType: "This type of file can't be faxed. Use PDF, PNG, JPEG, TIFF or plain text.",
  heic: "This server can't read HEIC pictures. Save the picture as JPEG and attach it again.",
  office: "This server can't read Office files. Save the file as PDF and attach it again.",
  noSuchPage: "This page is not in the document.",
  tookTooLong: "This file takes too long to read. Save it as a simpler PDF and attach it again.",
  tooMuchMemory: "This file needs too much memory to read. Save it as a simpler PDF and attach it again.",
} as const;

export type FaxDocumentProblem = keyof typeof SENTENCES;

/** The message is the sentence that people read. */
export class FaxDocumentError extends Error {
  readonly code: FaxDocumentProblem;

  constructor(code: FaxDocumentProblem, options?: ErrorOptions) {
    super(SENTENCES[code], options);
    this.name = "FaxDocumentError";
    this.code = code;
  }
}
