import { Button } from "@mantine/core";
import { RowBoundary } from "@offhook/ui";
import { timeLabel } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { actText } from "./act-words.ts";
import classes from "./supervision.module.css";
import { useAct, useSupervisionBoard } from "./supervision-context.ts";

const TICK_MS = 60_000;

/** What supervisors did, for everybody who may know. */
export function ActsPanel(): ReactNode {
  const board = useSupervisionBoard();
  const { acts, next } = useStore(board.acts);
  const queues = useStore(board.floor, (floor) => floor.queues);
  const act = useAct();
  const now = useNow(TICK_MS);
  const { effective_timezone: timeZone } = useUser();
  const agents = queues.flatMap((queue) => queue.agents);
  const agentOf = (phone: string) => agents.find((agent) => agent.phone === phone)?.name;
  const queueOf = (id: number) => queues.find(({ queue_id }) => queue_id === id)?.name;
  return (
    <Panel heading="Activity">
      {acts.length === 0 ? (
        <PanelNote>No one has changed anything yet.</PanelNote>
      ) : (
        <ul className={classes.rows} aria-label="Activity">
          {acts.map((each) => (
            <li key={each.id}>
              <RowBoundary item={each}>
                <div className={classes.act}>
                  <span dir="auto">{actText(each, agentOf, queueOf)}</span>
                  <time className={classes.about}>{timeLabel({ at: each.at * 1000, now, timeZone })}</time>
                </div>
              </RowBoundary>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button variant="default" size="xs" mt="sm" onClick={() => act(() => board.loadOlderActs())}>
          Show older
        </Button>
      )}
    </Panel>
  );
}
