import { FakeClock } from "@offhook/testkit";
import type { CallOptions } from "../../api/api-client.ts";
import { EventLog } from "../event-log.ts";
import type { ListEdit } from "../list-edits.ts";
import { LiveList } from "../live-list.ts";

export interface Row {
  readonly id: number;
  /** Greater ones come first. */
  readonly place: number;
  readonly text: string;
  readonly isOpen: boolean;
}
export type Choice = "all" | "open";

const PAGE = 3;
export const compare = (one: Row, other: Row): number => other.place - one.place || other.id - one.id;
export const fits = (row: Row, choice: Choice): boolean => choice === "all" || row.isOpen;

export type RowEvent =
  | { readonly type: "ROW"; readonly row: Row }
  | { readonly type: "TEXT"; readonly id: number; readonly text: string }
  | { readonly type: "SHUT"; readonly ids: readonly number[] }
  | { readonly type: "GONE"; readonly id: number }
  /** Says that something changed, and not what. */
  | { readonly type: "VAGUE" };

export function patch(isMeant: (row: Row) => boolean, change: Partial<Row>): readonly ListEdit<Row>[] {
  return [{ change: (row) => (isMeant(row) ? { ...row, ...change } : row) }];
}

const RULES = {
  ROW: ({ row }: Extract<RowEvent, { type: "ROW" }>) => [{ put: row }],
  TEXT: ({ id, text }: Extract<RowEvent, { type: "TEXT" }>): readonly ListEdit<Row>[] => [
    { change: (row) => (row.id === id ? { ...row, text } : row), elseAsk: id },
  ],
  SHUT: ({ ids }: Extract<RowEvent, { type: "SHUT" }>) =>
    patch(({ id, isOpen }) => isOpen && ids.includes(id), { isOpen: false }),
  GONE: ({ id }: Extract<RowEvent, { type: "GONE" }>) => [{ remove: (row: Row) => row.id === id }],
  VAGUE: () => undefined,
};

/** A service with numbered events, whose answers and events arrive when the test says so. */
export class World {
  readonly log = new EventLog((failure) => {
    throw failure;
  });
  readonly list: LiveList<Row, Choice>;
  rows: Row[] = [];
  number = 0;
  /** Sent and not arrived: events by push, answers to requests. */
  readonly events: { readonly id: number; readonly event: RowEvent }[] = [];
  readonly answers: (() => void)[] = [];
  readonly #leaving = new Set<number>();
  /** A service that says nothing of numbers. */
  isSilent = false;

  constructor() {
    this.list = new LiveList<Row, Choice>({
      log: this.log,
      clock: new FakeClock(),
      choice: "all",
      keyOf: (choice) => choice,
      idOf: ({ id }) => id,
      compare,
      fits,
      // Events that only this test knows.
      rules: RULES as never,
      page: (choice, from, options) => this.#answer(options, () => this.page(choice, from)),
      row: (id, options) => this.#answer(options, () => this.rows.find((row) => row.id === id)),
    });
  }

  page(choice: Choice, from: string | undefined) {
    const [place, id] = from?.split(" ").map(Number) ?? [];
    const behind = (row: Row): boolean =>
      place === undefined || compare(row, { id: id ?? 0, place, text: "", isOpen: true }) > 0;
    const wanted = this.rows.filter((row) => fits(row, choice) && behind(row)).sort(compare);
    const rows = wanted.slice(0, PAGE);
    const last = rows.at(-1);
    return { rows, next: last && wanted.length > PAGE ? `${last.place} ${last.id}` : null };
  }

  /** The user deletes this row: nobody else makes it anew, before or after. */
  isOnItsWayOut(id: number): void {
    this.#leaving.add(id);
  }

  commit(event: RowEvent, change: () => void): void {
    if (event.type === "ROW" && this.#leaving.has(event.row.id)) return;
    const gone = [...this.#leaving].filter((id) => !this.rows.some((row) => row.id === id));
    change();
    this.rows = this.rows.filter(({ id }) => !gone.includes(id));
    this.number += 1;
    this.events.push({ id: this.number, event });
  }

  /** A change of the user. What it gives back is called when the service has made it: the answer is then on its way. */
  change(edits: readonly ListEdit<Row>[]): () => void {
    let arrive = (_number: number): void => {};
    void this.list.change(
      edits,
      ({ onReply }) =>
        new Promise<void>((resolve) => {
          arrive = (number) => {
            if (!this.isSilent) onReply?.(number);
            resolve();
          };
        }),
    );
    return () => {
      const { number } = this;
      this.answers.push(() => arrive(number));
    };
  }

  put(row: Row): void {
    this.commit({ type: "ROW", row }, () => {
      this.rows = [...this.rows.filter(({ id }) => id !== row.id), row];
    });
  }

  hear(count = this.events.length): void {
    for (const { id, event } of this.events.splice(0, count)) this.log.add(id, event as never);
  }

  /** Whatever was on its way is lost, and the service no longer has it. */
  reset(): void {
    // After a gap a list that nobody looks at keeps what it had until it is looked at: LIV3, and no matter of deleting.
    if (this.#leaving.size > 0) return;
    this.events.length = 0;
    this.log.reset(this.number);
  }

  /** Lets the oldest answers arrive, or one of them before the others. */
  async arrive(index = 0): Promise<void> {
    this.answers.splice(index % Math.max(this.answers.length, 1), 1)[0]?.();
    await settled();
  }

  async settle(): Promise<void> {
    this.hear();
    await settled();
    while (this.answers.length > 0) await this.arrive();
  }

  shown(): readonly Row[] {
    return this.list.shown(this.list.state.getState()).rows;
  }

  #answer<Reply>({ onReply }: CallOptions, read: () => Reply): Promise<Reply> {
    const { number, isSilent } = this;
    const reply = read();
    return new Promise((resolve) => {
      this.answers.push(() => {
        if (!isSilent) onReply?.(number);
        resolve(reply);
      });
    });
  }
}

/** Everything that waits for a promise has had its turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}
