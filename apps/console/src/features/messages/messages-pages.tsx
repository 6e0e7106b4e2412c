import { EmptyState } from "@offhook/ui";
import { MessageSquarePlus, MessageSquareText, Search } from "lucide-react";
import type { ReactNode } from "react";

export function MessagesGreetingPage(): ReactNode {
  return <EmptyState icon={MessageSquareText}>Choose a conversation to read it here.</EmptyState>;
}

export function NewMessagePage(): ReactNode {
  return <EmptyState icon={MessageSquarePlus}>Choose whom to write to.</EmptyState>;
}

export function FoundMessagePage(): ReactNode {
  return <EmptyState icon={Search}>There is nothing to show of this conversation yet.</EmptyState>;
}

export function ConversationPage(): ReactNode {
  return <EmptyState icon={MessageSquareText}>There are no messages in this conversation yet.</EmptyState>;
}
