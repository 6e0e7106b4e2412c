import type { DispatchLine, PushEventType, Shift, ShiftGroup, ShiftList } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import { companyTime, daysOfWeek, periodOf } from "./shift-week.ts";

export interface ShiftBoardState {
  readonly timezone: string;
  /** The user's own shifts, with the notes they were left. */
  readonly own: Pick<ShiftList, "groups" | "shifts" | "handovers">;
  /** What supervisors see: everybody's shifts in these days. */
  readonly week: {
    readonly days: readonly string[];
    readonly groups: readonly ShiftGroup[];
    readonly shifts: readonly Shift[];
  };
  /** Whom supervisors can put on call. */
  readonly lines: readonly DispatchLine[];
  readonly weeksAhead: number;
  readonly status: "loading" | "ready" | "failed";
}

export interface ShiftBoardOptions {
  readonly client: Pick<Client, "listShifts" | "getDispatchBoard" | "writeShiftNote">;
  readonly clock: Clock;
  readonly userId: number;
  readonly isSupervisor: boolean;
  /** Hears an event of the push line; returns what ends that. */
  readonly listen: (type: PushEventType, handler: () => void) => () => void;
}

const DAY_MS = 86_400_000;
const NOTHING = { groups: [], shifts: [] };

/** On-call shifts: the user's own, and for supervisors those of a week. */
export class ShiftBoard {
  readonly state: StoreApi<ShiftBoardState> = createStore(() => ({
    timezone: "UTC",
    own: { ...NOTHING, handovers: [] },
    week: { ...NOTHING, days: [] },
    lines: [],
    weeksAhead: 0,
    status: "loading" as const,
  }));
  readonly #options: ShiftBoardOptions;
  #lastRequest = 0;
  #end: () => void = () => {};

  constructor(options: ShiftBoardOptions) {
    this.#options = options;
  }

  start(): void {
    this.#end = this.#options.listen("SHIFT_UPDATE", () => void this.load().catch(() => {}));
  }

  stop(): void {
    this.#end();
    this.#lastRequest += 1;
  }

  async load(): Promise<void> {
    await this.showWeek(this.state.getState().weeksAhead);
  }

  /** What is shown stays until the other week is there: no gap is shown that is none. */
  async showWeek(weeksAhead: number): Promise<void> {
    this.#lastRequest += 1;
    const request = this.#lastRequest;
    try {
      const loaded = await this.#read(weeksAhead);
      // A later request, or the end of the screen, has overtaken this one.
      if (request === this.#lastRequest) this.state.setState({ ...loaded, weeksAhead, status: "ready" });
    } catch (failure) {
      if (request !== this.#lastRequest) return;
      if (this.state.getState().status !== "ready") this.state.setState({ status: "failed" });
      throw failure;
    }
  }

  async writeNote(id: number, note: string): Promise<void> {
    await this.#options.client.writeShiftNote({ body: { id, note } });
    await this.load().catch(() => {});
  }

  async #read(weeksAhead: number): Promise<Pick<ShiftBoardState, "timezone" | "own" | "week" | "lines">> {
    const { client, clock, userId, isSupervisor } = this.#options;
    const timezone = await this.#timezone();
    // A note is often written when the shift is just over.
    const since = companyTime(clock.now() - DAY_MS, timezone);
    const days = daysOfWeek(companyTime(clock.now(), timezone), weeksAhead);
    const [own, week, board] = await Promise.all([
      client.listShifts({ query: { from: since } }),
      isSupervisor ? client.listShifts({ query: periodOf(days) }) : undefined,
      isSupervisor ? client.getDispatchBoard() : undefined,
    ]);
    return {
      timezone,
      own: { ...own, shifts: entities(own.shifts).filter(({ user_id }) => user_id === userId) },
      week: { days, groups: entities(week?.groups ?? []), shifts: entities(week?.shifts ?? []) },
      lines: entities(board?.lines ?? []),
    };
  }

  /** That of the company, by which every question is asked. */
  async #timezone(): Promise<string> {
    const { status, timezone } = this.state.getState();
    if (status === "ready") return timezone;
    return (await this.#options.client.listShifts({ query: {} })).timezone;
  }
}
