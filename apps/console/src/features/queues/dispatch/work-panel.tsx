import type { CallRecord, ListedTask } from "@offhook/contract";
import { timeLabel } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { callerText } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { CargoRow } from "./cargo-row.tsx";
import { useDispatch } from "./dispatch-context.ts";

const TICK_MS = 15_000;

/** Missed calls and open tasks that somebody has to take. */
export function WorkPanel(): ReactNode {
  const missed = useDispatch((state) => state.missed);
  const tasks = useDispatch((state) => state.tasks);
  // A missed call that somebody already has to do is in the list of tasks.
  const known = new Set(
    tasks.map(({ source, source_id, source_detail_id }) => (source === "own" ? source_detail_id : source_id)),
  );
  const open = missed.filter(({ id }) => !known.has(id));
  return (
    <Panel heading="To do">
      {open.length + tasks.length === 0 && <PanelNote>No missed calls and no open tasks.</PanelNote>}
      {open.map((record) => (
        <MissedRow key={record.id} record={record} />
      ))}
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} />
      ))}
    </Panel>
  );
}

function MissedRow({ record }: { readonly record: CallRecord }): ReactNode {
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const name = useCaller(record.number).name || callerText(record);
  const number = callerText({ name: "", number: record.number });
  const note = `Call back ${name === number ? name : `${name}, ${number}`}`;
  return (
    <CargoRow
      cargo={{ kind: "missed", id: record.id, name, note }}
      name={name}
      about={["Missed call", timeLabel({ at: record.time_ms, now, timeZone }), record.queue]
        .filter(Boolean)
        .join(" · ")}
    />
  );
}

function TaskRow({ task }: { readonly task: ListedTask }): ReactNode {
  const { preview, note, id, assigned_to: assignee, assignedToName } = task;
  const about = useCaller(preview.number).name || callerText(preview);
  const name = note || (preview.number === "" && preview.name === "" ? preview.text : about);
  return (
    <CargoRow
      cargo={{ kind: "task", id: String(id), name, assignee }}
      name={name}
      about={assignee === null ? "Task · Unassigned" : `Task · ${assignedToName}`}
    />
  );
}
