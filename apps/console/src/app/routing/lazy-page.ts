import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import { loadLate } from "../../platform/rendering/late.tsx";

/** A page in a file of its own, loaded when it is first visited. */
export function lazyPage<Module extends Record<Name, () => React.ReactNode>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): AsyncRouteComponent<object> {
  return lazyRouteComponent(() => loadLate(load) as Promise<Record<string, () => React.ReactNode>>, name);
}
