import { join } from "node:path";
import { greetingsApi, voicemailBoxesApi, voicemailsApi } from "@offhook/contract";
import type { Insertable } from "kysely";
import { pino } from "pino";
import { insertFile } from "../../../database/file-repository.ts";
import type { VoicemailMessages } from "../../../database/schema/database-schema.ts";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { Actor } from "../../../platform/actor.ts";
import { AudioFiles } from "../../../platform/files/audio-files.ts";
import type { Transcriber } from "../../../platform/transcriber.ts";
import { FeatureWorld, layGround } from "../../testing/feature-world.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { createVoicemailsFeature, type VoicemailsFeature } from "../voicemails-feature.ts";

const api = { ...voicemailsApi, ...voicemailBoxesApi, ...greetingsApi };

/** The feature on a real database and real files. */
export class VoicemailsWorld extends FeatureWorld<typeof api, VoicemailsFeature> {
  /** Set before `start` or `restart`. */
  transcriber: Transcriber | undefined;
  #lastMessage = 0;

  static async create(): Promise<VoicemailsWorld> {
    return new VoicemailsWorld(await layGround(), api);
  }

  /** Inserts a box that these people read; the first of them owns it. */
  async mailbox(users: readonly Actor[], name: string, label = ""): Promise<Mailbox> {
    const [owner] = users;
    const customerId = owner?.customerId ?? 0;
    const { id } = await this.database.query
      .insertInto("voicemail_boxes")
      .values({ customer_id: customerId, name, label, owner_id: owner?.userId ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = users.map(({ userId }) => ({ voicemail_box_id: id, user_id: userId }));
    await this.database.query.insertInto("voicemail_box_users").values(rows).execute();
    return { id, customerId, name };
  }

  /** A message comes in, as when somebody hangs up; each a second after the one before. */
  async arrives(mailbox: Mailbox, given: Partial<Insertable<VoicemailMessages>> = {}): Promise<string> {
    this.#lastMessage += 1;
    const id = `message-${this.#lastMessage}`;
    const { customerId } = mailbox;
    const stored = await this.objects.put(Buffer.from(`ID3 sound of ${id}`), { maxBytes: 1_000 });
    await this.database.transaction(async (tx) => {
      await tx.query
        .insertInto("voicemail_messages")
        .values({
          id,
          customer_id: customerId,
          voicemail_box_id: mailbox.id,
          call_id: `call-${id}`,
          caller_number: "12125550155",
          caller_name: "June Park",
          received_at: new Date(this.clock.now() + this.#lastMessage * 1_000),
          duration_ms: 8_400,
          object_key: stored.key,
          phone_key: stored.key,
          ...given,
        })
        .execute();
      await insertFile(tx.query, customerId, id, stored);
      await this.feature.arrivals.arrivedWithin(tx, mailbox, id);
    });
    return id;
  }

  protected handlersOf({ handlers, boxHandlers, greetings }: VoicemailsFeature): Handlers<typeof api> {
    return { ...handlers, ...boxHandlers, ...greetings.handlers };
  }

  protected create(): VoicemailsFeature {
    return createVoicemailsFeature({
      database: this.database,
      objects: this.objects,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      unread: this.unread,
      files: new AudioFiles(this.objects, join(this.folder, "audio")),
      fileUrl: (key, name) => `/files/${key}${name === undefined ? "" : `?name=${name}`}`,
      transcriber: this.transcriber,
      outbox: { canMail: true, mail: async (tx, mail) => tx.onCommit(() => void this.mails.push(mail)) },
      publicUrl: "https://offhook.example",
    });
  }
}
