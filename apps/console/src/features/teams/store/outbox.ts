import type { ChatData } from "@offhook/contract";
import type { Clock, Emitter } from "@offhook/kernel";
import type { Lock } from "../../../platform/api/token-refresher.ts";
import { Outbox, type Verdict } from "../../../platform/outbox/outbox.ts";
import type { OutboxStorage } from "../../../platform/outbox/outbox-storage.ts";
import type { TabNews } from "../../../platform/outbox/tab-news.ts";
import { DRAFTY_MIME } from "../content/drafty.ts";
import { writeContent } from "../content/write-content.ts";
import { type ChatFiles, isUploadCanceled } from "../files/chat-files.ts";
import { ChatFailure, notConnected } from "../link/chat-failure.ts";
import type { ChatLink } from "../link/chat-link.ts";
import { CLIENT_ID, clientIdOf } from "./message.ts";
import {
  type ComposedMessage,
  composedMessage,
  type NewMessage,
  type OutgoingFile,
  type OutgoingMessage,
} from "./outgoing-message.ts";
import type { TeamsEvents } from "./teams-events.ts";
import type { TeamsStore } from "./teams-state.ts";
import { findRecord } from "./topic-store.ts";
import type { TopicSync } from "./topic-sync.ts";

export interface TeamsOutboxDeps {
  /** Of locks. */
  readonly outboxName: string;
  readonly link: ChatLink;
  readonly store: TeamsStore;
  readonly sync: TopicSync;
  readonly files: ChatFiles;
  readonly storage: OutboxStorage<OutgoingMessage>;
  readonly lock: Lock;
  readonly news: TabNews;
  readonly events: Emitter<TeamsEvents>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Our own message has its number: it stands in the stream from now on. */
  readonly onAcknowledged: (data: ChatData) => void;
  readonly report: (failure: unknown) => void;
}

/** The spec's own wording. */
const NOTHING_LEFT = "Message sending cancled";
const NO_SUCH_TOPIC = 404;

/** Sends what the user has written, with its files: once, in the order of each topic, and when the line is there. */
export class TeamsOutbox {
  readonly #deps: TeamsOutboxDeps;
  readonly #outbox: Outbox<ComposedMessage>;

