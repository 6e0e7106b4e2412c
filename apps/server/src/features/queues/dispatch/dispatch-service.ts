import {
  type DispatchBoard,
  type DispatchLine,
  type DispatchOrder,
  type DispatchWork,
  type LiveCall,
  type Task,
  TaskCreate,
  type TaskPeople,
  type TaskSourceQuery,
  type TaskUpdate,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Binding, CallCommands, CompanyConfig, EndpointConfig, PartyView } from "@offhook/pbx";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { recordAct } from "../acts/record-act.ts";
import {
  type DestinationPhones,
  findSendDestination,
  wordsOfDestination,
} from "../calls/send-destination.ts";
import { nowhereToSend } from "../queue-errors.ts";
import { callMoved, cannotMove, nobodysLine, slotTaken } from "./dispatch-errors.ts";
import { listBoxes } from "./dispatch-repository.ts";

/** The phone system, as far as dispatchers ask it. */
interface DispatchPhones extends DestinationPhones {
  readonly commands: Pick<CallCommands, "calls" | "redirect">;
  readonly liveCalls: { ofCompany(customerId: number): LiveCall[] };
  lineName(endpointId: string): string | undefined;
  devices(endpointId: string): readonly Pick<Binding, "deviceId" | "kind" | "isOnline">[];
}

type OnAssigned = (tx: Transaction) => Promise<void>;

/** The tasks, as far as dispatchers give them to people. */
interface DispatchTasks {
  people(actor: Actor, query: TaskSourceQuery): Promise<TaskPeople>;
  create(actor: Actor, given: TaskCreate, onAssigned: OnAssigned): Promise<Task>;
  update(actor: Actor, given: TaskUpdate, onAssigned: OnAssigned): Promise<Task>;
}

export interface DispatchServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly livePhones: DispatchPhones;
  readonly tasks: DispatchTasks;
}

/** All telephones of a company for somebody who leads its calls. */
export class DispatchService {
  readonly #deps: DispatchServiceDeps;

  constructor(deps: DispatchServiceDeps) {
    this.#deps = deps;
  }

  async read({ customerId }: Actor): Promise<DispatchBoard> {
    const { database, livePhones } = this.#deps;
    const config = livePhones.company(String(customerId));
    const endpoints = config?.endpoints.filter(({ kind }) => kind === "phone") ?? [];
    return {
      lines: endpoints.flatMap((endpoint) => this.#line(endpoint)),
      calls: livePhones.liveCalls.ofCompany(customerId),
      slots: slotsOf(config),
      boxes: await listBoxes(database.query, customerId),
    };
  }

  /** A ringing or live call of anybody in the company: whoever had it loses it, so it is written down. */
  async send(actor: Actor, { channel, destination: wanted }: DispatchOrder): Promise<Record<string, never>> {
    const { database, clock, livePhones } = this.#deps;
    const { callId, parkedSlot, party } = this.#find(actor, channel);
    const destination = findSendDestination(livePhones, actor.customerId, wanted);
    if (!destination) throw nowhereToSend();
    await database.transaction(async (tx) => {
      const phone = party.endpointId && livePhones.lineName(party.endpointId);
      const words = wordsOfDestination(wanted);
      await recordAct(tx, actor, {
        act: "send",
        at: new Date(clock.now()),
        callId,
        // No line has a parked call.
        ...(parkedSlot === undefined
          ? { detail: words, ...(phone !== undefined && { phone }) }
          : { detail: `${words} (from parking slot ${parkedSlot})` }),
      });
      // As late as can be: a call that is sent to a slot which is none would end.
      if (wanted.type === "park") this.#requireSlot(actor, wanted.slot);
      const result = livePhones.commands.redirect(party.channelId, destination, String(actor.userId));
      if (!result.isDone) throw result.refusal === "wrongState" ? cannotMove() : callMoved();
    });
    return {};
  }

  async assign(actor: Actor, work: DispatchWork): Promise<Task> {
    const { clock, tasks } = this.#deps;
    const { phone } = work;
    const assigned_to = this.#userOf(actor, phone);
    const isTask = "task_id" in work;
    const writeDown: OnAssigned = async (tx) => {
      const detail = isTask ? "a task" : "a missed call";
      await recordAct(tx, actor, { act: "assign", at: new Date(clock.now()), phone, detail });
    };
    if (isTask) return tasks.update(actor, { task_id: work.task_id, assigned_to }, writeDown);
    const { uuid, call_id: callId, note } = work;
    const { user_ids: readers } = await tasks.people(actor, { source: "call", source_id: callId });
    const about = readers.includes(assigned_to)
      ? { source: "call", source_id: callId }
      : // Whoever answers for a line hears of nothing on other lines but what they are told here.
        { source: "own", source_id: uuid, source_detail_id: callId, note };
    return tasks.create(actor, TaskCreate.parse({ ...about, uuid, assigned_to }), writeDown);
  }

  #userOf({ customerId }: Actor, phone: string): number {
    const { livePhones } = this.#deps;
    const endpoints = livePhones.company(String(customerId))?.endpoints ?? [];
    const user = endpoints.find(({ id }) => livePhones.lineName(id) === phone)?.userIds[0];
    if (user === undefined) throw nobodysLine();
    return Number(user);
  }

  /** The party that acts for the call. Of another company, or over, is the same from here: gone. */
  #find({ customerId }: Actor, channel: string) {
    const calls = this.#deps.livePhones.commands.calls(String(customerId));
    const call = calls.find(({ parties }) => parties.some(({ channelId }) => channelId === channel));
    if (!call) throw callMoved();
    const { callId, parkedSlot, parties } = call;
    const party =
      parkedSlot === undefined
        ? parties.find(({ channelId, endpointId }) => channelId === channel && endpointId !== undefined)
        : parties.find(isParked);
    if (!party) throw callMoved();
    return { callId, parkedSlot, party };
  }

  #requireSlot({ customerId }: Actor, wanted: number | undefined): void {
    const { livePhones } = this.#deps;
    const slots = slotsOf(livePhones.company(String(customerId)));
    const taken = new Set(livePhones.commands.calls(String(customerId)).map(({ parkedSlot }) => parkedSlot));
    if (wanted === undefined ? slots.every((slot) => taken.has(slot)) : taken.has(wanted)) throw slotTaken();
    if (wanted !== undefined && !slots.includes(wanted)) throw nowhereToSend();
  }

  #line({ id, userIds, name, extension, isDoNotDisturb }: EndpointConfig): DispatchLine[] {
    const { livePhones } = this.#deps;
    const phone = livePhones.lineName(id);
    if (phone === undefined) return [];
    const online = livePhones.devices(id).filter(({ isOnline }) => isOnline);
    // A device may have several flows.
    const devices = new Map(online.map(({ deviceId, kind }) => [deviceId, kind]));
    const [first] = userIds;
    return [
      {
        phone,
        user_id: first === undefined ? null : Number(first),
        name,
        extension: extension ?? null,
        dnd: isDoNotDisturb,
        devices: [...devices.values()],
      },
    ];
  }
}

/** Not whoever parked it and still hears in which slot. */
const isParked = ({ phase }: PartyView): boolean => phase !== "application";

function slotsOf(config: CompanyConfig | undefined): number[] {
  const { parking } = config ?? {};
  if (!parking) return [];
  const { firstSlot, lastSlot } = parking;
  return Array.from({ length: lastSlot - firstSlot + 1 }, (_, index) => firstSlot + index);
}
