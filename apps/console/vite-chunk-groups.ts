const app = "/apps/console/src/app";
const features = "/apps/console/src/features";

const oneOf = (...paths: readonly string[]): ((id: string) => boolean) => {
  return (id) => paths.some((path) => id.endsWith(path));
};

/**
 * What is always needed together travels together: on a slow line each file costs a round trip, and of the many small
 * ones that sharing between pages would otherwise make, only six are loaded at a time. A group takes the modules it
 * names with all they import, unless a group of higher priority has them.
 */
export const chunkGroups = [
  { name: "start", priority: 40, test: oneOf("/apps/console/src/main.tsx") },
  {
    name: "shell",
    priority: 30,
    test: oneOf(
      `${app}/signed-in-area.tsx`,
      `${app}/layouts/default-layout.tsx`,
      "/packages/ui/src/feedback/empty-state.tsx",
    ),
  },
  {
    name: "calls-area",
    priority: 20,
    test: oneOf(`${features}/calls/history/calls-area.tsx`, `${features}/calls/dial-pad/dial-pad-page.tsx`),
  },
  { name: "top-bar-menus", priority: 10, test: oneOf(`${app}/shell/top-bar-menus.tsx`) },
];
