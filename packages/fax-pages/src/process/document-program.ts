/** The program of one document: beside a bundle of ours, or as it is written here. */
export const documentProgram = {
  bundled: new URL("./document-process.js", import.meta.url),
  source: new URL("./document-process.ts", import.meta.url),
} as const;
