import type { ReactNode } from "react";
import { MissedNote } from "../missed/missed-note.tsx";
import { useAgentBoard, useAgentBoardState } from "./agent-board-context.ts";
import classes from "./missed-notice.module.css";

/** A missed call, above what ends the pause that it began. */
export function MissedNotice({ pause }: { readonly pause: string | undefined }): ReactNode {
  const board = useAgentBoard();
  const missed = useAgentBoardState((state) => state.missed);
  return (
    // There from the beginning: a screen reader tells of changes only.
    <div role="alert" className={classes.place}>
      {missed && <MissedNote missed={missed} pause={pause} onClose={() => board.forgetMissed()} />}
    </div>
  );
}
