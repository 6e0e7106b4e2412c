import type { TaskSourceType } from "@offhook/contract";
import {
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  PhoneMissed,
  Printer,
  Voicemail,
} from "lucide-react";
import type { ReactNode } from "react";
import { SOURCE_NAMES } from "./task-words.ts";

const ICONS: Readonly<Record<TaskSourceType, LucideIcon>> = {
  sms: MessageSquareText,
  voicemail: Voicemail,
  fax: Printer,
  call: PhoneMissed,
  chat: MessagesSquare,
  own: ListChecks,
};

export function TaskSourceIcon({
  source,
  size = 14,
}: {
  readonly source: TaskSourceType;
  readonly size?: number;
}): ReactNode {
  const Icon = ICONS[source];
  return <Icon size={size} role="img" aria-label={SOURCE_NAMES[source]} />;
}
