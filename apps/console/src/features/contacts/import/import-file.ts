import { MAX_IMPORT_BYTES } from "@offhook/contract";

/** A file ready to be sent. */
export interface ImportFile {
  readonly name: string;
  /** Base64. */
  readonly file: string;
}

export class ImportFileProblem extends Error {}

/** The browser encodes it in the background: the page stays alive while a large file is read. */
export async function readImportFile(file: File): Promise<ImportFile> {
  if (file.size === 0) throw new ImportFileProblem("This file is empty.");
  if (file.size > MAX_IMPORT_BYTES)
    throw new ImportFileProblem(`This file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`);
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new ImportFileProblem("This file could not be read."));
    reader.readAsDataURL(file);
  });
  return { name: file.name, file: address.slice(address.indexOf(",") + 1) };
}
