import type { TaskNoticeEvent } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { useNotifications, useSettings } from "../../settings/index.ts";
import { isStaleNotice, noticeWords } from "./notice-words.ts";

const SNACK_MS = 8000;

/** A task from somebody else, or the reminder of the user's own, told on every screen; a click leads to it. */
export function TaskNotices(): ReactNode {
  const { client, browser } = usePlatform();
  const router = useRouter();
  const snackbar = useSnackbar();
  const notifications = useNotifications();
  const isWanted = useSettings((settings) => settings.taskNotifications);
  const asNotification = useSettings((settings) => settings.webAppNotifications);

  const nameOf = async (number: string): Promise<string> => {
    if (number === "") return "";
    const [caller] = await client.lookUpNumbers({ body: { numbers: [number] } }).catch(() => []);
    return caller?.name ?? formatPhone(number);
  };
  const tell = async (notice: TaskNoticeEvent): Promise<void> => {
    // Users who were away for long find the task in the list; a reminder they asked for.
    if (isStaleNotice(notice, browser.clock.now()) || (!isWanted && notice.reason === "assigned")) return;
    const { title, body } = noticeWords(notice, await nameOf(notice.number));
    const path = paths.task(notice.task.id);
    const isShown =
      isWanted && asNotification && notifications.show({ title, body, path, tag: `task ${notice.task.id}` });
    if (isShown && document.hidden) return;
    snackbar.show(body === "" ? title : `${title}: ${body}`, {
      durationMs: SNACK_MS,
      action: { label: "Open", onClick: () => router.history.push(path) },
    });
  };
  usePushEvent("TASK_NOTICE", (event) => {
    // The service sends what the contract describes.
    void tell(event);
  });
  return null;
}
