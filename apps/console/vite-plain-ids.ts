import type { Plugin } from "vite";

const FILE = "/@mantine/hooks/esm/use-id/use-id.mjs";
const SECOND_ID = "setUuid(randomId())";
const PLAIN = `import { useId as useReactId } from "react";
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === "string" ? staticId : "mantine-" + id.replace(/:/g, "");
}
`;

/**
 * The component library gives every component a second, random id once it is there, for pages that several copies of
 * React share. That builds each field, menu and dialog twice, the second time at one go, while clicks wait. Here is
 * one React, whose own ids are enough.
 */
export function plainIds(): Plugin {
  return {
    name: "offhook:plain-ids",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(FILE)) return undefined;
      if (!code.includes(SECOND_ID)) throw new Error(`${id} no longer has ${SECOND_ID}`);
      return { code: PLAIN, map: null };
    },
  };
}
