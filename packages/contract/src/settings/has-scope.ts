import type { UserScope } from "./profile.ts";

/** Permission by scope. */
export function hasScope(scope: UserScope | null | undefined, name: string): boolean {
  if (Array.isArray(scope)) return scope.includes(name);
  return typeof scope === "object" && scope !== null && Object.hasOwn(scope, name) && Boolean(scope[name]);
}
