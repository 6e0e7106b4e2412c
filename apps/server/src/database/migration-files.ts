import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

export interface Migration {
  /** "0001-companies": the number orders them, the rest is for people. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** The production bundle carries a copy of the folder beside itself, so this address holds there too. */
const FOLDER = new URL("./migrations/", import.meta.url);

export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  refuseBadNames(files);
  return Promise.all(
    files.map(async (file) => {
      // A checkout that turns line ends into CRLF must not look like an edited file.
      const sql = (await readFile(new URL(file, folder), "utf8")).replaceAll("\r\n", "\n");
      return {
        name: file.slice(0, -".sql".length),
        sql,
        checksum: createHash("sha256").update(sql).digest("hex"),
      };
    }),
  );
}

function refuseBadNames(files: readonly string[]): void {
  for (const [index, file] of files.entries()) {
    if (!FILE_NAME.test(file))
      throw new Error(`${file} is no name for a migration: it must look like 0001-what-it-does.sql`);
    const previous = files[index - 1];
    if (previous?.slice(0, 4) === file.slice(0, 4)) {
      throw new Error(
        `${previous} and ${file} have the same number: give the newer one the next free number`,
      );
    }
  }
}
