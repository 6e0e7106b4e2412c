import type { SmsLimits, SmsTemplate } from "@offhook/contract";
import { Scope } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import { LiveValue } from "../../platform/live/live-value.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import type { PushClient } from "../../platform/push/push-client.ts";
import { type AttachedFilesStore, createAttachedFiles } from "./compose/attached-files.ts";
import type { ComposedText, OutgoingText } from "./outbox/outgoing-text.ts";
import { openTextOutbox } from "./outbox/text-outbox.ts";
import { ConversationLists } from "./store/conversation-lists.ts";
import { patchConversation } from "./store/conversation-rules.ts";
import { Drafts } from "./store/drafts.ts";
import { conversationKey, type ListChoice, type TextApi } from "./store/text-api.ts";
import { createTextApi } from "./store/text-client.ts";
import { Thread } from "./store/thread.ts";
import { ThreadPresence } from "./store/thread-presence.ts";

export interface TextMessagesOptions {
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
export class TextMessages {
  readonly api: TextApi;
  readonly lists: ConversationLists;
  readonly outbox: Outbox<ComposedText>;
  readonly drafts: Drafts;
  readonly presence: ThreadPresence;
  readonly aids: StoreApi<WritingAids>;
  readonly attached: AttachedFilesStore = createAttachedFiles();
  readonly #options: TextMessagesOptions;
  readonly #aids: LiveValue<WritingAids>;
  readonly #threads = new Map<string, Thread>();
  readonly #scope = new Scope();

  constructor(options: TextMessagesOptions) {
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
    this.drafts = new Drafts({ ...this.#parts(), store: browser.store, onFailed: () => {} });
    this.presence = new ThreadPresence(this.#parts());
    this.#aids = new LiveValue<WritingAids>({
      log: push.log,
      initial: { templates: [], limits: undefined },
      rules: { SMS_TEMPLATES: (aids, { templates }) => ({ ...aids, templates }) },
      reload: () => this.#loadTemplates(),
    });
    this.aids = this.#aids.state;
    this.outbox = openTextOutbox(browser, userId, (text) => this.#send(text));
    this.#start();
  }

  /** The same one for everybody who shows it. */
  thread(smsLine: string, id: string): Thread {
    const address = { sms_line: smsLine, conversation: id };
    const key = conversationKey(address);
    const thread = this.#threads.get(key) ?? new Thread(address, this.#parts());
    // Last in the map is the one that was asked for last.
    this.#threads.delete(key);
    this.#threads.set(key, thread);
    for (const [old, left] of this.#threads) {
      if (this.#threads.size <= MAX_THREADS) break;
      left.stop();
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
    const [limits] = await Promise.all([this.api.limits(), this.#loadTemplates()]);
    this.#aids.update((aids) => ({ ...aids, limits }));
  }

  /** Asks for them anew after a change, so that a menu shows it at once. */
  async changeTemplates(change: () => Promise<void>): Promise<void> {
    await change();
    await this.#loadTemplates();
  }

  stop(): void {
    for (const part of [this.drafts, this.presence, this.#aids, ...this.#threads.values()]) part.stop();
    this.#scope.close();
  }

  #start(): void {
    const { push, platform } = this.#options;
    this.#scope.add(push.listen("reset", () => this.outbox.flush()));
    this.#scope.add(
      platform.network.onRecovery(() => {
        this.#refresh();
        this.lists.refresh().catch(() => {});
      }),
    );
    this.#scope.add(() => this.lists.stop());
    this.#scope.add(() => this.outbox.stop());
    const flush = (): void => this.drafts.flush();
    window.addEventListener("pagehide", flush);
    this.#scope.add(() => window.removeEventListener("pagehide", flush));
    void this.outbox.start();
    // The list itself says when nothing can be had; these are only its ornaments.
    const loadOrnaments = async (): Promise<void> => {
      await platform.browser.behindFirstPage();
      if (!this.#scope.isClosed) await Promise.all([this.drafts.load(), this.presence.load()]);
    };
    loadOrnaments().catch(() => {});
  }

  #parts() {
    const { platform, push, userId } = this.#options;
    return { api: this.api, log: push.log, clock: platform.browser.clock, userId };
  }

  #loadTemplates(): Promise<void> {
    return this.#aids.fetch("templates", this.api.templates, (aids, templates) => ({ ...aids, templates }));
  }

  /** The network was away. */
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

export function createTextMessages(options: TextMessagesOptions): TextMessages {
  return new TextMessages(options);
}
