import { Button } from "@mantine/core";
import { EmptyState, ListSkeleton, useLoadingShown, useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import type { JoinableTopic } from "../store/topic-acts.ts";
import { useTeamsChat } from "../teams-context.ts";
import { TeamSign } from "../topic/header/topic-face.tsx";
import classes from "./new-topic.module.css";

export interface JoinTopicProps {
  /** Undefined while they are being asked for. */
  readonly topics: readonly JoinableTopic[] | undefined;
}

/** Teams of the company that anybody may join. */
export function JoinTopic({ topics }: JoinTopicProps): ReactNode {
  const chat = useTeamsChat();
  const router = useRouter();
  const snackbar = useSnackbar();
  const join = (id: string): void => {
    chat.acts.open(id).then(
      () => router.history.push(paths.chat(id)),
      (failure: unknown) =>
        snackbar.show(
          failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later",
          {
            tone: "error",
          },
        ),
    );
  };
  const isLoading = useLoadingShown(!topics);
  if (isLoading || !topics) return <ListSkeleton rowHeight={56} />;
  if (topics.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        action={{ label: "New team", onClick: () => router.history.push(paths.newChat("group")) }}
      >
        There are no teams to join. Create one.
      </EmptyState>
    );
  return (
    <ul className={classes.joinable} aria-label="Teams you can join">
      {topics.map(({ id, name, memberCount }) => (
        <li key={id} className={classes.person}>
          <TeamSign isPrivate={false} />
          <span className={classes.text}>
            <span className={classes.name}>{name}</span>
            <span className={classes.title2}>
              {memberCount} {memberCount === 1 ? "member" : "members"}
            </span>
          </span>
          <Button size="xs" variant="light" aria-label={`Join ${name}`} onClick={() => join(id)}>
            Join
          </Button>
        </li>
      ))}
    </ul>
  );
}
