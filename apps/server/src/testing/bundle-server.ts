import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import config from "../../rolldown.config.ts";

const HERE = fileURLToPath(new URL("../..", import.meta.url));

export interface BundledServer {
  readonly main: string;
  remove(): Promise<void>;
}

/**
 * The program as it is shipped, in a folder of its own, for tests that start it again and again: from its sources each
 * start compiles and loads some hundred modules, which takes four times as long.
 */
export async function bundleServer(): Promise<BundledServer> {
  const cache = join(HERE, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const dir = await mkdtemp(join(cache, "offhook-server-"));
  const bundle = await rolldown({ ...config, cwd: HERE, logLevel: "warn" });
  await bundle.write({ ...config.output, dir });
  await bundle.close();
  return { main: join(dir, "main.js"), remove: () => rm(dir, { recursive: true }) };
}
