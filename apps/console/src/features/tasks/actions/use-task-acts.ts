import { useSnackbar } from "@offhook/ui";
import { useMemo } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePush } from "../../../platform/push/push-context.tsx";
import { useUser } from "../../session/index.ts";
import type { TaskNews } from "../store/task-lists.ts";
import { TaskActs } from "./task-acts.ts";

/** Both callbacks must stay the same from one drawing to the next. */
export function useTaskActs(onTask: (news: TaskNews) => void, onRefused?: () => void): TaskActs {
  const { client } = usePlatform();
  const { log } = usePush();
  const { id: userId } = useUser();
  const snackbar = useSnackbar();
  return useMemo(
    () => new TaskActs({ client, log, userId, snackbar, onTask, onRefused }),
    [client, log, userId, snackbar, onTask, onRefused],
  );
}
