import type { ReactNode } from "react";
import { TaskActions } from "../../../tasks/index.ts";
import type { Thread } from "../../store/thread.ts";
import { useThread } from "../../use-text-messages.ts";

/** The assignee of the conversation. Assigning it hides it from nobody. */
export function ThreadTask({ thread }: { readonly thread: Thread }): ReactNode {
  // With each message another conversation is told: only where its task differs there is something to draw.
  const sourceId = useThread(thread, ({ conversation }) => conversation?.id);
  const id = useThread(thread, ({ conversation }) => conversation?.task?.id);
  const status = useThread(thread, ({ conversation }) => conversation?.task?.status);
  const assignee = useThread(thread, ({ conversation }) => conversation?.task?.assigned_to ?? null);
  const assignedToName = useThread(thread, ({ conversation }) => conversation?.assignedToName ?? "");
  if (sourceId === undefined) return null;
  return (
    <TaskActions
      source={{ source: "sms", source_id: sourceId, sms_line: thread.address.sms_line }}
      task={
        id === undefined || status === undefined
          ? null
          : { id, status, assigned_to: assignee, assignedToName }
      }
    />
  );
}
