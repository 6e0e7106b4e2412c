import type { ChatData } from "@offhook/contract";
import type { Clock, Emitter } from "@offhook/kernel";
import { DRAFTY_MIME } from "../content/drafty.ts";
import { writeContent } from "../content/write-content.ts";
import { type ChatFiles, isUploadCancelled } from "../files/chat-files.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import type { ChatLink } from "../link/chat-link.ts";
import { CLIENT_ID, clientIdOf } from "./message.ts";
import type { OutboxStorage } from "./outbox-storage.ts";
import {
  type NewMessage,
  type OutgoingFile,
  type OutgoingMessage,
  outgoingMessage,
} from "./outgoing-message.ts";
import type { TeamsEvents } from "./teams-events.ts";
import type { TeamsStore } from "./teams-state.ts";
import { findRecord } from "./topic-store.ts";
import type { TopicSync } from "./topic-sync.ts";

export interface OutboxDeps {
  readonly link: ChatLink;
  readonly store: TeamsStore;
  readonly sync: TopicSync;
  readonly files: ChatFiles;
  readonly storage: OutboxStorage;
  readonly events: Emitter<TeamsEvents>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Our own message has its number: it stands in the stream from now on. */
  readonly onAcknowledged: (data: ChatData) => void;
  readonly report: (failure: unknown) => void;
}

/** The spec's own wording. */
const NOTHING_LEFT = "Message sending cancled";
const RETRY_AFTER_MS = 3_000;

