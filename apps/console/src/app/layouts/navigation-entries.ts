import type { EnabledFeatures } from "@offhook/contract";
import {
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  Phone,
  Printer,
  Settings,
  Users,
  Voicemail,
} from "lucide-react";

export interface NavigationEntry {
  readonly title: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly feature?: keyof EnabledFeatures;
  readonly isAtBottom?: boolean;
}

const ENTRIES: readonly NavigationEntry[] = [
  { title: "Calls", path: "/calls/new", icon: Phone },
  { title: "Messages", path: "/messages", icon: MessageSquareText, feature: "messaging" },
  { title: "Voicemail", path: "/voicemails", icon: Voicemail, feature: "voicemail" },
  { title: "Fax", path: "/faxes", icon: Printer, feature: "fax" },
  { title: "Chat", path: "/teams", icon: MessagesSquare, feature: "teamChat" },
  { title: "Contacts", path: "/contacts", icon: Users },
  { title: "Settings", path: "/settings", icon: Settings, isAtBottom: true },
];

export function navigationEntries(features: EnabledFeatures): readonly NavigationEntry[] {
  return ENTRIES.filter(({ feature }) => feature === undefined || features[feature]);
}

/** An entry stands for its whole area: `/calls/new` also for `/calls/17`. */
export function isActiveEntry({ path }: NavigationEntry, currentPath: string): boolean {
  const [, area = ""] = path.split("/");
  return currentPath === `/${area}` || currentPath.startsWith(`/${area}/`);
}
