import type { SmsAddress, SmsMessage, SmsPage } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions } from "../../../platform/api/api-client.ts";
import { ApiFailure } from "../../../platform/api/api-failure.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";
import type { PagePlace, TextApi } from "./text-api.ts";
import {
  NOTHING,
  type OneMessageEvent,
  saysMoreOf,
  type ThreadState,
  threadRules,
  withArrived,
  withoutScheduled,
} from "./thread-rules.ts";
import {
  type ThreadWindow,
  windowOf,
  withNewer,
  withNewest,
  withOlder,
  withoutMessage,
} from "./thread-window.ts";

export interface ThreadOptions {
  readonly api: Pick<TextApi, "page">;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly userId: number;
}

/** There is no such conversation, or none for this user. */
type Absence = "empty" | "denied";

const NOT_FOUND = 404;
const FORBIDDEN = 403;
/** Reports of delivery often come in pairs, and before the answer to the send they are about. */
const DELIVERY_WAIT_MS = 2_500;
/** An own text is on the screen already; the answer to its send brings its id. */
const OWN_SENT_WAIT_MS = 2_000;

/** One conversation as far as it is loaded: a window that moves along the thread, in step with the service. */
export class Thread {
  readonly address: SmsAddress;
  readonly state: StoreApi<ThreadState>;
  readonly #options: ThreadOptions;
  readonly #live: LiveValue<ThreadState>;
  readonly #waiting = new Set<CancelTimer>();
  /** The last event that was heard: one that is heard again has waited long enough. */
  #heard = 0;
  /** The user has just marked it unread: until they leave, looking at it reads nothing. */
  isKeptUnread = false;
  /** Loaded before its page was there. */
  #ahead: Promise<void> | undefined;