/** Sends what the user has written: once, in its order, and when the line is there. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #running = new Set<string>();

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  /** Shown at once; sent when its turn comes. Returns the message's own id. */
  send(message: NewMessage): string {
    const { newId, clock } = this.#deps;
    const outgoing = outgoingMessage(newId(), clock.now(), message);
    this.#put([...this.#all(), outgoing]);
    this.#keep(outgoing);
    this.pump(outgoing.topic);
    return outgoing.id;
  }

  resend(id: string): void {
    const message = this.#find(id);
    if (message?.state !== "failed") return;
    this.#change(id, { state: "queued", reason: undefined });
    this.pump(message.topic);
  }

  /** The user has changed their mind. What is on the wire already cannot be called back. */
  discard(id: string): void {
    const message = this.#find(id);
    if (!message || message.state === "sending") return;
    for (const file of message.files) this.#deps.files.cancel(file.id);
    this.#drop(id);
  }

  cancelUpload(messageId: string, fileId: string): void {
    this.#deps.files.cancel(fileId);
    this.#changeFiles(messageId, (files) => files.filter((file) => file.id !== fileId));
  }

  /** The line is there: everything that waits may go, also what another page has left behind. */
  async resume(): Promise<void> {
    await this.adopt();
    for (const topic of new Set(this.#all().map((message) => message.topic))) this.pump(topic);
  }

  /** Shows what another page has left behind; it is sent when the line is there. */
  async adopt(): Promise<void> {
    const { storage } = this.#deps;
    const left = await storage.adopt();
    const known = new Set(this.#all().map(({ id }) => id));
    const adopted = left.filter(({ id }) => !known.has(id));
    const waiting = adopted.map((each) =>
      each.state === "sending" ? { ...each, state: "queued" as const } : each,
    );
    const all = [...this.#all(), ...waiting].sort((one, other) => one.at - other.at);
    if (waiting.length > 0) this.#put(all);
  }

  /** Sends what waits for this topic, one after another. */
  pump(topic: string): void {
    if (this.#running.has(topic)) return;
    this.#running.add(topic);
    void this.#sendAll(topic)
      .catch(this.#deps.report)
      .finally(() => this.#running.delete(topic));
  }

  async #sendAll(topic: string): Promise<void> {
    for (;;) {
      const next = this.#all().find((message) => message.topic === topic && message.state === "queued");
      if (!next || this.#deps.link.state.name !== "ready") return;
      const isDone = await this.#sendOne(next);
      if (!isDone) return;
    }
  }

  /** False when the rest has to wait. */
  async #sendOne(message: OutgoingMessage): Promise<boolean> {
    const { sync, store } = this.#deps;
    try {
      await sync.attach(message.topic);
      if (!findRecord(store, message.topic)?.isAttached) return this.#waitOrFail(message);
      if (await this.#wasDelivered(message)) return true;
      const withFiles = await this.#upload(message);
      if (withFiles) await this.#publish(withFiles);
      return true;
    } catch (failure) {
      if (!(failure instanceof ChatFailure)) throw failure;
      return this.#failed(message.id, failure);
    }
  }

  /** A topic that was taken away takes what was meant for it with it; one out of reach may come back. */
  #waitOrFail(message: OutgoingMessage): boolean {
    const { store, link } = this.#deps;
    if (link.state.name !== "ready") return false;
    if (findRecord(store, message.topic)) return this.#retryLater(message.topic);
    this.#change(message.id, { state: "failed", reason: "This chat no longer exists" });
    return true;
  }

  #failed(id: string, failure: ChatFailure): boolean {
    const message = this.#find(id);
    if (failure.isUnsure) {
      this.#change(id, { state: "queued" });
      return message ? this.#retryLater(message.topic) : true;
    }
    this.#change(id, { state: "failed", reason: failure.message });
    return true;
  }

  #retryLater(topic: string): boolean {
    // Without a line it is the line's return that sends.
    if (this.#deps.link.state.name === "ready")
      this.#deps.clock.schedule(RETRY_AFTER_MS, () => this.pump(topic));
    return false;
  }

  /** The answer to an earlier try was lost: whether the message itself was, the stream knows. */
  async #wasDelivered({ id, topic, triedAfter }: OutgoingMessage): Promise<boolean> {
    if (triedAfter === undefined) return false;
    const { sync, store } = this.#deps;
    await sync.loadSince(topic, triedAfter);
    const { ownId } = store.getState();
    for (const { data } of findRecord(store, topic)?.log.frames.values() ?? [])
      if (data.from === ownId && clientIdOf(data) === id) {
        this.#drop(id);
        return true;
      }
    return false;
  }

  /** Undefined when nothing is left to send. */
  async #upload(message: OutgoingMessage): Promise<OutgoingMessage | undefined> {
    const { files, events } = this.#deps;
    let hasFailed = false;
    for (const file of message.files) {
      if (file.uploaded) continue;
      try {
        const uploaded = await files.upload(file, (progress) =>
          this.#changeFile(message.id, file.id, { progress }),
        );
        this.#changeFile(message.id, file.id, { uploaded, progress: 100 });
      } catch (failure) {
        if (this.#deps.link.state.name !== "ready") throw new ChatFailure(0, "The line went away");
        this.#changeFiles(message.id, (all) => all.filter(({ id }) => id !== file.id));
        if (isUploadCancelled(failure)) continue;
        hasFailed = true;
        events.emit("notice", `File ${file.file.name} failed to upload. Will not be sent`);
      }
    }
    const now = this.#find(message.id);
    if (!now) return undefined;
    if (message.files.length === 0 || now.files.length > 0 || now.typed.trim() !== "") return now;
    this.#drop(message.id);
    if (hasFailed) events.emit("notice", NOTHING_LEFT);
    return undefined;
  }

  async #publish(message: OutgoingMessage): Promise<void> {
    const { link, store, onAcknowledged, clock } = this.#deps;
    const { id, topic, typed, mentions, reply, forwarded } = message;
    const uploaded = message.files.flatMap((file) => file.uploaded ?? []);
    const attachments = [...message.attachments, ...uploaded];
    const wire = writeContent({ typed, mentions, attachments });
    const paths = attachments.map(({ path }) => path);
    const head = {
      [CLIENT_ID]: id,
      ...(wire.isDrafty ? { mime: DRAFTY_MIME } : {}),
      ...(wire.mentions.length > 0 ? { mentions: wire.mentions } : {}),
      ...(paths.length > 0 ? { attachments: paths } : {}),
      ...(reply === undefined ? {} : { reply: `:${reply}` }),
      ...(forwarded === undefined ? {} : { forwarded }),
    };
    const triedAfter = message.triedAfter ?? findRecord(store, topic)?.topic.seq ?? 0;
    this.#change(id, { state: "sending", triedAfter });
    const sent = this.#find(id);
    // On disk before on the wire: a page that dies in between must know that it has tried.
    if (sent) await this.#deps.storage.save(sent).catch(this.#deps.report);
    const extra = paths.length > 0 ? { attachments: paths } : undefined;
    const { ctrl } = await link.request("pub", { topic, head, content: wire.content, noecho: true }, extra);
    const seq = ctrl?.params?.seq;
    if (typeof seq !== "number") throw new ChatFailure(0, "The message was accepted without a number");
    const { ownId } = store.getState();
    const ts = ctrl?.ts ?? new Date(clock.now()).toISOString();
    onAcknowledged({ topic, from: ownId, seq, ts, head, content: wire.content });
    this.#drop(id);
  }

  #all(): readonly OutgoingMessage[] {
    return this.#deps.store.getState().outbox;
  }

  #find(id: string): OutgoingMessage | undefined {
    return this.#all().find((message) => message.id === id);
  }

  #put(outbox: readonly OutgoingMessage[]): void {
    this.#deps.store.setState({ outbox });
  }

  #change(id: string, change: Partial<OutgoingMessage>): void {
    this.#put(this.#all().map((message) => (message.id === id ? { ...message, ...change } : message)));
  }

  #changeFiles(id: string, change: (files: readonly OutgoingFile[]) => readonly OutgoingFile[]): void {
    const message = this.#find(id);
    if (!message) return;
    this.#change(id, { files: change(message.files) });
    const changed = this.#find(id);
    if (changed) this.#keep(changed);
  }

  #changeFile(id: string, fileId: string, change: Partial<OutgoingFile>): void {
    const message = this.#find(id);
    if (!message) return;
    const files = message.files.map((file) => (file.id === fileId ? { ...file, ...change } : file));
    this.#change(id, { files });
    const changed = this.#find(id);
    // The bar moves often; only what was reached is worth a write.
    if (change.uploaded && changed) this.#keep(changed);
  }

  #keep(message: OutgoingMessage): void {
    void this.#deps.storage.save(message).catch(this.#deps.report);
  }

  #drop(id: string): void {
    this.#put(this.#all().filter((message) => message.id !== id));
    void this.#deps.storage.remove(id).catch(this.#deps.report);
  }
}
