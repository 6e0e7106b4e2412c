import { EmptyState } from "@offhook/ui";
import { FileText, Printer } from "lucide-react";
import type { ReactNode } from "react";

export function FaxesPage(): ReactNode {
  return <EmptyState icon={Printer}>No fax has been sent or received yet.</EmptyState>;
}

export function NewFaxPage(): ReactNode {
  return <EmptyState icon={FileText}>Choose a document to fax it.</EmptyState>;
}

export function FaxPage(): ReactNode {
  return <EmptyState icon={Printer}>This fax is not here any more.</EmptyState>;
}
