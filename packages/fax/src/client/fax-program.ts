import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export interface FaxProgram {
  /** The fax process's entry, or a bundle of it. */
  readonly entry: string;
  readonly execArgv: readonly string[];
}

/** Sources run through tsx; a bundle has the entry's bundle beside it. */
export function defaultProgram(): FaxProgram {
  if (!import.meta.url.endsWith(".ts"))
    return { entry: fileURLToPath(new URL("./fax-process.js", import.meta.url)), execArgv: [] };
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const entry = fileURLToPath(new URL("../process/fax-process.ts", import.meta.url));
  return { entry, execArgv: ["--import", tsx] };
}
