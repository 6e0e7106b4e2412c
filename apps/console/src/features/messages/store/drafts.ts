import type { SmsAddress } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveValue } from "../../../platform/live/live-value.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { conversationKey, type TextApi } from "./text-api.ts";

/** By `conversationKey`. */
export type DraftsState = ReadonlyMap<string, string>;

export interface DraftsOptions {
  readonly api: Pick<TextApi, "drafts" | "saveDraft">;
  readonly log: EventLog;
  readonly clock: Clock;
  /** Keeps on the device what the service does not have yet. */
  readonly store: KeyValueStore;
  readonly userId: number;
  readonly onFailed: (failure: unknown) => void;
}

const SAVE_AFTER_MS = 500;

interface Pending {
  readonly address: SmsAddress;
  readonly text: string;
  readonly cancel: CancelTimer;
}

/** What the user has begun to write, the same on all of their devices. */
export class Drafts {
  readonly state: StoreApi<DraftsState>;
  readonly #options: DraftsOptions;
  readonly #live: LiveValue<DraftsState>;
  readonly #pending = new Map<string, Pending>();

  constructor(options: DraftsOptions) {
    this.#options = options;
    this.#live = new LiveValue<DraftsState>({
      log: options.log,
      initial: new Map(),
      rules: {
        // Another device of the user has written. What is being typed here wins.
        SMS_DRAFT: (drafts, { smsLine, id, draft }) => {
          const key = conversationKey({ sms_line: smsLine, conversation: id });
          return this.#pending.has(key) ? drafts : withDraft(drafts, key, draft?.msgdata ?? "");
        },
      },
      reload: () => this.load(),
    });
    this.state = this.#live.state;
  }

  load(): Promise<void> {
    this.#restore();
    const { api } = this.#options;
    return this.#live.fetch("drafts", api.drafts, (_state, drafts) => {
      const loaded = drafts.map((draft) => [conversationKey(draft), draft.msgdata] as const);
      // What is being typed here is younger than what the service has.
      const typed = [...this.#pending].map(([key, { text }]) => [key, text] as const);
      return withoutEmpty([...loaded, ...typed]);
    });
  }

  textOf(address: SmsAddress): string {
    return this.state.getState().get(conversationKey(address)) ?? "";
  }

  /** Kept at once on the screen, half a second after the last key on the service. */
  write(address: SmsAddress, text: string): void {
    const key = conversationKey(address);
    if (this.textOf(address) === text && !this.#pending.has(key)) return;
    this.#options.store.set(this.#storedName(key), text);
    this.#begin(address, text);
  }

  /** What was written is wanted on the service now. */
  save(address: SmsAddress): void {
    const key = conversationKey(address);
    this.#pending.get(key)?.cancel();
    this.#save(key);
  }

  /** The page is about to go: nothing that was typed is lost. */
  flush(): void {
    for (const [key, { cancel }] of [...this.#pending]) {
      cancel();
      this.#save(key);
    }
  }

  stop(): void {
    this.flush();
    this.#live.stop();
  }

  /** What a page that went, or was killed, had not got to the service any more. */
  #restore(): void {
    const { store } = this.#options;
    const prefix = this.#storedName("");
    for (const name of store.keys()) {
      if (!name.startsWith(prefix)) continue;
      const key = name.slice(prefix.length);
      const [line = ""] = key.split("/", 1);
      const address = { sms_line: line, conversation: key.slice(line.length + 1) };
      if (!this.#pending.has(key)) this.#begin(address, store.get(name) ?? "");
    }
  }

  #begin(address: SmsAddress, text: string): void {
    const key = conversationKey(address);
    this.#live.update((drafts) => withDraft(drafts, key, text));
    this.#pending.get(key)?.cancel();
    const cancel = this.#options.clock.schedule(SAVE_AFTER_MS, () => this.#save(key));
    this.#pending.set(key, { address, text, cancel });
  }

  #storedName(key: string): string {
    return `${STORAGE_KEYS.unsavedDraft}-${this.#options.userId}-${key}`;
  }

  #save(key: string): void {
    const pending = this.#pending.get(key);
    if (!pending) return;
    const { address, text } = pending;
    const { api, store, onFailed } = this.#options;
    api
      .saveDraft({ ...address, msgdata: text })
      .then(() => {
        if (this.#pending.get(key) === pending) store.remove(this.#storedName(key));
      })
      .catch(onFailed)
      .finally(() => {
        if (this.#pending.get(key) === pending) this.#pending.delete(key);
      });
  }
}

function withDraft(drafts: DraftsState, key: string, text: string): DraftsState {
  return withoutEmpty([...drafts, [key, text]]);
}

function withoutEmpty(drafts: readonly (readonly [string, string])[]): DraftsState {
  // Of two the later one counts, also when it is empty.
  return new Map([...new Map(drafts)].filter(([, text]) => text !== ""));
}
