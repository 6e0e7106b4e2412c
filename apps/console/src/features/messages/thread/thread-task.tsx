import type { SmsConversation } from "@offhook/contract";
import type { ReactNode } from "react";
import { TaskActions } from "../../tasks/index.ts";

/** Who sees to the conversation. Assigning it hides it from nobody. */
export function ThreadTask({ conversation }: { readonly conversation: SmsConversation }): ReactNode {
  const { id, smsLine, task, assignedToName } = conversation;
  return (
    <TaskActions
      source={{ source: "sms", source_id: id, sms_line: smsLine }}
      task={task && { id: task.id, status: task.status, assigned_to: task.assigned_to, assignedToName }}
    />
  );
}
