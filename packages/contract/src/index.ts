import { pushApi } from "./push/index.ts";
import { sessionApi } from "./session/index.ts";
import { systemApi } from "./system/index.ts";

export * from "./define-api.ts";
export * from "./errors/index.ts";
export * from "./push/index.ts";
export * from "./session/index.ts";
export * from "./system/index.ts";

/** Every REST route of the product, by operation name. */
export const api = { ...systemApi, ...sessionApi, ...pushApi };
export type Api = typeof api;
