import { EmptyState } from "@offhook/ui";
import { MessagesSquare, UserRoundPlus } from "lucide-react";
import type { ReactNode } from "react";

export function TeamsEmptyPage(): ReactNode {
  return <EmptyState icon={MessagesSquare}>You are in no team yet.</EmptyState>;
}

export function TeamsGreetingPage(): ReactNode {
  return <EmptyState icon={MessagesSquare}>Choose a team or a colleague to start chatting.</EmptyState>;
}

export function NewTopicPage(): ReactNode {
  return <EmptyState icon={UserRoundPlus}>Choose whom to chat with.</EmptyState>;
}

export function TopicPage(): ReactNode {
  return <EmptyState icon={MessagesSquare}>There are no messages in this chat yet.</EmptyState>;
}
