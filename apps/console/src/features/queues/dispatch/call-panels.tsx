import type { LiveCall, QueueCaller, QueueStatus } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { callerText } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { priorityText } from "../dashboard/waiting-calls.ts";
import { CargoRow } from "./cargo-row.tsx";
import { usePlace } from "./carrying.tsx";
import classes from "./dispatch.module.css";
import { useDispatch } from "./dispatch-context.ts";
import { movableLeg } from "./dispatch-moves.ts";

const TICK_MS = 1_000;

/** Every queue with those who wait in it. */
export function QueuesPanel(): ReactNode {
  const queues = useDispatch((state) => state.queues);
  const now = useNow(TICK_MS);
  return (
    <Panel heading="Queues">
      {queues.length === 0 && <PanelNote>No queues.</PanelNote>}
      {queues.map((queue) => (
        <QueuePlace key={queue.queue_id} queue={queue} now={now} />
      ))}
    </Panel>
  );
}

function QueuePlace({ queue, now }: { readonly queue: QueueStatus; readonly now: number }): ReactNode {
  const { queue_id, name, extension, waiting, agents } = queue;
  const ready = agents.filter(({ state }) => state === "idle").length;
  return (
    <section className={classes.group} aria-label={name}>
      <div className={classes.place} {...usePlace(`queue ${queue_id}`)}>
        <span className={classes.placeName}>{name}</span>
        <span className={classes.dim}>
          {extension} · {waiting.length} waiting · {ready} ready
        </span>
      </div>
      {waiting.map((caller) => (
        <WaitingRow key={caller.callid} caller={caller} queueId={queue_id} now={now} />
      ))}
    </section>
  );
}

interface WaitingRowProps {
  readonly caller: QueueCaller;
  readonly queueId: number;
  readonly now: number;
}

function WaitingRow({ caller, queueId, now }: WaitingRowProps): ReactNode {
  const name = useCaller(caller.number).name || callerText(caller);
  return (
    <CargoRow
      cargo={{ kind: "waiting", id: caller.callid, name, queueId }}
      name={name}
      about={[priorityText(caller), callerText({ name: "", number: caller.number })]
        .filter(Boolean)
        .join(" · ")}
      time={clockDuration(now / 1000 - caller.since)}
    />
  );
}

/** Calls that ring or are talked on; those who wait are with their queue, parked ones with their slot. */
export function LiveCallsPanel(): ReactNode {
  const calls = useDispatch((state) => state.calls);
  const queues = useDispatch((state) => state.queues);
  const now = useNow(TICK_MS);
  // A caller who is being offered to an agent still waits.
  const waiting = new Set(queues.flatMap((queue) => queue.waiting.map(({ callid }) => callid)));
  const shown = [...new Set(calls.map(({ callid }) => callid))]
    .filter((id) => !waiting.has(id))
    .map((id) => calls.filter(({ callid }) => callid === id))
    .filter((parties) => movableLeg(parties) !== undefined || isOut(parties));
  return (
    <Panel heading="Live calls">
      {shown.length === 0 && <PanelNote>No live calls.</PanelNote>}
      {shown.map((parties) => (
        <LiveRow key={parties[0]?.callid} parties={parties} now={now} />
      ))}
    </Panel>
  );
}

/** Somebody calls out: seen, but nobody else can take it over. */
const isOut = (parties: readonly LiveCall[]): boolean =>
  parties.some(({ dir, phone, status }) => dir === "out" && phone !== null && status !== "waiting") &&
  parties.every(({ status }) => status !== "parked");

function LiveRow({
  parties,
  now,
}: {
  readonly parties: readonly LiveCall[];
  readonly now: number;
}): ReactNode {
  const nameOf = useLineNames();
  const leg = movableLeg(parties);
  const call = leg ?? parties[0];
  const caller = useCaller(call?.snumber ?? "").name;
  if (!call) return null;
  const name = caller || callerText({ name: call.callername, number: call.snumber });
  const at = parties
    .filter(({ phone, dir }) => phone !== null && (leg === undefined || dir === "in"))
    .map(({ phone }) => nameOf(phone ?? ""));
  const isRinging = ["ringing", "calling"].includes(call.status);
  return (
    <CargoRow
      cargo={leg && { kind: "live", id: leg.channel, name, phone: leg.phone }}
      name={name}
      about={[`${isRinging ? "Ringing" : "Talking"}: ${at.join(", ")}`, call.via?.name]
        .filter(Boolean)
        .join(" · ")}
      time={clockDuration(now / 1000 - (call.answered_at ?? call.started_at))}
    />
  );
}

function useLineNames(): (phone: string) => string {
  const lines = useDispatch((state) => state.lines);
  return (phone) => lines.find((line) => line.phone === phone)?.name ?? phone;
}

/** Where calls can be parked, and which are. */
export function ParkingPanel(): ReactNode {
  const slots = useDispatch((state) => state.slots);
  const calls = useDispatch((state) => state.calls);
  const now = useNow(TICK_MS);
  if (slots.length === 0) return null;
  // One row a call: whoever parked it may still hear in which slot.
  const parked = slots.flatMap((slot) => calls.find(({ park_slot }) => park_slot === slot) ?? []);
  return (
    <Panel heading="Parking">
      <div className={classes.slots}>
        {slots.map((slot) => (
          <Slot key={slot} slot={slot} isTaken={calls.some(({ park_slot }) => park_slot === slot)} />
        ))}
      </div>
      {parked.map((call) => (
        <ParkedRow key={call.callid} call={call} now={now} />
      ))}
    </Panel>
  );
}

function Slot({ slot, isTaken }: { readonly slot: number; readonly isTaken: boolean }): ReactNode {
  return (
    <div className={classes.place} data-state={isTaken ? "taken" : "free"} {...usePlace(`slot ${slot}`)}>
      <span className={classes.placeName}>{slot}</span>
      <span className={classes.dim}>{isTaken ? "Taken" : "Free"}</span>
    </div>
  );
}

function ParkedRow({ call, now }: { readonly call: LiveCall; readonly now: number }): ReactNode {
  const { channel, phone, park_slot: slot, started_at: startedAt } = call;
  // Whoever is parked: in a call that somebody placed, that is not the caller.
  const name = useCaller(call.number).name || callerText(call);
  return (
    <CargoRow
      cargo={{ kind: "parked", id: channel, name, phone }}
      name={name}
      about={`Parked on ${slot}`}
      time={clockDuration(now / 1000 - startedAt)}
    />
  );
}

/** Where callers can leave a message. */
export function BoxesPanel(): ReactNode {
  const boxes = useDispatch((state) => state.boxes);
  if (boxes.length === 0) return null;
  return (
    <Panel heading="Voicemail boxes">
      <div className={classes.boxes}>
        {boxes.map(({ name, label }) => (
          <Box key={name} name={name} label={label} />
        ))}
      </div>
    </Panel>
  );
}

function Box({ name, label }: { readonly name: string; readonly label: string }): ReactNode {
  return (
    <div className={classes.place} {...usePlace(`box ${name}`)}>
      <span className={classes.placeName} dir="auto">
        {label || name}
      </span>
      <span className={classes.dim}>{name}</span>
    </div>
  );
}
