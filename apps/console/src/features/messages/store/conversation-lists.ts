import type { SmsConversation } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ConversationCache } from "./conversation-cache.ts";
import {
  type ConversationPage,
  fitsChoice,
  withConversation,
  withNewestPage,
  withOlderPage,
} from "./conversation-order.ts";
import type { ListChoice, TextApi } from "./text-api.ts";

export interface ConversationListState extends ConversationPage {
  readonly status: "idle" | "loading" | "ready" | "failed";
}

export interface ConversationListsState {
  readonly choice: ListChoice;
  readonly lists: Readonly<Record<string, ConversationListState>>;
}

export interface ConversationListsOptions {
  readonly api: Pick<TextApi, "conversations">;
  readonly cache: ConversationCache;
  readonly clock: Clock;
  readonly userId: number;
  readonly choice: ListChoice;
}

const NONE: ConversationListState = { conversations: [], next: null, status: "idle" };
const SAVE_AFTER_MS = 500;
/** Lists the user has left are worth little memory. */
const MAX_LISTS = 8;

function listKey({ filter, lines }: ListChoice): string {
  return `${filter} ${lines.join(",")}`;
}

export function shownList({ choice, lists }: ConversationListsState): ConversationListState {
  return lists[listKey(choice)] ?? NONE;
}

/** The conversations of the user's lines: painted from the last visit, kept in step by push, loaded page by page. */
export class ConversationLists {
  readonly state: StoreApi<ConversationListsState>;
  readonly #options: ConversationListsOptions;
  readonly #loading = new Map<string, Promise<void>>();
  readonly #choices = new Map<string, ListChoice>();
  #cancelSave: CancelTimer = () => {};

  constructor(options: ConversationListsOptions) {
    this.#options = options;
    const { choice, cache } = options;
    const conversations = cache.load(choice);
    this.#choices.set(listKey(choice), choice);
    this.state = createStore<ConversationListsState>()(() => ({
      choice,
      lists: { [listKey(choice)]: { ...NONE, conversations } },
    }));
  }

  /** Shows other conversations; what is known of them is there at once. */
  select(choice: ListChoice): void {
    const { choice: before } = this.state.getState();
    if (listKey(before) === listKey(choice)) return;
    this.#choices.set(listKey(choice), choice);
    this.state.setState({ choice });
    this.#forgetOldest();
    this.open().catch(() => {});
  }

  /** The screen is there: load what it shows, unless that has happened. */
  open(): Promise<void> {
    const state = this.state.getState();
    const { status } = shownList(state);
    return status === "idle" || status === "failed" ? this.#loadNewest(state.choice) : Promise.resolve();
  }

  /** Events may have been missed: whatever was loaded is looked at again. */
  async refresh(): Promise<void> {
    const { lists } = this.state.getState();
    const loaded = [...this.#choices].filter(([key]) => (lists[key]?.status ?? "idle") !== "idle");
    await Promise.all(loaded.map(([, choice]) => this.#loadNewest(choice)));
  }

  loadMore(): Promise<void> {
    const state = this.state.getState();
    const { choice } = state;
    const { next, status } = shownList(state);
    if (next === null || status !== "ready") return Promise.resolve();
    return this.#once(`${listKey(choice)} ${next}`, async () => {
      const older = await this.#options.api.conversations(choice, next);
      this.#update(listKey(choice), (list) => ({ ...list, ...withOlderPage(list, older) }));
    });
  }

  find(smsLine: string, id: string): SmsConversation | undefined {
    for (const { conversations } of Object.values(this.state.getState().lists)) {
      const found = conversations.find((each) => each.id === id && each.smsLine === smsLine);
      if (found) return found;
    }
    return undefined;
  }

  /** A conversation as it now is, in every list that is loaded. */
  apply(conversation: SmsConversation): void {
    for (const [key, choice] of this.#choices) {
      const isShown = fitsChoice(conversation, choice, this.#options.userId);
      this.#update(key, (list) => {
        const page = withConversation(list, conversation, isShown);
        return page === list ? list : { ...list, ...page };
      });
    }
  }

  /** Only what is in a list already; a conversation nobody has loaded needs no change. */
  change(smsLine: string, id: string, change: Partial<SmsConversation>): void {
    const known = this.find(smsLine, id);
    if (known) this.apply({ ...known, ...change });
  }

  remove(smsLine: string, id: string): void {
    for (const key of this.#choices.keys()) {
      this.#update(key, (list) => {
        const conversations = list.conversations.filter((each) => each.id !== id || each.smsLine !== smsLine);
        return conversations.length === list.conversations.length ? list : { ...list, conversations };
      });
    }
  }

  stop(): void {
    this.#cancelSave();
  }

  #loadNewest(choice: ListChoice): Promise<void> {
    const key = listKey(choice);
    this.#update(key, (list) => (list.status === "ready" ? list : { ...list, status: "loading" }));
    return this.#once(`${key} newest`, async () => {
      try {
        const page = await this.#options.api.conversations(choice, undefined);
        this.#update(key, (list) => {
          // What the last visit left is only to look at until the service has spoken.
          const merged = list.status === "ready" ? withNewestPage(list, page) : page;
          return { ...merged, status: "ready" };
        });
      } catch (failure) {
        this.#update(key, (list) => ({ ...list, status: list.status === "ready" ? "ready" : "failed" }));
        throw failure;
      }
    });
  }

  /** One request for the same thing at a time: whoever asks again meanwhile waits for the same answer. */
  #once(what: string, load: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(what);
    if (running) return running;
    const started = load().finally(() => this.#loading.delete(what));
    this.#loading.set(what, started);
    return started;
  }

  #update(key: string, step: (list: ConversationListState) => ConversationListState): void {
    const { lists } = this.state.getState();
    const before = lists[key] ?? NONE;
    const after = step(before);
    if (after === before) return;
    this.state.setState({ lists: { ...lists, [key]: after } });
    if (after.conversations !== before.conversations && after.status === "ready") this.#saveSoon();
  }

  #saveSoon(): void {
    const { cache, clock } = this.#options;
    this.#cancelSave();
    this.#cancelSave = clock.schedule(SAVE_AFTER_MS, () => {
      const state = this.state.getState();
      if (state.choice.filter === "all") cache.save(state.choice, shownList(state).conversations);
    });
  }

  #forgetOldest(): void {
    const shown = listKey(this.state.getState().choice);
    for (const key of [...this.#choices.keys()]) {
      if (this.#choices.size <= MAX_LISTS) return;
      if (key === shown) continue;
      this.#choices.delete(key);
      const { [key]: _left, ...lists } = this.state.getState().lists;
      this.state.setState({ lists });
    }
  }
}
