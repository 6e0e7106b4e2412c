import { Button } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { dateWords } from "@offhook/ui/format";
import { Ban, MessageSquareOff } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "../../../platform/api-failure.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import type { Thread } from "../store/thread.ts";
import { useMessageDesk, useThread } from "../use-message-desk.ts";
import classes from "./thread-page.module.css";

const TICK_MS = 60_000;

/** In place of the composer: why no text can be sent, and what would change that. */
export function ClosedNotice({ thread }: { readonly thread: Thread }): ReactNode {
  const conversation = useThread(thread, (state) => state.conversation);
  const { effective_timezone: timeZone } = useUser();
  const { api } = useMessageDesk();
  const snackbar = useSnackbar();
  const now = useNow(TICK_MS);
  if (!conversation) return null;
  const { optedOutAt, optedOutWord, blockedReason } = conversation;
  if (conversation.optedOut) {
    const when = optedOutAt === null ? "" : ` (${dateWords({ at: optedOutAt, now, timeZone })})`;
    return (
      <div className={classes.notice} role="note">
        <MessageSquareOff size={18} aria-hidden="true" />
        <span>
          This person has asked for no more texts
          {optedOutWord !== "" && ` by writing ${optedOutWord.toUpperCase()}`}
          {when}. Sending would be refused. They can write START to this line to hear from you again; until
          then, call instead.
        </span>
      </div>
    );
  }
  const unblock = (): void => {
    api.unblock(thread.address).then(
      () => snackbar.show("This number can write again"),
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
