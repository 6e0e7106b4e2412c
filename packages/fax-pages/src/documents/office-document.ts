import { execFile } from "node:child_process";
import { access, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { FaxDocumentError } from "../fax-document-error.ts";

const run = promisify(execFile);
const NAMES = ["soffice", "libreoffice"];
const USUAL_PLACES = [
  "/usr/bin",
  "/usr/local/bin",
  "/opt/libreoffice/program",
  "/Applications/LibreOffice.app/Contents/MacOS",
];

/** Where LibreOffice is on this machine: on the search path, or where it usually is. Undefined where it is not. */
export async function findOffice(searchPath: string): Promise<string | undefined> {
  const folders = [...searchPath.split(delimiter).filter((folder) => folder !== ""), ...USUAL_PLACES];
  for (const program of folders.flatMap((folder) => NAMES.map((name) => join(folder, name))))
    if (
      await access(program).then(
        () => true,
        () => false,
      )
    )
      return program;
  return undefined;
}

/** An Office file as PDF. The program has a profile of its own, so that two can run at once and nothing stays. */
export async function officeToPdf(bytes: Uint8Array, office: string | undefined): Promise<Uint8Array> {
  if (office === undefined) throw new FaxDocumentError("office");
  const folder = await mkdtemp(join(tmpdir(), "offhook-office-"));
  try {
    // Without an ending: LibreOffice looks at the content, as we did.
    const source = join(folder, "document");
    await writeFile(source, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    await run(office, [
      profile,
      "--headless",
      "--norestore",
      "--convert-to",
      "pdf",
      "--outdir",
      folder,
      source,
    ]);
    return await readFile(join(folder, "document.pdf"));
  } catch (error) {
    throw new FaxDocumentError("broken", { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
