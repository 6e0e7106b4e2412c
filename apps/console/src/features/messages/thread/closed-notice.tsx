import { Button } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { dateWords } from "@offhook/ui/format";
import { useRouter } from "@tanstack/react-router";
import { Ban, MessageSquareOff } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages, useThread } from "../use-text-messages.ts";
import classes from "./thread-page.module.css";

const TICK_MS = 60_000;

/** In place of the composer: why no text can be sent, and what would change that. */
export function ClosedNotice({ thread }: { readonly thread: Thread }): ReactNode {
  const conversation = useThread(thread, (state) => state.conversation);
  const { effective_timezone: timeZone, features } = useUser();
  const router = useRouter();
  const { api } = useTextMessages();
  const snackbar = useSnackbar();
  const now = useNow(TICK_MS);
  if (!conversation) return null;
  const { optedOutAt, optedOutWord, blockedReason } = conversation;
  if (conversation.optedOut) {
    const when = optedOutAt === null ? "" : `: ${dateWords({ at: optedOutAt, now, timeZone })}`;
    return (
      <div className={classes.notice} role="note">
        <MessageSquareOff size={18} aria-hidden="true" />
        <span>
          Opted out{when}
          {optedOutWord !== "" && ` (replied ${optedOutWord.toUpperCase()})`}. You can't text this person
          until they reply START to this line.{features.calls && " You can still call."}
        </span>
        {features.calls && (
          <Button
            size="xs"
            variant="default"
            onClick={() => router.history.push(paths.dialPad(thread.address.conversation))}
          >
            Call
          </Button>
        )}
      </div>
    );
  }
  const unblock = (): void => {
    api.unblock(thread.address).then(
      () => snackbar.show("Unblocked"),
      (failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }),
    );
  };
  return (
    <div className={classes.notice} role="note">
      <Ban size={18} aria-hidden="true" />
      <span>This number is blocked on this line{blockedReason !== "" && `: ${blockedReason}`}.</span>
      <Button size="xs" variant="default" onClick={unblock}>
        Unblock
      </Button>
    </div>
  );
}
