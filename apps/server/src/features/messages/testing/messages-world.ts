import { messagesApi } from "@offhook/contract";
import { pino } from "pino";
import { createPostgresSearchIndex } from "../../../database/search/postgres-search-index.ts";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { Actor } from "../../../platform/actor.ts";
import { createSecrets } from "../../../platform/secrets/secrets.ts";
import { FaxReads } from "../../faxes/index.ts";
import { FeatureWorld, layGround } from "../../testing/feature-world.ts";
import { VoicemailReads } from "../../voicemails/index.ts";
import { keywordRules } from "../carriers/keyword-rules.ts";
import { createMessagesFeature, type MessagesFeature } from "../messages-feature.ts";
import { ScriptedCarrier } from "./scripted-carrier.ts";

export type SentTo = { customerId: number; userId: number; number: string };

/** The messages feature on a real database, with a carrier the test speaks for. */
export class MessagesWorld extends FeatureWorld<typeof messagesApi, MessagesFeature> {
  readonly carrier = new ScriptedCarrier();
  /** Whom texts went to, as the missed calls hear it. */
  readonly texted: SentTo[] = [];
  /** What users have chosen in their settings. */
  readonly defaultLines = new Map<number, string>();

  static async create(): Promise<MessagesWorld> {
    return new MessagesWorld(await layGround(), messagesApi);
  }

  protected handlersOf({ handlers }: MessagesFeature): Handlers<typeof messagesApi> {
    return handlers;
  }

  protected create(): MessagesFeature {
    return createMessagesFeature({
      database: this.database,
      index: createPostgresSearchIndex(this.database),
      objects: this.objects,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      fileUrl: (key, name) => `/files/${key}/${name ?? ""}`,
      unread: this.unread,
      voicemailReads: new VoicemailReads({ clock: this.clock, unread: this.unread }),
      faxReads: new FaxReads({ clock: this.clock, unread: this.unread }),
      secrets: createSecrets(Buffer.alloc(32, 1)),
      carriers: [this.carrier],
      keywords: keywordRules,
      defaultLine: async ({ userId }) => this.defaultLines.get(userId) ?? null,
      textedWithin: async (_tx, { customerId, userId, number }) => {
        this.texted.push({ customerId, userId, number });
      },
    });
  }

  /** What an address of a download hands out. */
  download(address: string): ReturnType<MessagesFeature["downloads"]["open"]> {
    return this.feature.downloads.open(address);
  }

  get sender(): MessagesFeature["sender"] {
    return this.feature.sender;
  }

  start(): void {
    this.feature.start();
  }

  /** Inserts an SMS line that these people use. */
  async line(users: readonly Actor[], number: string, name = "Main"): Promise<string> {
    const [first] = users;
    const { id } = await this.database.query
      .insertInto("sms_lines")
      .values({ customer_id: first?.customerId ?? 0, number, name })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = users.map(({ userId }) => ({ sms_line_id: id, user_id: userId }));
    await this.database.query.insertInto("sms_line_users").values(rows).execute();
    return number;
  }
}