  constructor(deps: TeamsOutboxDeps) {
    this.#deps = deps;
    this.#outbox = new Outbox<ComposedMessage>({
      ...deps,
      name: deps.outboxName,
      laneOf: ({ topic }) => topic,
      send: (message, isRepeat) => this.#send(message, isRepeat),
      verdictOf: (failure) => this.#verdictOf(failure),
      onFailed: deps.report,
    });
    this.#outbox.state.subscribe((outbox) => deps.store.setState({ outbox }));
  }

  /** Shows what waits on this device; it is sent when the line is there. */
  start(): Promise<void> {
    return this.#outbox.start();
  }

  /** The line is there. */
  flush(): void {
    this.#outbox.flush();
  }

  stop(): void {
    this.#outbox.stop();
  }

  /** Shown at once; sent when its turn comes. Returns the message's own id. */
  send(message: NewMessage): string {
    const { newId, store } = this.#deps;
    const id = newId();
    const after = findRecord(store, message.topic)?.topic.seq ?? 0;
    void this.#outbox.add(composedMessage(message, after), id);
    return id;
  }

  resend(id: string): void {
    void this.#outbox.retry(this.#keyOf(id));
  }

  /** The user has changed their mind. */
  discard(id: string): void {
    for (const file of this.#outbox.find(this.#keyOf(id))?.files ?? []) this.#deps.files.cancel(file.id);
    void this.#outbox.discard(this.#keyOf(id));
  }

  /** The stream has it, whichever tab has sent it. */
  delivered(id: string): void {
    const key = this.#keyOf(id);
    if (key !== "") void this.#outbox.discard(key);
  }

  cancelUpload(id: string, fileId: string): void {
    this.#deps.files.cancel(fileId);
    this.#changeFiles(this.#keyOf(id), true, (files) => files.filter((file) => file.id !== fileId));
  }

  #keyOf(id: string): string {
    return this.#outbox.state.getState().find((message) => message.id === id)?.key ?? "";
  }

  async #send(message: OutgoingMessage, isRepeat: boolean): Promise<void> {
    const { sync, store, link } = this.#deps;
    const { topic } = message;
    // Before the list has come nobody can say which topics are gone.
    if (link.state.name !== "ready" || !store.getState().isListed) throw notConnected();
    await sync.attach(topic);
    const record = findRecord(store, topic);
    if (!record && link.state.name === "ready")
      throw new ChatFailure(NO_SUCH_TOPIC, "This chat no longer exists");
    if (!record?.isAttached) throw notConnected();
    if (isRepeat && (await this.#wasDelivered(message))) return;
    const withFiles = await this.#upload(message);
    if (withFiles) await this.#publish(withFiles);
  }

  #verdictOf(failure: unknown): Verdict {
    if (!(failure instanceof ChatFailure)) this.#deps.report(failure);
    if (!(failure instanceof ChatFailure) || failure.code === 0) return { name: "outOfReach" };
    return { name: failure.isUnsure ? "fault" : "refused", reason: failure.message };
  }

  /** The answer to an earlier attempt may be lost: whether the message itself was, the stream knows. */
  async #wasDelivered({ id, topic, after }: OutgoingMessage): Promise<boolean> {
    const { sync, store } = this.#deps;
    await sync.loadSince(topic, after);
    const { ownId } = store.getState();
    const frames = [...(findRecord(store, topic)?.log.frames.values() ?? [])];
    return frames.some(({ data }) => data.from === ownId && clientIdOf(data) === id);
  }

  /** Undefined when nothing is left to send. */
  async #upload({ key, files: chosen }: OutgoingMessage): Promise<OutgoingMessage | undefined> {
    const { files, events, link } = this.#deps;
    let hasFailed = false;
    for (const file of chosen) {
      if (file.uploaded) continue;
      try {
        // The bar moves often; only what was reached is worth a write.
        const uploaded = await files.upload(file, (progress) => this.#changeFile(key, file.id, { progress }));
        this.#changeFile(key, file.id, { uploaded, progress: 100 });
      } catch (failure) {
        if (link.state.name !== "ready") throw notConnected();
        this.#changeFiles(key, true, (all) => all.filter(({ id }) => id !== file.id));
        if (isUploadCanceled(failure)) continue;
        hasFailed = true;
        events.emit("notice", `File ${file.file.name} failed to upload. Will not be sent`);
      }
    }
    const now = this.#outbox.find(key);
    if (!now) return undefined;
    if (chosen.length === 0 || now.files.length > 0 || now.typed.trim() !== "") return now;
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
    const extra = paths.length > 0 ? { attachments: paths } : undefined;
    const { ctrl } = await link.request("pub", { topic, head, content: wire.content, noecho: true }, extra);
    const seq = ctrl?.params?.seq;
    if (typeof seq !== "number") throw new ChatFailure(0, "The message was accepted without a number");
    const { ownId } = store.getState();
    const ts = ctrl?.ts ?? new Date(clock.now()).toISOString();
    onAcknowledged({ topic, from: ownId, seq, ts, head, content: wire.content });
  }

  #changeFile(key: string, fileId: string, change: Partial<OutgoingFile>): void {
    this.#changeFiles(key, change.uploaded !== undefined, (files) =>
      files.map((file) => (file.id === fileId ? { ...file, ...change } : file)),
    );
  }

  #changeFiles(
    key: string,
    isKept: boolean,
    change: (files: readonly OutgoingFile[]) => readonly OutgoingFile[],
  ): void {
    this.#outbox.update(key, (message) => ({ ...message, files: change(message.files) }), isKept);
  }
}
