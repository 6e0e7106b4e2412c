import { Readable } from "node:stream";
import type { SmsDownload, SmsDownloadQuery } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import { findUserName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { signFileUrl, verifyFileUrl } from "../../../platform/files/object-store-urls.ts";
import {
  findOwnConversation,
  type OwnConversation,
  threadOf,
} from "../conversations/conversation-threads.ts";
import { listMessages } from "../conversations/thread-repository.ts";
import { noConversation } from "../message-errors.ts";
import { writeConversationPdf } from "./conversation-pdf.ts";
import { type RecordHead, recordPages, recordTitle } from "./conversation-record.ts";
import { writeConversationText } from "./conversation-text.ts";

export interface ConversationDownloadsDeps {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, "get">;
  readonly clock: Clock;
  /** What addresses are signed with. */
  readonly secret: Uint8Array;
}

export interface DownloadedConversation {
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

export const DOWNLOAD_PATH = "/api/download/sms/file";
const VALID_FOR_MS = 300_000;
/** A PDF is made as a whole; of a longer conversation it has the newest part. */
const PDF_MESSAGES = 5_000;

type DownloadOrder = SmsDownloadQuery & Pick<Actor, "userId" | "customerId">;

/** Conversations as files. Nothing is stored: the address says what to write, and it is written when it is fetched. */
export class ConversationDownloads {
  readonly #deps: ConversationDownloadsDeps;

  constructor(deps: ConversationDownloadsDeps) {
    this.#deps = deps;
  }

  async link(actor: Actor, query: SmsDownloadQuery): Promise<SmsDownload> {
    const { database, secret, clock } = this.#deps;
    const { conversation } = await findOwnConversation(database.query, actor, query);
    if (conversation.deleted_at) throw noConversation();
    const { userId, customerId } = actor;
    const order: DownloadOrder = { ...query, userId, customerId };
    const path = `${DOWNLOAD_PATH}?order=${Buffer.from(JSON.stringify(order)).toString("base64url")}`;
    return { url: signFileUrl({ path, secret, now: clock.now(), validForMs: VALID_FOR_MS }) };
  }

  /** What an address asks for; undefined where it is not one of ours, or too old. Access is asked for again. */
  async open(address: string): Promise<DownloadedConversation | undefined> {
    const { database, secret, clock } = this.#deps;
    if (!verifyFileUrl(address, { secret, now: clock.now() })) return undefined;
    const encoded = new URL(address, "http://here").searchParams.get("order") ?? "";
    // Signed by us, so it is what `link` wrote.
    const order = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")) as DownloadOrder;
    const own = await findOwnConversation(database.query, order, order);
    if (own.conversation.deleted_at) throw noConversation();
    const head: RecordHead = {
      title: recordTitle(own),
      savedBy: await findUserName(database.query, order.userId),
      savedAt: clock.now(),
      timezone: order.timezone,
    };
    // A sender may be a name, with anything in it; this stands in a header.
    const name = `Conversation with ${own.conversation.number.replace(/[^\w +-]/g, "_")}`;
    return order.format === "pdf" ? this.#pdf(own, head, name) : this.#text(own, head, name);
  }

  #text(own: OwnConversation, head: RecordHead, name: string): DownloadedConversation {
    const pages = recordPages(this.#deps.database.query, own);
    const content = Readable.from(writeConversationText(head, pages), { objectMode: false });
    return { name: `${name}.txt`, type: "text/plain; charset=utf-8", content };
  }

  async #pdf(own: OwnConversation, head: RecordHead, name: string): Promise<DownloadedConversation> {
    const { database, objects } = this.#deps;
    const [newest] = await listMessages(
      database.query,
      threadOf(own),
      { kind: "newest", offset: PDF_MESSAGES - 1 },
      1,
    );
    const note = newest
      ? `The newest ${PDF_MESSAGES.toLocaleString("en-US")} messages. Download the text for all of them.`
      : "";
    const pages = recordPages(database.query, own, newest?.id);
    const bytes = await writeConversationPdf(head, pages, { objects, note });
    return { name: `${name}.pdf`, type: "application/pdf", content: Readable.from([bytes]) };
  }
}
