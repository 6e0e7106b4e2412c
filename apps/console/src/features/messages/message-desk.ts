import type { SmsLimits, SmsTemplate } from "@offhook/contract";
import { Scope } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PushClient } from "../../platform/push-client.ts";
import { type AttachedFilesStore, createAttachedFiles } from "./compose/attached-files.ts";
import type { ComposedText, OutgoingText } from "./outbox/outgoing-text.ts";
import { openTextOutbox } from "./outbox/text-outbox.ts";
import { ConversationLists } from "./store/conversation-lists.ts";
import { patchConversation } from "./store/conversation-rules.ts";
import { Drafts } from "./store/drafts.ts";
import { MessageEvents, SMS_EVENTS } from "./store/message-events.ts";
import { conversationKey, type ListChoice, type TextApi } from "./store/text-api.ts";
import { createTextApi } from "./store/text-client.ts";
import { Thread } from "./store/thread.ts";
import { ThreadPresence } from "./store/thread-presence.ts";

export interface MessageDeskOptions {
  readonly platform: Platform;
  readonly push: PushClient;
  readonly userId: number;
  /** What the list shows at first. */
  readonly choice: ListChoice;
}

/** What the carrier takes and the company has prepared. */
export interface WritingAids {
  readonly templates: readonly SmsTemplate[];
  readonly limits: SmsLimits | undefined;
}

/** Threads that stay loaded: those the user has left, and those they may open next. */
const MAX_THREADS = 24;

/** Everything about texts of the signed-in user: lists, threads, drafts, and what is on its way out. */
export class MessageDesk {
  readonly api: TextApi;
  readonly lists: ConversationLists;
  readonly outbox: Outbox<ComposedText>;
  readonly drafts: Drafts;
  readonly presence: ThreadPresence;
  readonly aids: StoreApi<WritingAids> = createStore<WritingAids>()(() => ({
    templates: [],
    limits: undefined,
  }));
  readonly attached: AttachedFilesStore = createAttachedFiles();
  readonly #options: MessageDeskOptions;
  readonly #threads = new Map<string, Thread>();
  readonly #scope = new Scope();

  constructor(options: MessageDeskOptions) {
    this.#options = options;
    const { platform, push, userId, choice } = options;
    const { client, browser } = platform;
    const { clock } = browser;
    this.api = createTextApi(client);
    this.lists = new ConversationLists({
      api: this.api,
      log: push.log,
      clock,
      userId,
      choice,
      store: browser.store,
      nextPaint: browser.nextPaint,
    });
    this.drafts = new Drafts({ api: this.api, clock, store: browser.store, userId, onFailed: () => {} });
    this.presence = new ThreadPresence({ api: this.api, clock, userId });
    this.outbox = openTextOutbox(browser, userId, (text) => this.#send(text));
    this.#start();
  }

  /** The same one for everybody who shows it. */
  thread(smsLine: string, id: string): Thread {
    const address = { sms_line: smsLine, conversation: id };
    const key = conversationKey(address);
    const thread = this.#threads.get(key) ?? new Thread(address, this.api);
    // Last in the map is the one that was asked for last.
    this.#threads.delete(key);
    this.#threads.set(key, thread);
    for (const old of this.#threads.keys()) {
      if (this.#threads.size <= MAX_THREADS) break;
      this.#threads.delete(old);
    }
    return thread;
  }

  /** Shown at once in thread and list; sent as soon as the service can be reached. */
  async send(composed: ComposedText): Promise<void> {
    const { clock, nextPaint } = this.#options.platform.browser;
    const { smsLine, receiver, text, files } = composed;
    const time = clock.now();
    const kept = this.outbox.add(composed);
    // One looks at the thread: its frame does not wait for the list to be put in order.
    await nextPaint();
    const written = patchConversation(smsLine, receiver, {
      time,
      subtitle: text || (files[0]?.name ?? ""),
      isOutgoing: true,
      delayed: true,
      dlr_status: null,
      dlr_error: "",
    });
    this.lists.edit(written);
    await kept;
  }

  /** What a composer wants to know; asked once. */
  async loadAids(): Promise<void> {
    if (this.aids.getState().limits) return;
    const [templates, limits] = await Promise.all([this.api.templates(), this.api.limits()]);
    this.aids.setState({ templates, limits });
  }

  /** Asks for them anew after a change, so that a menu shows it at once. */
  async changeTemplates(change: () => Promise<void>): Promise<void> {
    await change();
    this.aids.setState({ templates: await this.api.templates() });
  }

  stop(): void {
    this.drafts.flush();
    this.presence.leave();
    this.#scope.close();
  }

  #start(): void {
    const { push, platform, userId } = this.#options;
    const events = new MessageEvents({
      lists: this.lists,
      drafts: this.drafts,
      presence: this.presence,
      userId,
      clock: platform.browser.clock,
      nextPaint: platform.browser.nextPaint,
      threadOf: (smsLine, id) => this.#threads.get(conversationKey({ sms_line: smsLine, conversation: id })),
      onTemplates: ({ templates }) => this.aids.setState({ templates }),
    });
    for (const type of SMS_EVENTS) {
      this.#scope.add(push.on(type, (event) => events.apply(event)));
    }
    this.#scope.add(push.on("SMS_TASK", (event) => events.applyTask(event)));
    this.#scope.add(push.listen("reset", () => this.#refresh()));
    this.#scope.add(
      platform.network.onRecovery(() => {
        this.#refresh();
        this.lists.refresh().catch(() => {});
      }),
    );
    this.#scope.add(() => events.stop());
    this.#scope.add(() => this.lists.stop());
    this.#scope.add(() => this.outbox.stop());
    const flush = (): void => this.drafts.flush();
    window.addEventListener("pagehide", flush);
    this.#scope.add(() => window.removeEventListener("pagehide", flush));
    void this.outbox.start();
    // The list itself says when nothing can be had; these are only its ornaments.
    Promise.all([this.drafts.load(), this.presence.load()]).catch(() => {});
  }

  /** The network was away, or events were missed: whatever does not hear of it by itself is looked at again. */
  #refresh(): void {
    this.outbox.flush();
    const shown = [...this.#threads.values()];
    Promise.all([this.drafts.load(), this.presence.load(), ...shown.map((thread) => thread.refresh())]).catch(
      () => {},
    );
  }

  async #send({ smsLine, receiver, text, files, id }: OutgoingText): Promise<void> {
    const { messages } = await this.api.send({
      sms_line: smsLine,
      receiver,
      msgdata: text,
      media: files.map(({ name, type, value }) => ({ name, type, value })),
      mId: id,
    });
    const thread = this.#threads.get(conversationKey({ sms_line: smsLine, conversation: receiver }));
    for (const message of messages) thread?.applyMessage(message);
  }
}

export function createMessageDesk(options: MessageDeskOptions): MessageDesk {
  return new MessageDesk(options);
}
