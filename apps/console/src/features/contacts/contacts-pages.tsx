import { EmptyState } from "@offhook/ui";
import { UserRound, Users } from "lucide-react";
import type { ReactNode } from "react";

export function ContactsPage(): ReactNode {
  return <EmptyState icon={Users}>There are no contacts yet.</EmptyState>;
}

export function ContactPage(): ReactNode {
  return <EmptyState icon={UserRound}>This contact is not here any more.</EmptyState>;
}
