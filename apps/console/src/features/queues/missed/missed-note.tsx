import { CloseButton } from "@mantine/core";
import { timeLabel } from "@offhook/ui/format";
import { PhoneMissed } from "lucide-react";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import type { MissedCall } from "./missed-call.ts";
import classes from "./missed-note.module.css";

export interface MissedNoteProps {
  readonly missed: MissedCall;
  /** Why the user is paused, if they are. */
  readonly pause: string | undefined;
  readonly onClose: () => void;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** Tells of a call that rang in vain, and of the pause that it began. */
export function MissedNote({ missed, pause, onClose, children }: MissedNoteProps): ReactNode {
  const { clock } = usePlatform().browser;
  const { effective_timezone: timeZone } = useUser();
  return (
    <div className={classes.notice}>
      <PhoneMissed size={18} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        {missed.isDeclined ? "You declined" : "You missed"} a call from {missed.queue}.{" "}
        <span className={classes.at}>{timeLabel({ at: missed.at * 1000, now: clock.now(), timeZone })}</span>
        {pause !== undefined && <span className={classes.pause}>You are paused: {pause}</span>}
        {children}
      </div>
      <CloseButton size="sm" aria-label="Close this note" onClick={onClose} />
    </div>
  );
}
