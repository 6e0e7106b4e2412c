import { useMatches, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import type { JoinableTopic } from "../store/topic-acts.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { JoinTopic } from "./join-topic.tsx";
import { NewDirect } from "./new-direct.tsx";
import { NewGroup } from "./new-group.tsx";
import classes from "./new-topic.module.css";

const TITLES: Readonly<Record<string, string>> = {
  direct: "Message a colleague",
  group: "New team",
  joinable: "Join a team",
};

/** `/teams/new/{type}`: `direct`, `group` or `joinable`. */
export function NewTopicPage(): ReactNode {
  const router = useRouter();
  const { type, user } = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      const { type: wanted = "direct" } = (last?.params ?? {}) as { readonly type?: string };
      const { user: account } = (last?.search ?? {}) as { readonly user?: string };
      return { type: wanted, user: account === undefined ? undefined : Number(account) };
    },
    structuralSharing: true,
  });
  const joinable = useCompany();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <button
          type="button"
          className={classes.back}
          aria-label="Back to the chats"
          onClick={() => router.history.push(paths.noChat())}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </button>
        <h2 className={classes.title}>{TITLES[type] ?? TITLES.direct}</h2>
      </header>
      {type === "group" ? (
        <NewGroup />
      ) : type === "joinable" ? (
        <JoinTopic topics={joinable} />
      ) : (
        <NewDirect userId={user} />
      )}
    </div>
  );
}

/** Colleagues and open teams of the company, asked for once the line is there. Undefined until then. */
function useCompany(): readonly JoinableTopic[] | undefined {
  const chat = useTeamsChat();
  const { pbx_cid: customerId } = useUser();
  const isConnected = useTeamsState((state) => state.link.connected && state.isListed);
  const [joinable, setJoinable] = useState<readonly JoinableTopic[]>();
  useEffect(() => {
    // Without an answer those who are known already are still there to choose from.
    if (isConnected) chat.acts.searchCompany(customerId).then(setJoinable, () => setJoinable([]));
  }, [chat, customerId, isConnected]);
  return joinable;
}
