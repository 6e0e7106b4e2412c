import { CloseButton } from "@mantine/core";
import { timeLabel } from "@offhook/ui/format";
import { PhoneMissed } from "lucide-react";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useAgentBoard, useAgentBoardState } from "./agent-board-context.ts";
import classes from "./missed-notice.module.css";

/** Tells of a call that rang in vain, and of the pause that it began. */
export function MissedNotice({ pause }: { readonly pause: string | undefined }): ReactNode {
  const board = useAgentBoard();
  const missed = useAgentBoardState((state) => state.missed);
  const { clock } = usePlatform().browser;
  const { effective_timezone: timeZone } = useUser();
  const at = missed && timeLabel({ at: missed.at * 1000, now: clock.now(), timeZone });
  return (
    // There from the beginning: a screen reader tells of changes only.
    <div role="alert">
      {missed && (
        <div className={classes.notice}>
          <PhoneMissed size={18} aria-hidden="true" className={classes.icon} />
          <p className={classes.words}>
            {missed.isDeclined ? "You declined" : "You missed"} a call from {missed.queue}.{" "}
            <span className={classes.at}>{at}</span>
            {pause !== undefined && <span className={classes.pause}>You are paused: {pause}</span>}
          </p>
          <CloseButton size="sm" aria-label="Close this note" onClick={() => board.forgetMissed()} />
        </div>
      )}
    </div>
  );
}
