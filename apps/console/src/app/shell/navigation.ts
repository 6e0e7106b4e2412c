import type { EnabledFeatures, UnreadCounters } from "@offhook/contract";
import { type Path, paths } from "../../platform/navigation/paths.ts";

export type NavName = "Calls" | "Messages" | "Tasks" | "Voicemail" | "Fax" | "Chat" | "Contacts" | "Settings";

export interface NavEntry {
  readonly name: NavName;
  readonly path: Path;
  /** The feature it belongs to; always shown without one. */
  readonly feature?: keyof EnabledFeatures;
  readonly unread?: keyof UnreadCounters | "teams";
}

const ENTRIES: readonly NavEntry[] = [
  { name: "Calls", path: paths.dialPad(), feature: "calls", unread: "phn" },
  { name: "Messages", path: paths.messages, feature: "messaging", unread: "sms" },
  { name: "Tasks", path: paths.tasks, feature: "tasks" },
  { name: "Voicemail", path: paths.voicemails, feature: "voicemail", unread: "vox" },
  { name: "Fax", path: paths.faxes, feature: "fax", unread: "fax" },
  { name: "Chat", path: paths.chats, feature: "teamChat", unread: "teams" },
  { name: "Contacts", path: paths.contacts },
];

export const SETTINGS_ENTRY: NavEntry = { name: "Settings", path: paths.settings() };

/** The entries above the settings. With the tasks flag Messages is left out: its place is taken by tasks. */
export function navEntries(features: EnabledFeatures): readonly NavEntry[] {
  return ENTRIES.filter((entry) => entry.feature === undefined || features[entry.feature]).filter(
    (entry) => !(features.tasks && entry.name === "Messages"),
  );
}

/** A path of several segments stands for its area: all of /calls belongs to /calls/new. */
export function isActiveEntry(entry: Pick<NavEntry, "path">, currentPath: string): boolean {
  const area = entry.path.replace(/(?<=\/[^/]+)\/[^/]*$/, "");
  return currentPath.includes(area);
}

const FULL_SCREEN_WHEN_SMALL: ReadonlySet<string> = new Set([
  "calls-active-id",
  "messages-new",
  "messages-id-smsLine",
  "messages-search-id-smsLine-conversation",
  "teams-id",
]);

/** Where a small screen needs its whole height for one conversation or call. */
export function hidesNavOnSmallScreens(routeName: string): boolean {
  return FULL_SCREEN_WHEN_SMALL.has(routeName);
}
