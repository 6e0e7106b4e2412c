import { Panes } from "@offhook/ui";
import { Outlet, useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { TopicList } from "./list/topic-list.tsx";

const LIST_ROUTES = new Set(["teams", "teams-empty", "teams-greeting"]);

/** `/teams` and all below it: the topics on the left, one of them beside. */
export function TeamsArea(): ReactNode {
  const { name, id } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return { name: last?.staticData.name ?? "", id: (last?.params as { id?: string } | undefined)?.id };
    },
    structuralSharing: true,
  });
  return (
    <Panes label="Chats" isDetailOpen={!LIST_ROUTES.has(name)} list={<TopicList selectedId={id} />}>
      <Outlet />
    </Panes>
  );
}
