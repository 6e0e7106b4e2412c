import { fileURLToPath } from "node:url";

/** The repository's folder, whatever the caller's. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
