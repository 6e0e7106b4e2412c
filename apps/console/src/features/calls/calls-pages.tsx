import { EmptyState } from "@offhook/ui";
import { Grid3x3, Phone, PhoneIncoming, Video } from "lucide-react";
import type { ReactNode } from "react";

export function DialPadPage(): ReactNode {
  return <EmptyState icon={Grid3x3}>Dial a number to place a call.</EmptyState>;
}

export function CallsLoadingPage(): ReactNode {
  return <EmptyState icon={Phone}>Your calls are on their way.</EmptyState>;
}

export function ActiveCallPage(): ReactNode {
  return <EmptyState icon={Phone}>This call has ended.</EmptyState>;
}

export function MeetingPage(): ReactNode {
  return <EmptyState icon={Video}>This meeting has not begun.</EmptyState>;
}

export function IncomingCallPage(): ReactNode {
  return <EmptyState icon={PhoneIncoming}>Nobody is calling right now.</EmptyState>;
}
