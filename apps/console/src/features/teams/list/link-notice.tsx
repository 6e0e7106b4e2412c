import { Button } from "@mantine/core";
import { CircleCheck, CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import classes from "./topic-list.module.css";

/** How the line to the chat service is, when there is something to say about it. */
export function LinkNotice(): ReactNode {
  const chat = useTeamsChat();
  const { reconnecting, reconnected, reconnectTries, error } = useTeamsState((state) => state.link);
  if (reconnected)
    return (
      <p role="status" className={classes.notice} data-tone="good">
        <CircleCheck size={16} aria-hidden="true" />
        Chat is connected again
      </p>
    );
  if (!reconnecting && !error) return null;
  const text = reconnecting
    ? `Chat is reconnecting, try ${reconnectTries}. What you write is sent then.`
    : "Chat is switched off for you.";
  return (
    <div role="status" className={classes.notice} data-tone="bad">
      <CloudOff size={16} aria-hidden="true" />
      {text}
      {reconnecting && (
        <Button
          variant="subtle"
          size="compact-xs"
          className={classes.retry ?? ""}
          onClick={() => chat.wake()}
        >
          Retry now
        </Button>
      )}
    </div>
  );
}
