import type { PushEvent, PushEventOf } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions } from "../api/api-client.ts";
import type { EventLog } from "./event-log.ts";
import { edited, type ListEdit } from "./list-edits.ts";
import { type Page, type RowOrder, withNewest, withOlder } from "./list-pages.ts";
import { type EventRules, LiveValue } from "./live-value.ts";

export interface ListState<Row, Choice> extends Page<Row> {
  readonly choice: Choice;
  /** `idle`: nobody has asked for it yet. What is there stays in sight whatever the status. */
  readonly status: "idle" | "loading" | "ready" | "failed";
}

export interface LiveListState<Row, Choice> {
  /** What is shown: a filter, say. Each choice has a list of its own. */
  readonly choice: Choice;
  readonly lists: Readonly<Record<string, ListState<Row, Choice>>>;
}

/** Rows of the last visit, to look at until the service has answered. */
export interface ListCache<Row, Choice> {
  keeps(choice: Choice): boolean;
  load(choice: Choice): readonly Row[];
  save(choice: Choice, rows: readonly Row[]): void;
}

/** What each type of event does to the rows. Undefined: it does not tell enough, and the lists are loaded anew. */
export type ListRules<Row> = {
  readonly [Type in PushEvent["type"]]?: (event: PushEventOf<Type>) => readonly ListEdit<Row>[] | undefined;
};

export interface LiveListOptions<Row, Choice> extends RowOrder<Row> {
  readonly log: EventLog;
  readonly clock: Clock;
  /** What is shown at first. */
  readonly choice: Choice;
  readonly keyOf: (choice: Choice) => string;
  /** Whether a row belongs in the list of a choice. */
  readonly fits: (row: Row, choice: Choice) => boolean;
  readonly page: (choice: Choice, from: string | undefined, options: CallOptions) => Promise<Page<Row>>;
  /** One row, when an event tells of one that no list has; undefined when it is gone. */
  readonly row?: (id: string | number, options: CallOptions) => Promise<Row | undefined>;
  readonly rules: ListRules<Row>;
  readonly cache?: ListCache<Row, Choice>;
  readonly turn?: () => Promise<void>;
}

/** A list that nobody has loaded may have more rows at its end. */
const MORE = "";
const SAVE_AFTER_MS = 500;
/** Lists the user has left are worth little memory. */
const MAX_LISTS = 8;
/** How much of a long list is loaded again after a gap. */
const MAX_PAGES = 8;

/** Rows of the service, one list a choice: painted from the last visit, kept in step by push, loaded page by page. */
export class LiveList<Row, Choice> {
  readonly state: StoreApi<LiveListState<Row, Choice>>;
  readonly #options: LiveListOptions<Row, Choice>;
  readonly #live: LiveValue<LiveListState<Row, Choice>>;
  /** By list: every event up to this one is in it. */
  readonly #at = new Map<string, number>();
  /** Lists that may be wrong in any row. */
  readonly #stale = new Set<string>();
  #cachedKey: string | undefined;
  #cancelSave: CancelTimer = () => {};

