import { findSpandsp } from "../spandsp/find-spandsp.ts";
import { loadSpandsp, type Spandsp } from "../spandsp/spandsp-library.ts";

let loaded: Spandsp | undefined;

/** Without the library nothing of faxing is tried, and the tests say so by failing. */
export function theSpandsp(): Spandsp {
  if (loaded) return loaded;
  const library = findSpandsp();
  if (!library.found) throw new Error(`The tests of faxing cannot run. ${library.why}`);
  loaded = loadSpandsp(library.path);
  return loaded;
}
