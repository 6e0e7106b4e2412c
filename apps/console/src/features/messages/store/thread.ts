import type { SmsAddress, SmsConversation, SmsMessage, SmsPage } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import { ApiFailure } from "../../../platform/api-failure.ts";
import type { PagePlace, TextApi } from "./text-api.ts";
import {
  compareIds,
  EMPTY_WINDOW,
  type ThreadWindow,
  windowOf,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
  withoutMessage,
} from "./thread-window.ts";

export interface ThreadState extends ThreadWindow {
  /** `empty`: nothing has been written to this number on this line yet. */
  readonly status: "idle" | "loading" | "ready" | "empty" | "failed" | "denied";
  readonly conversation: SmsConversation | undefined;
  /** Soonest first. */
  readonly scheduled: readonly SmsMessage[];
  /** Where the unread ones began when the thread was opened. */
  readonly unreadFrom: string | undefined;
  /** The message to show, each time another object is given. */
  readonly target: { readonly id: string } | undefined;
}

const NOTHING: ThreadState = {
  ...EMPTY_WINDOW,
  status: "idle",
  conversation: undefined,
  scheduled: [],
  unreadFrom: undefined,
  target: undefined,
};
const NOT_FOUND = 404;
const FORBIDDEN = 403;

/** One conversation as far as it is loaded: a window that moves along the thread. */
export class Thread {
  readonly address: SmsAddress;
  readonly state: StoreApi<ThreadState> = createStore<ThreadState>()(() => NOTHING);
  readonly #api: Pick<TextApi, "page">;
  readonly #loading = new Map<string, Promise<void>>();
  /** The user has just marked it unread: until they leave, looking at it reads nothing. */
  isKeptUnread = false;
  /** Loaded before its page was there. */
  #ahead: Promise<void> | undefined;

  constructor(address: SmsAddress, api: Pick<TextApi, "page">) {
    this.address = address;
    this.#api = api;
  }

