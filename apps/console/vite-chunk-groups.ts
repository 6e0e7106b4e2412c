import type { Plugin } from "vite";

const app = "/apps/console/src/app";
const features = "/apps/console/src/features";
const platform = "/apps/console/src/platform";
const ui = "/packages/ui/src";

type Test = (id: string) => boolean;

const oneOf = (...paths: readonly string[]): Test => {
  return (id) => paths.some((path) => id.endsWith(path));
};
const under = (...folders: readonly string[]): Test => {
  return (id) => folders.some((folder) => id.includes(folder));
};
const matching = (pattern: RegExp): Test => {
  return (id) => pattern.test(id);
};
const any = (...tests: readonly Test[]): Test => {
  return (id) => tests.some((test) => test(id));
};

/** What both the sign-in page and the shell use: in the file of either, the other would have to load it. */
const SHARED_WITH_SIGN_IN =
  /\/@tanstack\/react-router\/|\/lucide-react\/dist\/esm\/(?!icons\/)|\/icons\/(?:chevron-right|circle-check|circle-exclamation-point|eye|message-square-text|smartphone)\./;
/** Icons of more than one area, which have to be in the file of none. */
const SHARED_ICONS =
  /\/lucide-react\/dist\/esm\/icons\/(?:ban|bell-ring|check-check|circle-alert|ellipsis-vertical|message-square-plus|pencil-line|plus|search|user-round-check|user-round-plus|users)\./;
/** The page each area begins with, by the first part of its address. */
export const AREA_PAGES: Readonly<Record<string, readonly string[]>> = {
  calls: [`${features}/calls/history/calls-area.tsx`, `${features}/calls/dial-pad/dial-pad-page.tsx`],
  messages: [`${features}/messages/messages-area.tsx`],
  teams: [`${features}/teams/teams-area.tsx`],
  contacts: [`${features}/contacts/contacts-area.tsx`],
  tasks: [`${features}/tasks/tasks-area.tsx`],
  settings: [`${features}/settings/page/settings-page.tsx`],
  voicemails: [`${features}/voicemails/voicemails-area.tsx`],
  faxes: [`${features}/faxes/faxes-area.tsx`],
  acd: [`${features}/queues/queues-pages.tsx`],
};

/**
 * What lies behind the first screens, by what it is: the higher a group, the more of the others use it. Each takes all
 * it imports that no group above it has, so that no two of them ever wait for each other.
 */
const BEHIND: Readonly<Record<string, Test>> = {
  "call-list": oneOf(`${features}/calls/history/list/call-list.tsx`),
  schemas: under("/node_modules/zod/", "/packages/contract/src/"),
  icons: under("/lucide-react/dist/esm/icons/"),
  // The phone and the settings have it in common.
  "external-app": oneOf(`${features}/settings/external-app.ts`),
  phone: oneOf(
    `${app}/shell/services/connect-phone.ts`,
    `${features}/calls/phone/create-soft-phone.ts`,
    `${features}/calls/active/overlay/call-overlay.tsx`,
    `${features}/calls/dial-pad/dialing/emergency-note.tsx`,
  ),
  "team-chat": oneOf(`${features}/teams/connect-teams.ts`),
  notices: oneOf(
    `${app}/shell/hosts/notices.tsx`,
    `${features}/faxes/notices/fax-notices.tsx`,
    `${features}/messages/notices/message-notices.tsx`,
    `${features}/tasks/notices/task-notices.tsx`,
    `${features}/tasks/tasks-badge.tsx`,
    `${features}/teams/notifications/teams-notices.tsx`,
    `${features}/voicemails/notices/voicemail-notices.tsx`,
  ),
  controls: any(
    under("/@floating-ui/", "/@mantine/core/", "/@mantine/hooks/"),
    under(`${ui}/feedback/`, `${ui}/identity/`, `${ui}/inputs/`, `${ui}/layout/`, `${ui}/menus/`),
  ),
  texts: under(`${ui}/format/`, `${ui}/lists/`, `${ui}/pickers/`, `${ui}/text/`),
  conversation: under(`${ui}/conversation/`),
  "contacts-more": under(`${features}/contacts/`),
  "tasks-more": under(`${features}/tasks/`),
  "settings-page": under(`${features}/settings/page/`),
  "settings-more": under(`${features}/settings/`, `${features}/alerts/`, `${features}/ring/`),
  "calls-more": under(`${features}/calls/`),
  "messages-more": under(`${features}/messages/`),
  "boxes-more": under(`${features}/boxes/`),
  "voicemails-more": under(`${features}/voicemails/`),
  "faxes-more": under(`${features}/faxes/`),
  "teams-more": under(`${features}/teams/`),
  "session-more": under(`${features}/session/`),
  "shell-more": under(`${app}/shell/`, `${app}/simulator/`),
};

interface Group {
  readonly name: string;
  readonly priority: number;
  readonly test: Test;
}

