import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";

const FIRST = "virtual:api-table/first";
const REST = "virtual:api-table/rest";
const CONTRACT = fileURLToPath(new URL("../../packages/contract/src/index.ts", import.meta.url));

/** Asked for on the way in and out and by the first list of an area, when the rest would only be waited for. */
const NEEDED_AT_ONCE: ReadonlySet<string> = new Set([
  "getMyProfile",
  "getStatus",
  "getUnread",
  "getUserSettings",
  "listCallRecords",
  "listPeople",
  "listSmsConversations",
  "listStatuses",
  "listTasks",
  "logout",
  "pushLogin",
  "syncContacts",
]);

interface Route {
  readonly method: string;
  readonly path: string;
  readonly access: string;
}

function isFirst([name, { access }]: readonly [string, Route]): boolean {
  return access === "public" || access === "app" || NEEDED_AT_ONCE.has(name);
}

/**
 * Serves the contract's routes as plain data. Importing the contract itself would put every schema, and zod with
 * them, into the first chunk of the sign-in page; the client needs no more than method, path and access. And of
 * these the sign-in page needs a few: the others are a chunk of their own.
 */
export function apiTable(): Plugin {
  return {
    name: "offhook:api-table",
    resolveId: (source) => (source === FIRST || source === REST ? `\0${source}` : undefined),
    async load(id) {
      if (id !== `\0${FIRST}` && id !== `\0${REST}`) return undefined;
      const { module, dependencies } = await runnerImport<{ api: Record<string, Route> }>(CONTRACT, {
        configFile: false,
      });
      for (const file of dependencies) this.addWatchFile(file);
      const wantsFirst = id === `\0${FIRST}`;
      const routes = Object.entries(module.api).filter((entry) => isFirst(entry) === wantsFirst);
      const rows = routes.map(([name, { method, path, access }]) => [name, [method, path, access]]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(rows))};`;
    },
  };
}