  /** Before it is shown again: what came since the last visit is marked as it was at the first. */
  prepare(): void {
    const { conversation, messages } = this.state.getState();
    const first = conversation?.firstUnreadId ?? undefined;
    if (first === undefined) return;
    if (messages.some(({ id }) => id === first)) this.state.setState({ unreadFrom: first });
    // It lies outside of what is loaded: the thread is opened there anew.
    else this.state.setState(NOTHING);
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
      this.state.setState({ target: { id: messageId } });
      return Promise.resolve();
    }
    if (status === "ready" && messageId === undefined) return this.refresh();
    return this.#once(`open ${messageId}`, () => this.#open(messageId));
  }

  /** Leaves the place where the user is, unless that is the end. */
  async refresh(): Promise<void> {
    if (this.state.getState().status === "idle") return;
    return this.#once("newest", async () => {
      const page = await this.#load({});
      return () => page && this.#take(page, withNewest(this.state.getState(), page));
    });
  }

  loadOlder(): Promise<void> {
    const { messages, hasBefore } = this.state.getState();
    const [first] = messages;
    if (!hasBefore || !first) return Promise.resolve();
    return this.#once("older", async () => {
      const page = await this.#load({ before: first.id });
      return () => page && this.#take(page, withOlder(this.state.getState(), page));
    });
  }

  loadNewer(): Promise<void> {
    const { messages, hasAfter } = this.state.getState();
    const last = messages.at(-1);
    if (!hasAfter || !last) return Promise.resolve();
    return this.#once("newer", async () => {
      const page = await this.#load({ after: last.id });
      return () => page && this.#take(page, withNewer(this.state.getState(), page));
    });
  }

  /** To the end of the thread, however far away it is. */
  async toNewest(): Promise<void> {
    if (!this.state.getState().hasAfter) return;
    await this.#once("end", async () => {
      const page = await this.#load({});
      return () => page && this.#take(page, windowOf(page));
    });
  }

  /** The thread is looked at anew: what was unread then is read now. */
  clearMarker(): void {
    this.state.setState({ unreadFrom: undefined });
  }

  applyMessage(message: SmsMessage): void {
    const state = this.state.getState();
    if (state.status === "idle") return;
    if (message.scheduled) {
      const others = state.scheduled.filter(({ id }) => id !== message.id);
      const scheduled = [...others, message].sort(
        (one, other) => (one.scheduled_at ?? 0) - (other.scheduled_at ?? 0),
      );
      this.state.setState({ scheduled, status: "ready" });
      return;
    }
    const status = state.status === "empty" ? "ready" : state.status;
    this.state.setState({ ...withMessage(state, message), status });
  }

  applyConversation(conversation: SmsConversation): void {
    if (this.state.getState().status === "idle") return;
    const { status } = this.state.getState();
    this.state.setState({ conversation, ...(status === "empty" ? { status: "ready" } : {}) });
  }

  changeAll(isMeant: (message: SmsMessage) => boolean, change: (message: SmsMessage) => SmsMessage): void {
    const { messages } = this.state.getState();
    if (!messages.some(isMeant)) return;
    this.state.setState({ messages: messages.map((each) => (isMeant(each) ? change(each) : each)) });
  }

  removeMessage(id: string): void {
    this.state.setState(withoutMessage(this.state.getState(), id));
  }

  removeScheduled(scheduledId: number): void {
    const { scheduled } = this.state.getState();
    this.state.setState({ scheduled: scheduled.filter((each) => each.scheduledId !== scheduledId) });
  }

  /** The whole conversation is gone. */
  clear(): void {
    if (this.state.getState().status !== "idle") this.state.setState({ ...NOTHING, status: "empty" });
  }

  async #open(messageId: string | undefined): Promise<() => void> {
    this.state.setState({ status: "loading" });
    try {
      const page = await this.#load({ around: messageId ?? "unread" });
      return () => {
        if (!page) return;
        const unreadFrom = page.conversation.firstUnreadId ?? undefined;
        const target = messageId === undefined ? undefined : { id: messageId };
        this.state.setState({ unreadFrom, target });
        this.#take(page, windowOf(page));
      };
    } catch (failure) {
      this.state.setState({ status: "failed" });
      throw failure;
    }
  }

  /** Undefined: there is no such conversation, or none for this user, which is said in the state. */
  async #load(place: PagePlace): Promise<SmsPage | undefined> {
    try {
      return await this.#api.page(this.address, place);
    } catch (failure) {
      const status = failure instanceof ApiFailure ? failure.status : undefined;
      if (status !== NOT_FOUND && status !== FORBIDDEN) throw failure;
      const isBegun = status === NOT_FOUND && this.state.getState().messages.length > 0;
      // The first text of a conversation may be acknowledged before this answer comes.
      if (isBegun) this.state.setState({ status: "ready" });
      else this.state.setState({ ...NOTHING, status: status === NOT_FOUND ? "empty" : "denied" });
      return undefined;
    }
  }

  #take(page: SmsPage, window: ThreadWindow): void {
    const { conversation, scheduled } = page;
    const last = window.messages.at(-1);
    // What was said while the page was on its way is not in it.
    const since = this.state
      .getState()
      .messages.filter(({ id }) => last !== undefined && compareIds(id, last.id) > 0);
    const whole = window.hasAfter ? window : since.reduce(withMessage, window);
    this.state.setState({ ...whole, conversation, scheduled, status: "ready" });
  }

  /** What `load` brings is taken over when it counts as loaded: whoever sees it may want the next at once. */
  #once(what: string, load: () => Promise<() => void>): Promise<void> {
    const running = this.#loading.get(what);
    if (running) return running;
    const started = load()
      .finally(() => this.#loading.delete(what))
      .then((take) => take());
    this.#loading.set(what, started);
    return started;
  }
}
