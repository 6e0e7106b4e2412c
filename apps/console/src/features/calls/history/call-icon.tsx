import { sectionColor } from "@offhook/ui";
import {
  Ban,
  type LucideIcon,
  PhoneForwarded,
  PhoneIncoming,
  PhoneMissed,
  PhoneOff,
  PhoneOutgoing,
} from "lucide-react";
import type { ReactNode } from "react";
import type { CallEntry, CallIcon as IconName } from "./call-entry.ts";

const ICONS: Readonly<Record<IconName, LucideIcon>> = {
  incoming: PhoneIncoming,
  outgoing: PhoneOutgoing,
  missed: PhoneMissed,
  unanswered: PhoneOff,
  elsewhere: PhoneForwarded,
  blocked: Ban,
};

export interface CallIconProps {
  readonly entry: Pick<CallEntry, "icon" | "color">;
  readonly size?: number;
}

/** The way a call went and what became of it. The words stand beside it. */
export function CallIcon({ entry, size = 14 }: CallIconProps): ReactNode {
  const Icon = ICONS[entry.icon];
  return <Icon size={size} strokeWidth={2.25} color={sectionColor(entry.color)} aria-hidden="true" />;
}
