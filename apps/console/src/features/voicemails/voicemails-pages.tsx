import { EmptyState } from "@offhook/ui";
import { Voicemail } from "lucide-react";
import type { ReactNode } from "react";

export function VoicemailsPage(): ReactNode {
  return <EmptyState icon={Voicemail}>Nobody has left a voicemail yet.</EmptyState>;
}

export function VoicemailPage(): ReactNode {
  return <EmptyState icon={Voicemail}>This voicemail is not here any more.</EmptyState>;
}
