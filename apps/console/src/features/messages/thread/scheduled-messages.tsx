import { ActionIcon } from "@mantine/core";
import type { SmsMessage } from "@offhook/contract";
import { RowBoundary, useSnackbar } from "@offhook/ui";
import { dueWords } from "@offhook/ui/format";
import { LinkedText } from "@offhook/ui/text";
import { CalendarClock, Pencil, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { ScheduleDialog } from "../compose/lazy-schedule-dialog.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { MediaGroup } from "./bubble/media-group.tsx";
import classes from "./scheduled-messages.module.css";

const TICK_MS = 60_000;

export interface ScheduledMessagesProps {
  readonly thread: Thread;
  readonly messages: readonly SmsMessage[];
}

/** What waits for its time, below the thread. */
export function ScheduledMessages({ thread, messages }: ScheduledMessagesProps): ReactNode {
  if (messages.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Scheduled messages">
      {messages.map((message, index) => (
        <RowBoundary
          key={message.id ?? `place-${index}`}
          item={message}
          text="This message can't be displayed"
        >
          <Scheduled thread={thread} message={message} />
        </RowBoundary>
      ))}
    </section>
  );
}

interface ScheduledProps {
  readonly thread: Thread;
  readonly message: SmsMessage;
}

function Scheduled({ thread, message }: ScheduledProps): ReactNode {
  const { api } = useTextMessages();
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const snackbar = useSnackbar();
  const [isEditing, setIsEditing] = useState(false);
  const { scheduledId, scheduled_at: at } = message;
  if (scheduledId === null || at === null) return null;
  const cancel = (): void => {
    thread
      .removeScheduled(scheduledId, (options) => api.cancelScheduled(scheduledId, options))
      .then(
        () => snackbar.show("The scheduled message was canceled"),
        (failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }),
      );
  };
  return (
    <article className={classes.scheduled} aria-label="Scheduled message">
      <div className={classes.bubble}>
        <MediaGroup media={message.media} />
        {message.text !== "" && <LinkedText text={message.text} />}
      </div>
      <div className={classes.foot}>
        <CalendarClock size={14} aria-hidden="true" />
        <time>Scheduled for {dueWords({ at, now, timeZone })}</time>
        <ActionIcon
          size="sm"
          aria-label="Edit scheduled message"
          title="Edit"
          onClick={() => setIsEditing(true)}
        >
          <Pencil size={14} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size="sm" aria-label="Cancel scheduled message" title="Cancel" onClick={cancel}>
          <X size={14} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isEditing && (
        <ScheduleDialog
          given={{ text: message.text, at }}
          onClose={() => setIsEditing(false)}
          onChosen={async ({ text, at: chosen }) => {
            const changed = await api.schedule({
              sms_line: thread.address.sms_line,
              receiver: thread.address.conversation,
              msgdata: text,
              media: [],
              mId: message.mId ?? crypto.randomUUID(),
              scheduled_at: chosen,
              scheduledId,
              removeMedia: false,
            });
            thread.applyMessage(changed);
          }}
        />
      )}
    </article>
  );
}
