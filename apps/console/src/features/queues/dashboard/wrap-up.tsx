import { Button } from "@mantine/core";
import type { QueueAgentStatus } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useNow } from "../../settings/index.ts";
import { useAgentBoard } from "./agent-board-context.ts";
import { PanelNote } from "./panel.tsx";
import { useSaving } from "./use-saving.ts";
import classes from "./wrap-up.module.css";

const TICK_MS = 500;

/** When the user's wrap-up is over, as Unix time in seconds; undefined outside of one. */
export function wrapUpEnd(places: readonly QueueAgentStatus[]): number | undefined {
  const ends = places.flatMap(({ state, until }) => (state === "wrapUp" && until !== null ? [until] : []));
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** The time after a call that queues leave the user, which the user may end. */
export function WrapUp({ until }: { readonly until: number }): ReactNode {
  const board = useAgentBoard();
  const { isSaving, save } = useSaving();
  const now = useNow(TICK_MS);
  const left = Math.max(0, Math.ceil(until - now / 1000));
  return (
    <div className={classes.wrapUp}>
      <PanelNote>
        Wrap-up ends in{" "}
        <time className={classes.left} dateTime={`PT${left}S`}>
          {clockDuration(left)}
        </time>
      </PanelNote>
      <Button fullWidth aria-disabled={isSaving} onClick={() => save(() => board.getReady())}>
        Ready now
      </Button>
    </div>
  );
}