  constructor(address: SmsAddress, options: ThreadOptions) {
    this.address = address;
    this.#options = options;
    this.#live = new LiveValue({
      log: options.log,
      initial: NOTHING,
      rules: threadRules(address, (event, number) => this.#waits(event, number)),
      reload: () => this.refresh(),
    });
    this.state = this.#live.state;
  }

  stop(): void {
    for (const cancel of this.#waiting) cancel();
    this.#waiting.clear();
    this.#live.stop();
  }

  /** Before it is shown again: what came since the last visit is marked as it was at the first. */
  prepare(): void {
    const { conversation, messages } = this.state.getState();
    const first = conversation?.firstUnreadId ?? undefined;
    if (first === undefined) return;
    if (messages.some(({ id }) => id === first)) this.#set({ unreadFrom: first });
    // It lies outside of what is loaded: the thread is opened there anew.
    else this.#set(NOTHING);
  }

  /** The user has chosen it, or is about to: loads while its page is still being built. */
  openAhead(): void {
    if (this.state.getState().status !== "idle") return;
    this.#ahead = this.open();
    // A failure is told by the page, which tries again.
    this.#ahead.catch(() => {});
  }

  /** At the first unread message, or the newest; at a message that was searched for. */
  open(messageId?: string): Promise<void> {
    const { status, messages } = this.state.getState();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead && messageId === undefined && status !== "failed") return ahead;
    if (messageId !== undefined && messages.some(({ id }) => id === messageId)) {
      this.#set({ target: { id: messageId } });
      return Promise.resolve();
    }
    if (status === "ready" && messageId === undefined) return this.refresh();
    return this.#open(messageId);
  }

  /** Leaves the place where the user is, unless that is the end. */
  refresh(): Promise<void> {
    if (this.state.getState().status === "idle") return Promise.resolve();
    return this.#load("newest", {}, withNewest);
  }

  loadOlder(): Promise<void> {
    const { messages, hasBefore } = this.state.getState();
    const [first] = messages;
    if (!hasBefore || !first) return Promise.resolve();
    return this.#load(`before ${first.id}`, { before: first.id }, (state, page) =>
      state.messages[0]?.id === first.id ? withOlder(state, page) : undefined,
    );
  }

  loadNewer(): Promise<void> {
    const { messages, hasAfter } = this.state.getState();
    const last = messages.at(-1);
    if (!hasAfter || !last) return Promise.resolve();
    return this.#load(`after ${last.id}`, { after: last.id }, (state, page) =>
      state.messages.at(-1)?.id === last.id ? withNewer(state, page) : undefined,
    );
  }

  /** To the end of the thread, however far away it is. */
  async toNewest(): Promise<void> {
    if (this.state.getState().hasAfter) await this.#load("end", {}, (_state, page) => windowOf(page));
  }

  /** The thread is looked at anew: what was unread then is read now. */
  clearMarker(): void {
    this.#set({ unreadFrom: undefined });
  }

  /** What the service has answered. A page that was asked for before may not have it, and is asked for again. */
  applyMessage(message: SmsMessage): void {
    void this.#live.change(
      (state) => withArrived(state, message),
      () => Promise.resolve(),
    );
  }

  /** Gone at once, also from pages that come before the service has answered; back when it refuses. */
  async removeMessages(
    ids: readonly string[],
    save: (options: CallOptions) => Promise<unknown>,
  ): Promise<void> {
    await this.#live.change(
      (state) => ({ ...state, ...ids.reduce<ThreadWindow>(withoutMessage, state) }),
      save,
    );
  }

  /** As `removeMessages`. */
  async removeScheduled(
    scheduledId: number,
    save: (options: CallOptions) => Promise<unknown>,
  ): Promise<void> {
    await this.#live.change((state) => withoutScheduled(state, scheduledId), save);
  }

  async #open(messageId: string | undefined): Promise<void> {
    this.#set({ status: "loading" });
    const take = (_state: ThreadState, page: SmsPage): Partial<ThreadState> => ({
      ...windowOf(page),
      unreadFrom: page.conversation.firstUnreadId ?? undefined,
      target: messageId === undefined ? undefined : { id: messageId },
    });
    try {
      await this.#load(`open ${messageId}`, { around: messageId ?? "unread" }, take);
    } catch (failure) {
      this.#set({ status: "failed" });
      throw failure;
    }
  }

  /** `join`: undefined when the window has moved elsewhere meanwhile, and nobody wants the page. */
  #load(
    what: string,
    place: PagePlace,
    join: (state: ThreadState, page: SmsPage) => Partial<ThreadState> | undefined,
  ): Promise<void> {
    return this.#live.fetch(
      what,
      (options) => this.#page(place, options),
      (state, page) => {
        if (typeof page === "string") return { ...NOTHING, status: page };
        const joined = join(state, page);
        if (!joined) return state;
        const { conversation, scheduled } = page;
        return { ...state, ...joined, conversation, scheduled, status: "ready" };
      },
    );
  }

  async #page(place: PagePlace, options: CallOptions): Promise<SmsPage | Absence> {
    try {
      return await this.#options.api.page(this.address, place, options);
    } catch (failure) {
      const status = failure instanceof ApiFailure ? failure.status : undefined;
      if (status === NOT_FOUND) return "empty";
      if (status === FORBIDDEN) return "denied";
      throw failure;
    }
  }

  #set(change: Partial<ThreadState>): void {
    this.#live.update((state) => ({ ...state, ...change }));
  }

  #waits(event: OneMessageEvent, number: number): boolean {
    const isNew = number > this.#heard;
    this.#heard = Math.max(number, this.#heard);
    const waitMs = this.#waitOf(event);
    if (!isNew || waitMs === 0) return false;
    const cancel = this.#options.clock.schedule(waitMs, () => {
      this.#waiting.delete(cancel);
      this.#take(event, number);
    });
    this.#waiting.add(cancel);
    return true;
  }

  #waitOf({ type, message }: OneMessageEvent): number {
    if (type === "DLR" || type === "DSR") return DELIVERY_WAIT_MS;
    return type === "MT" && message.sent_by === this.#options.userId ? OWN_SENT_WAIT_MS : 0;
  }

  /** What has waited, unless something newer was told of the same message; after a gap the next answer has it. */
  #take({ message }: OneMessageEvent, number: number): void {
    const { log } = this.#options;
    const isOutdated = log.since(number).some(({ event }) => saysMoreOf(event, message.id, this.address));
    if (log.covers(number) && !isOutdated) this.#live.update((state) => withArrived(state, message));
  }
}
