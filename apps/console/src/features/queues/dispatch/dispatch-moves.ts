import type { LiveCall, QueueSendDestination } from "@offhook/contract";
import type { Client } from "../../../platform/api/api-client.ts";
import type { DispatchState } from "./dispatch-store.ts";

/** Something that can be carried to a place. */
export type Cargo =
  | { readonly kind: "waiting"; readonly id: string; readonly name: string; readonly queueId: number }
  | {
      readonly kind: "live" | "parked";
      readonly id: string;
      readonly name: string;
      /** The line that has the call, or the one that is parked: it is sent to neither. */
      readonly phone: string | null;
    }
  | {
      readonly kind: "missed";
      readonly id: string;
      readonly name: string;
      /** For the person who gets it and may not see the call. */
      readonly note: string;
    }
  | { readonly kind: "task"; readonly id: string; readonly name: string; readonly assignee: number | null };

/** Where something can be dropped. */
export type Place =
  | {
      readonly kind: "line";
      readonly id: string;
      readonly name: string;
      readonly phone: string;
      readonly userId: number | null;
    }
  | { readonly kind: "queue"; readonly id: string; readonly name: string; readonly queueId: number }
  | { readonly kind: "group"; readonly id: string; readonly name: string; readonly extension: string }
  | { readonly kind: "slot"; readonly id: string; readonly name: string; readonly slot: number }
  | { readonly kind: "box"; readonly id: string; readonly name: string; readonly box: string };

/** All places of the company, in the order of the screen. A slot where a call is parked is none. */
export function placesOf({ lines, queues, onCall, slots, boxes, calls }: DispatchState): Place[] {
  const taken = new Set(calls.map(({ park_slot }) => park_slot));
  return [
    ...lines.map(({ phone, name, user_id }) => ({
      kind: "line" as const,
      id: `line ${phone}`,
      name,
      phone,
      userId: user_id,
    })),
    ...queues.map(({ queue_id, name }) => ({
      kind: "queue" as const,
      id: `queue ${queue_id}`,
      name,
      queueId: queue_id,
    })),
    ...onCall.groups.flatMap(({ id, name, extension }) =>
      extension === null ? [] : [{ kind: "group" as const, id: `group ${id}`, name, extension }],
    ),
    ...slots
      .filter((slot) => !taken.has(slot))
      .map((slot) => ({ kind: "slot" as const, id: `slot ${slot}`, name: `Park on ${slot}`, slot })),
    ...boxes.map(({ name, label }) => ({
      kind: "box" as const,
      id: `box ${name}`,
      name: label || name,
      box: name,
    })),
  ];
}

/** Calls go to any other place, work to people who do not have it yet. */
export function accepts(place: Place, cargo: Cargo): boolean {
  switch (cargo.kind) {
    case "waiting":
      return true;
    case "live":
    case "parked":
      return !(place.kind === "line" && place.phone === cargo.phone);
    case "missed":
      return place.kind === "line" && place.userId !== null;
    case "task":
      return place.kind === "line" && place.userId !== null && place.userId !== cargo.assignee;
  }
}

/** What a drop would do, for the place's label and the menu. */
export function moveWords(place: Place, cargo: Cargo): string {
  if (cargo.kind === "missed" || cargo.kind === "task") return `Assign to ${place.name}`;
  if (place.kind === "slot") return place.name;
  if (place.kind === "box") return `Send to voicemail of ${place.name}`;
  if (place.kind === "queue" && cargo.kind === "waiting" && cargo.queueId === place.queueId)
    return `Move to the front of ${place.name}`;
  return place.kind === "queue" ? `Move to ${place.name}` : `Send to ${place.name}`;
}

function destinationOf(place: Exclude<Place, { kind: "queue" }>): QueueSendDestination {
  switch (place.kind) {
    case "line":
      return { type: "line", phone: place.phone };
    case "group":
      return { type: "extension", extension: place.extension };
    case "slot":
      return { type: "park", slot: place.slot };
    case "box":
      return { type: "voicemail", box: place.box };
  }
}

export type MoveClient = Pick<
  Client,
  "moveQueueCallToFront" | "moveQueueCall" | "sendQueueCall" | "sendLiveCall" | "assignWork"
>;

/** Does what the place's label says. */
export async function move(
  client: MoveClient,
  cargo: Cargo,
  place: Place,
  { queues, newId }: { readonly queues: DispatchState["queues"]; readonly newId: () => string },
): Promise<void> {
  if (cargo.kind === "missed" || cargo.kind === "task") return assign(client, cargo, place, newId);
  if (cargo.kind !== "waiting") {
    const extension = queues.find(({ queue_id }) => place.id === `queue ${queue_id}`)?.extension ?? "";
    const destination =
      place.kind === "queue" ? ({ type: "extension", extension } as const) : destinationOf(place);
    await client.sendLiveCall({ body: { channel: cargo.id, destination } });
    return;
  }
  const callid = cargo.id;
  if (place.kind !== "queue")
    await client.sendQueueCall({ body: { callid, destination: destinationOf(place) } });
  else if (place.queueId === cargo.queueId) await client.moveQueueCallToFront({ body: { callid } });
  else await client.moveQueueCall({ body: { callid, queue: place.queueId } });
}

async function assign(
  client: MoveClient,
  cargo: Extract<Cargo, { kind: "missed" | "task" }>,
  place: Place,
  newId: () => string,
): Promise<void> {
  if (place.kind !== "line") return;
  const { phone } = place;
  if (cargo.kind === "task") await client.assignWork({ body: { phone, task_id: Number(cargo.id) } });
  else await client.assignWork({ body: { phone, call_id: cargo.id, uuid: newId(), note: cargo.note } });
}

/** The leg by which a call can be moved: that of the line which was called. */
export function movableLeg(parties: readonly LiveCall[]): LiveCall | undefined {
  return parties.find(
    ({ dir, phone, status }) =>
      dir === "in" && phone !== null && ["ringing", "answer", "hold"].includes(status),
  );
}
