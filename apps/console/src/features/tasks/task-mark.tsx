import type { Task } from "@offhook/contract";
import { BoxRowMark } from "@offhook/ui/box-row";
import { CircleCheck, UserRoundCheck, UserRoundPlus } from "lucide-react";
import type { ReactNode } from "react";

/** In the row of a list: how the task of its item stands. Nothing without one. */
export function TaskMark({ task }: { readonly task: Task | undefined }): ReactNode {
  if (!task) return null;
  if (task.status === "done") {
    return (
      <BoxRowMark>
        <CircleCheck size={13} aria-hidden="true" />
        Resolved
      </BoxRowMark>
    );
  }
  if (task.assignedToName === "") {
    return (
      <BoxRowMark>
        <UserRoundPlus size={13} aria-hidden="true" />
        Unassigned
      </BoxRowMark>
    );
  }
  return (
    <BoxRowMark>
      <UserRoundCheck size={13} role="img" aria-label="Assigned to" />
      {task.assignedToName}
    </BoxRowMark>
  );
}
