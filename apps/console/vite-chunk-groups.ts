const app = "/apps/console/src/app";
const features = "/apps/console/src/features";

const oneOf = (...paths: readonly string[]): ((id: string) => boolean) => {
  return (id) => paths.some((path) => id.endsWith(path));
};

const isStart = oneOf("/apps/console/src/main.tsx");
/** What both the sign-in page and the shell use: in the file of either, the other would have to load it. */
const SHARED_WITH_SIGN_IN =
  /\/@tanstack\/react-router\/|\/lucide-react\/dist\/esm\/(?!icons\/)|\/icons\/circle-exclamation-point\./;

/**
 * What is always needed together travels together: on a slow line each file costs a round trip, and of the many small
 * ones that sharing between pages would otherwise make, only six are loaded at a time. A group takes the modules it
 * names with all they import, unless a group of higher priority has them.
 */
export const chunkGroups = [
  { name: "start", priority: 40, test: (id: string) => isStart(id) || SHARED_WITH_SIGN_IN.test(id) },
  { name: "sign-in", priority: 35, test: oneOf(`${features}/session/sign-in/login-page.tsx`) },
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
  { name: "call-list", priority: 15, test: oneOf(`${features}/calls/history/list/call-list.tsx`) },
  { name: "top-bar-menus", priority: 10, test: oneOf(`${app}/shell/top-bar-menus.tsx`) },
];