  constructor(options: LiveListOptions<Row, Choice>) {
    this.#options = options;
    const { log, choice, cache, turn } = options;
    const rows = cache?.keeps(choice) ? cache.load(choice) : [];
    const first = { ...this.#blank(choice), rows, end: rows.at(-1) };
    this.#live = new LiveValue({
      log,
      initial: { choice, lists: { [options.keyOf(choice)]: first } },
      rules: this.#rules(),
      reload: () => this.#reload(),
      onReset: () => {
        for (const key of this.#at.keys()) this.#at.set(key, log.last);
      },
      turn,
    });
    this.state = this.#live.state;
    if (cache?.keeps(choice)) this.#cachedKey = options.keyOf(choice);
    this.state.subscribe((now, before) => this.#keep(now, before));
  }

  /** The list of what is chosen. */
  readonly shown = (state: LiveListState<Row, Choice>): ListState<Row, Choice> =>
    state.lists[this.#options.keyOf(state.choice)] ?? this.#blank(state.choice);

  /** Shows another list; what is known of it is there at once. */
  select(choice: Choice): void {
    const { keyOf } = this.#options;
    if (keyOf(choice) !== keyOf(this.state.getState().choice))
      this.#live.update((state) => ({ choice, lists: this.#recent(state, choice) }));
    // A failure shows in the list itself, with a button to try again.
    this.open().catch(() => {});
  }

  /** The screen is there: load what it shows, unless that has happened. Done when it is there. */
  open(): Promise<void> {
    const { choice, status } = this.shown(this.state.getState());
    return status === "ready" ? Promise.resolve() : this.#loadNewest(choice);
  }

  /** Something may have been missed: what is shown is looked at again, other lists when somebody looks at them. */
  async refresh(): Promise<void> {
    const { choice, status } = this.shown(this.state.getState());
    const shown = this.#options.keyOf(choice);
    this.#live.update((state) => ({
      ...state,
      lists: Object.fromEntries(
        Object.entries(state.lists).map(([key, list]) => [
          key,
          key === shown || list.status === "idle" ? list : { ...list, status: "idle" as const },
        ]),
      ),
    }));
    if (status !== "idle") await this.#loadNewest(choice);
  }

  loadMore(): Promise<void> {
    const { choice, next, status } = this.shown(this.state.getState());
    if (next === null || status !== "ready") return Promise.resolve();
    const key = this.#options.keyOf(choice);
    return this.#live.fetch(
      `${key} ${next}`,
      (options) => this.#page(choice, next, options),
      (state, older, at) => {
        const list = state.lists[key];
        // It was loaded anew meanwhile, and ends elsewhere.
        if (list?.next !== next) return state;
        this.#at.set(key, Math.min(at, this.#at.get(key) ?? at));
        return withList(state, key, { ...list, ...withOlder(list, older, this.#options) });
      },
    );
  }

  find(isMeant: (row: Row) => boolean): Row | undefined {
    for (const { rows } of Object.values(this.state.getState().lists)) {
      const found = rows.find(isMeant);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What somebody here knows to be so. */
  edit(...edits: readonly ListEdit<Row>[]): void {
    this.#askMissing(edits, this.state.getState().lists);
    this.#live.update((state) => this.#edited(state, edits));
  }

  /** Shows a change of the user at once, and takes it back when the service refuses it. */
  change<Result>(
    edits: readonly ListEdit<Row>[],
    save: (options: CallOptions) => Promise<Result>,
  ): Promise<Result> {
    return this.#live.change((state) => this.#edited(state, edits), save);
  }

  /** Hears events, as from the beginning; again after it was stopped. */
  start(): void {
    this.#live.start();
  }

  stop(): void {
    this.#cancelSave();
    this.#live.stop();
  }

  #blank(choice: Choice): ListState<Row, Choice> {
    return { choice, rows: [], next: MORE, status: "idle" };
  }

  #recent(state: LiveListState<Row, Choice>, choice: Choice): LiveListState<Row, Choice>["lists"] {
    const key = this.#options.keyOf(choice);
    const others = Object.entries(state.lists).filter(([each]) => each !== key);
    const list = state.lists[key] ?? this.#blank(choice);
    return Object.fromEntries([...others.slice(1 - MAX_LISTS), [key, list]]);
  }

  #loadNewest(choice: Choice): Promise<void> {
    const key = this.#options.keyOf(choice);
    this.#setStatus(key, choice, "loading");
    const loaded = this.#live.fetch(
      key,
      (options) => this.#newestPages(choice, options),
      (state, newest, at) => {
        const list = state.lists[key] ?? this.#blank(choice);
        // What the last visit left is only to look at until the service has spoken.
        const isTrusted = !this.#stale.delete(key) && list.status === "ready";
        const page = isTrusted ? withNewest(list, newest, this.#options) : newest;
        const isWhole = page === newest;
        this.#at.set(key, isWhole ? at : Math.min(at, this.#at.get(key) ?? at));
        return withList(state, key, { ...page, choice, status: "ready" });
      },
    );
    return loaded.then(
      // At once: whoever leaves again within the next moment finds it too.
      () => this.#save(),
      (failure: unknown) => {
        this.#setStatus(key, choice, "failed");
        throw failure;
      },
    );
  }

  /** The first page; of a list that has to be loaded anew as many as the user had. */
  async #newestPages(choice: Choice, options: CallOptions): Promise<Page<Row>> {
    const key = this.#options.keyOf(choice);
    const wanted = this.#stale.has(key) ? (this.state.getState().lists[key]?.rows.length ?? 0) : 0;
    let page = await this.#page(choice, undefined, options);
    for (let count = 1; count < MAX_PAGES && page.next !== null && page.rows.length < wanted; count += 1)
      page = withOlder(page, await this.#page(choice, page.next, {}), this.#options);
    return page;
  }

  async #page(choice: Choice, from: string | undefined, options: CallOptions): Promise<Page<Row>> {
    const { rows, next } = await this.#options.page(choice, from, options);
    return { rows, next, end: rows.at(-1) };
  }

  /** What is loaded stays ready while it is looked at again. */
  #setStatus(key: string, choice: Choice, status: "loading" | "failed"): void {
    this.#live.update((state) => {
      const list = state.lists[key] ?? this.#blank(choice);
      return list.status === "ready" || list.status === status
        ? state
        : withList(state, key, { ...list, status });
    });
  }

  #rules(): EventRules<LiveListState<Row, Choice>> {
    type Rule = (event: PushEvent) => readonly ListEdit<Row>[] | undefined;
    // Each rule stands under the type of its event, before and after.
    const rules = Object.entries(this.#options.rules) as [PushEvent["type"], Rule][];
    const entries = rules.map(([type, rule]) => {
      const onEvent = (state: LiveListState<Row, Choice>, event: PushEvent, id: number) =>
        this.#heard(state, rule(event), id);
      return [type, onEvent];
    });
    return Object.fromEntries(entries) as EventRules<LiveListState<Row, Choice>>;
  }

  #heard(state: LiveListState<Row, Choice>, edits: readonly ListEdit<Row>[] | undefined, id: number) {
    const behind = Object.keys(state.lists).filter((key) => id > (this.#at.get(key) ?? 0));
    for (const key of behind) this.#at.set(key, id);
    // Of the state as it is being made: what is shown may still have a row that an older answer has just taken away.
    if (edits) this.#askMissing(edits, state.lists);
    return edits && this.#edited(state, edits, new Set(behind));
  }

  #edited(
    state: LiveListState<Row, Choice>,
    edits: readonly ListEdit<Row>[],
    keys?: ReadonlySet<string>,
  ): LiveListState<Row, Choice> {
    let { lists } = state;
    for (const edit of edits) lists = edited(lists, edit, this.#options, keys);
    return lists === state.lists ? state : { ...state, lists };
  }

  /** Rows that are to change and that no list has. */
  #askMissing(edits: readonly ListEdit<Row>[], lists: LiveListState<Row, Choice>["lists"]): void {
    const { idOf } = this.#options;
    for (const edit of edits) {
      const id = "change" in edit ? edit.elseAsk : undefined;
      const isThere = Object.values(lists).some(({ rows }) => rows.some((row) => idOf(row) === id));
      if (id !== undefined && !isThere) this.#askRow(id);
    }
  }

  #askRow(id: string | number): void {
    const { row: load, log } = this.#options;
    if (!load) return;
    const asked = this.#live.fetch(
      `row ${id}`,
      (options) => load(id, options),
      (state, row, at) => {
        if (row === undefined) return state;
        for (const [key, before] of this.#at) this.#at.set(key, Math.min(at, before));
        return this.#edited(state, [{ put: row }]);
      },
    );
    log.background(asked);
  }

  /** Any row may have changed: a new first page does not make up for it. */
  #reload(): Promise<void> {
    for (const key of Object.keys(this.state.getState().lists)) this.#stale.add(key);
    return this.refresh();
  }

  #keep(now: LiveListState<Row, Choice>, before: LiveListState<Row, Choice>): void {
    const { cache, clock, keyOf } = this.#options;
    if (!cache) return;
    if (cache.keeps(now.choice)) this.#cachedKey = keyOf(now.choice);
    const key = this.#cachedKey;
    if (key === undefined || now.lists[key]?.rows === before.lists[key]?.rows) return;
    this.#cancelSave();
    this.#cancelSave = clock.schedule(SAVE_AFTER_MS, () => this.#save());
  }

  #save(): void {
    this.#cancelSave();
    const list = this.state.getState().lists[this.#cachedKey ?? ""];
    const isKnown = list?.status === "ready" || (list?.rows.length ?? 0) > 0;
    if (list && isKnown) this.#options.cache?.save(list.choice, list.rows);
  }
}

function withList<Row, Choice>(
  state: LiveListState<Row, Choice>,
  key: string,
  list: ListState<Row, Choice>,
): LiveListState<Row, Choice> {
  return { ...state, lists: { ...state.lists, [key]: list } };
}
