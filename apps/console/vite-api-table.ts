import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";

const ID = "virtual:api-table";
const CONTRACT = fileURLToPath(new URL("../../packages/contract/src/index.ts", import.meta.url));

interface Contract {
  readonly api: Readonly<Record<string, { method: string; path: string; access: string }>>;
}

/**
 * Serves the contract's routes as plain data. Importing the contract itself would put every schema, and zod with
 * them, into the first chunk of the sign-in page; the client needs no more than method, path and access.
 */
export function apiTable(): Plugin {
  return {
    name: "offhook:api-table",
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { module, dependencies } = await runnerImport<Contract>(CONTRACT, { configFile: false });
      for (const file of dependencies) this.addWatchFile(file);
      const rows = Object.entries(module.api).map(([name, { method, path, access }]) => [
        name,
        [method, path, access],
      ]);
      return `export const apiTable = ${JSON.stringify(Object.fromEntries(rows))};`;
    },
  };
}
