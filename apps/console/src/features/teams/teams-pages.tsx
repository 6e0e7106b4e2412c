import { EmptyState } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";

export { NewTopicPage } from "./new/new-topic-page.tsx";
export { TeamsArea } from "./teams-area.tsx";
export { TopicPage } from "./topic/topic-page.tsx";

export function TeamsEmptyPage(): ReactNode {
  return <EmptyState icon={MessagesSquare}>You are in no team yet.</EmptyState>;
}

/** Where no topic is open, and after one was removed. */
export function TeamsGreetingPage(): ReactNode {
  const router = useRouter();
  return (
    <EmptyState
      icon={MessagesSquare}
      action={{ label: "New message", onClick: () => router.history.push("/teams/new/direct") }}
    >
      Choose a team or a colleague to start chatting.
    </EmptyState>
  );
}
