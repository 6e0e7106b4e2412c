import { TextInput } from "@mantine/core";
import { Avatar, EmptyState, useSnackbar } from "@offhook/ui";
import { VirtualList } from "@offhook/ui/lists";
import { useRouter } from "@tanstack/react-router";
import { Search, UserRound } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { statusOf } from "../topic/header/topic-face.tsx";
import { useColleagues } from "./colleagues.ts";
import classes from "./new-topic.module.css";

const ROW_HEIGHT = 56;

export interface NewDirectProps {
  /** The account of somebody who is chosen already. */
  readonly userId: number | undefined;
}

/** Whom to write to. */
export function NewDirect({ userId }: NewDirectProps): ReactNode {
  const chat = useTeamsChat();
  const router = useRouter();
  const snackbar = useSnackbar();
  const isConnected = useTeamsState((state) => state.link.connected);
  const [filter, setFilter] = useState("");
  const colleagues = useColleagues(filter);
  const open = (id: string): void => {
    chat.acts.open(id).then(
      () => router.history.replace(paths.chat(id)),
      (failure: unknown) =>
        snackbar.show(
          failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later",
          {
            tone: "error",
          },
        ),
    );
  };
  const chosen = useTeamsState(({ people }) =>
    userId === undefined ? undefined : [...people.values()].find((person) => person.userId === userId)?.id,
  );
  const openChosen = useEffectEvent(open);
  useEffect(() => {
    if (chosen !== undefined && isConnected) openChosen(chosen);
  }, [chosen, isConnected]);
  return (
    <>
      <div className={classes.field}>
        <TextInput
          aria-label="Find a colleague"
          placeholder="Find a colleague"
          leftSection={<Search size={16} aria-hidden="true" />}
          value={filter}
          autoFocus
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <div className={classes.list}>
        <VirtualList
          items={colleagues}
          keyOf={({ id }) => id}
          label="Colleagues"
          rowHeight={ROW_HEIGHT}
          status={colleagues.length === 0 && filter === "" && isConnected ? "loading" : "ready"}
          onOpen={({ id }) => open(id)}
          renderRow={(colleague) => (
            <div className={classes.person}>
              <Avatar
                name={colleague.name}
                photo={colleague.photo}
                size={34}
                status={statusOf(colleague)}
                isDecorative
              />
              <span className={classes.text}>
                <span className={classes.name}>{colleague.shownName}</span>
                <span className={classes.title2}>{colleague.person?.title}</span>
              </span>
            </div>
          )}
          emptySlot={<EmptyState icon={UserRound}>No results.</EmptyState>}
        />
      </div>
    </>
  );
}