/**
 * What is always needed together travels together: on a slow line each file costs a round trip, and of the many small
 * ones that sharing between pages would otherwise make, only six are loaded at a time. A group takes the modules it
 * names with all they import, unless a group of higher priority has them.
 */
export const chunkGroups: readonly Group[] = [
  // The second step of signing in and the calls have it in common, and the first screen of neither needs much else.
  { name: "durations", priority: 41, test: oneOf("/packages/kernel/src/durations.ts") },
  {
    name: "start",
    priority: 40,
    test: any(oneOf("/apps/console/src/main.tsx"), matching(SHARED_WITH_SIGN_IN)),
  },
  // Whoever signs in first needs no other page.
  { name: "pages", priority: 36, test: oneOf(`${app}/routing/route-tree.ts`) },
  { name: "sign-in", priority: 35, test: oneOf(`${features}/session/sign-in/login-page.tsx`) },
  {
    name: "sign-in-more",
    priority: 34,
    test: any(
      under(`${features}/session/email/`, `${features}/session/reset/`),
      oneOf(
        `${features}/session/sign-in/login-token-page.tsx`,
        `${features}/session/sign-in/two-factor-steps.tsx`,
      ),
    ),
  },
  {
    name: "shell",
    priority: 30,
    test: oneOf(
      `${app}/signed-in-area.tsx`,
      `${app}/layouts/default-layout.tsx`,
      `${ui}/feedback/empty-state.tsx`,
    ),
  },
  // Contacts are searched on their first screen, everything else behind it.
  { name: "search-words", priority: 28, test: under("/packages/search/src/") },
  { name: "queries", priority: 27, test: oneOf(`${platform}/api/queries.ts`) },
  {
    name: "areas",
    priority: 26,
    test: any(
      matching(SHARED_ICONS),
      oneOf(
        `${ui}/feedback/list-skeleton.tsx`,
        `${ui}/format/date-words.ts`,
        `${ui}/inputs/segmented-control.tsx`,
        `${ui}/layout/panes.tsx`,
        `${ui}/menus/action-menu.tsx`,
        `${features}/contacts/callers/caller-avatar.tsx`,
        `${features}/settings/status/use-now.ts`,
        "/packages/contract/src/tasks/item-tasks.ts",
        "/packages/telephony/src/contact-numbers.ts",
      ),
      under("/@mantine/core/esm/components/TextInput/", "/idb-keyval/"),
    ),
  },
  {
    // Of some areas only: the tasks are shown without it.
    name: "some-areas",
    priority: 25.5,
    test: oneOf(
      `${ui}/conversation/attachments/use-addresses.ts`,
      `${ui}/inputs/filter-select.tsx`,
      `${features}/lines/blocked-mark.tsx`,
      `${features}/calls/history/caller-text.ts`,
    ),
  },
  { name: "lists", priority: 25, test: oneOf(`${ui}/lists/fixed-list.tsx`, `${ui}/lists/list-head.tsx`) },
  {
    // Of voicemails and faxes.
    name: "box-lists",
    priority: 24.5,
    test: any(
      oneOf(`${ui}/lists/box-row.tsx`, `${features}/tasks/task-mark.tsx`),
      under(`${features}/boxes/list/`, `${platform}/boxes/`),
    ),
  },
  { name: "measured-lists", priority: 24, test: oneOf(`${ui}/lists/virtual-list.tsx`) },
  // Of texts, faxes and the chat: the chat is shown without the others.
  { name: "outbox", priority: 23, test: under(`${platform}/outbox/`) },
  ...Object.entries(AREA_PAGES).map(([area, pages]) => ({
    name: `${area}-area`,
    priority: 20,
    test: oneOf(...pages),
  })),
  // Counted down from the areas; a priority below zero counts as none.
  ...Object.entries(BEHIND).map(([name, test], index) => ({ name, priority: 19.5 - index / 2, test })),
];

interface Chunk {
  readonly type: "chunk";
  readonly name: string;
  readonly fileName: string;
  readonly imports: readonly string[];
}

/**
 * Stops the build where a group is empty, for its file was moved or renamed and everybody's first screen has become
 * slower, and where an area loads what lies behind it or another area.
 */
export function checkedChunkGroups(): Plugin {
  return {
    name: "offhook:chunk-groups",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(
        ({ type }) => type === "chunk",
      ) as unknown as readonly Chunk[];
      const names = new Set(chunks.map(({ name }) => name));
      const empty = chunkGroups.filter(({ name }) => !names.has(name));
      if (empty.length > 0) this.error(`No file is in the group ${empty.map(({ name }) => name).join(", ")}`);
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk.name]));
      for (const { name, imports } of chunks.filter((chunk) => chunk.name.endsWith("-area"))) {
        const strange = imports
          .map((file) => byFile.get(file) ?? "")
          .filter((other) => /-area$|-more$/.test(other));
        if (strange.length > 0) this.error(`${name} cannot be shown without ${strange.join(", ")}`);
      }
    },
  };
}
