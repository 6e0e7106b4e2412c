import { TASK_EVENT_TYPES, type TaskEvent } from "@offhook/contract";
import { useEffect, useEffectEvent } from "react";
import { usePush } from "../../../platform/push/push-context.tsx";

/** Calls `handler` for each change of a task the user can see, while the component is there. */
export function useTaskEvents(handler: (event: TaskEvent) => void): void {
  const push = usePush();
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const undo = TASK_EVENT_TYPES.map((type) => push.on(type, (event) => handle(event)));
    return () => {
      for (const each of undo) each();
    };
  }, [push]);
}
