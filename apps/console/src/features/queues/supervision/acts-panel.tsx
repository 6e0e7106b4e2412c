import { Button } from "@mantine/core";
import { LoadError } from "@offhook/ui";
import { timeLabel } from "@offhook/ui/format";
import { Select } from "@offhook/ui/select";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { Rows } from "../dashboard/rows.tsx";
import { actText } from "./act-words.ts";
import classes from "./supervision.module.css";
import { useAct, useSupervisionBoard } from "./supervision-context.ts";

const TICK_MS = 60_000;

/** What supervisors did, for everybody who may know. */
export function ActsPanel(): ReactNode {
  const board = useSupervisionBoard();
  const { rows: acts, next, status } = useStore(board.acts.state, board.acts.shown);
  const queues = useStore(board.floor, (floor) => floor.queues);
  const { queue: ofQueue, phone: ofPhone } = useStore(board.acts.state, ({ choice }) => choice);
  const isFiltered = ofQueue !== undefined || ofPhone !== undefined;
  const act = useAct();
  const now = useNow(TICK_MS);
  const { effective_timezone: timeZone } = useUser();
  const agents = queues.flatMap((queue) => queue.agents);
  const agentOf = (phone: string) => agents.find((agent) => agent.phone === phone)?.name;
  const queueOf = (id: number) => queues.find(({ queue_id }) => queue_id === id)?.name;
  return (
    <Panel heading="Activity">
      <ActsFilters />
      {acts.length === 0 ? (
        status === "ready" && (
          <PanelNote>{isFiltered ? "No activity matches." : "No one has changed anything yet."}</PanelNote>
        )
      ) : (
        <Rows label="Activity" items={acts} keyOf={({ id }) => id}>
          {(each) => (
            <div className={classes.act}>
              <span dir="auto">{actText(each, agentOf, queueOf)}</span>
              <time className={classes.when}>{timeLabel({ at: each.at * 1000, now, timeZone })}</time>
            </div>
          )}
        </Rows>
      )}
      {status === "failed" && acts.length === 0 && (
        <LoadError onRetry={() => void board.acts.open().catch(() => {})}>
          The activity could not be loaded.
        </LoadError>
      )}
      {next !== null && status === "ready" && (
        <Button variant="default" size="xs" mt="sm" onClick={() => act(() => board.acts.loadMore())}>
          Show older
        </Button>
      )}
    </Panel>
  );
}

/** An empty value stands for all. */
const ALL = "";

function ActsFilters(): ReactNode {
  const board = useSupervisionBoard();
  const queues = useStore(board.floor, (floor) => floor.queues);
  const { queue, phone } = useStore(board.acts.state, ({ choice }) => choice);
  // An agent serves several queues.
  const agents = new Map(queues.flatMap((each) => each.agents).map(({ phone: line, name }) => [line, name]));
  const names = [...agents].sort(([, one], [, other]) => one.localeCompare(other));
  const filter = (toQueue: string | number, toPhone: string): void =>
    board.acts.select({
      ...(toQueue !== ALL && { queue: Number(toQueue) }),
      ...(toPhone !== ALL && { phone: toPhone }),
    });
  return (
    <div className={classes.filters}>
      <Select
        aria-label="Activity of agent"
        size="xs"
        allowDeselect={false}
        data={[
          { value: ALL, label: "All agents" },
          ...names.map(([line, name]) => ({ value: line, label: name })),
        ]}
        value={phone ?? ALL}
        onChange={(value) => filter(queue ?? ALL, value ?? ALL)}
      />
      <Select
        aria-label="Activity of queue"
        size="xs"
        allowDeselect={false}
        data={[
          { value: ALL, label: "All queues" },
          ...queues.map(({ queue_id, name }) => ({ value: String(queue_id), label: name })),
        ]}
        value={queue === undefined ? ALL : String(queue)}
        onChange={(value) => filter(value ?? ALL, phone ?? ALL)}
      />
    </div>
  );
}
