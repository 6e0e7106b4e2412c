import { EmptyState } from "@offhook/ui";
import { Phone, Video } from "lucide-react";
import type { ReactNode } from "react";

export function CallsLoadingPage(): ReactNode {
  return <EmptyState icon={Phone}>Your calls are on their way.</EmptyState>;
}

export function MeetingPage(): ReactNode {
  return <EmptyState icon={Video}>This meeting has not begun.</EmptyState>;
}
