import { EmptyState, Panes } from "@offhook/ui";
import { Outlet, useMatches, useRouter } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../platform/navigation/paths.ts";
import { TopicList } from "./list/topic-list.tsx";

const LIST_ROUTES = new Set(["teams", "teams-empty", "teams-greeting"]);

/** `/teams` and all below it: the topics on the left, one of them beside. */
export function TeamsArea(): ReactNode {
  const { name, id, search } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return {
        name: last?.staticData.name ?? "",
        id: (last?.params as { id?: string } | undefined)?.id,
        // Of a message that was opened from the list it is what the list shows already.
        search:
          last?.staticData.name === "teams-greeting"
            ? (last.search as { search?: string } | undefined)?.search
            : undefined,
      };
    },
    structuralSharing: true,
  });
  return (
    <Panes
      label="Chats"
      isDetailOpen={!LIST_ROUTES.has(name)}
      list={<TopicList selectedId={id} search={search} />}
    >
      <Outlet />
    </Panes>
  );
}

export function TeamsEmptyPage(): ReactNode {
  return <EmptyState icon={MessagesSquare}>You are in no team yet.</EmptyState>;
}

/** Where no topic is open, and after one was removed. */
export function TeamsGreetingPage(): ReactNode {
  const router = useRouter();
  return (
    <EmptyState
      icon={MessagesSquare}
      action={{ label: "New message", onClick: () => router.history.push(paths.newChat("direct")) }}
    >
      Choose a team or a colleague to start chatting.
    </EmptyState>
  );
}
