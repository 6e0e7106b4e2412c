import { useSnackbar } from "@offhook/ui";
import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { CallOptions } from "../../../../platform/api/api-client.ts";
import { failureText } from "../../../../platform/api/api-failure.ts";
import { paths } from "../../../../platform/navigation/paths.ts";
import type { Thread } from "../../store/thread.ts";
import { useTextMessages } from "../../use-text-messages.ts";
import { markThreadUnread } from "../header/mark-thread-unread.ts";
import type { MessageActions } from "./message-menu.tsx";

const UNDO_MS = 8_000;

/** What is done with single messages: shown at once, taken back when the service refuses. */
export function useMessageActions(thread: Thread): MessageActions {
  const { api } = useTextMessages();
  const snackbar = useSnackbar();
  const router = useRouter();
  return useMemo(() => {
    const { address } = thread;
    const failed = (failure: unknown): void => snackbar.show(failureText(failure), { tone: "error" });
    const restore = (ids: readonly string[]): void => {
      Promise.all(ids.map((id) => api.restoreMessage(address, id)))
        .then(() => thread.refresh())
        .catch(failed);
    };
    return {
      retry: (id) => {
        api.retry(address, id).then((message) => thread.applyMessage(message), failed);
      },
      remove: (ids) => {
        const save = (options: CallOptions) =>
          Promise.all(ids.map((id) => api.deleteMessage(address, id, options)));
        thread
          .removeMessages(ids, save)
          .then(
            () => snackbar.show("Message deleted", { onUndo: () => restore(ids), durationMs: UNDO_MS }),
            failed,
          );
      },
      markUnread: (id) => {
        const ids = thread.state
          .getState()
          .messages.filter(({ direction, kind }) => direction === "in" && kind === "text")
          .map((message) => message.id);
        markThreadUnread(api, thread, ids.slice(ids.indexOf(id))).then(
          () => router.history.push(paths.noConversation()),
          failed,
        );
      },
      copy: (text) => {
        navigator.clipboard.writeText(text).then(() => snackbar.show("Copied"), failed);
      },
      // The same way as everywhere in the console: a number leads to the dial pad.
      call: (number) => router.history.push(paths.dialPad(number)),
    };
  }, [thread, api, snackbar, router]);
}
