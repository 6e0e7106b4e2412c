import type { Feedback } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { userName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.ts";
import { findProfile } from "../profile/profile-repository.ts";
import { redactLogs } from "./feedback-logs.ts";
import { insertFeedback } from "./feedback-repository.ts";

export interface FeedbackServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: { mail(tx: Transaction, mail: Mail): Promise<void> };
  /** The address that gets feedback; left out where reports are only stored. */
  readonly supportAddress?: string | undefined;
}

const SUBJECT = { idea: "An idea", issue: "An issue" } as const;

export class FeedbackService {
  readonly #deps: FeedbackServiceDeps;

  constructor(deps: FeedbackServiceDeps) {
    this.#deps = deps;
  }

  async send(actor: Actor, feedback: Feedback): Promise<void> {
    const { database, clock } = this.#deps;
    await database.transaction(async (tx) => {
      const isNew = await insertFeedback(tx.query, {
        customer_id: actor.customerId,
        user_id: actor.userId,
        uuid: feedback.uuid ?? null,
        type: feedback.type,
        platform: feedback.platform,
        app_version: feedback.appVersion,
        message: feedback.message,
        app_logs: feedback.appLogs === undefined ? null : redactLogs(feedback.appLogs),
        main_logs: feedback.mainLogs === undefined ? null : redactLogs(feedback.mainLogs),
        created_at: new Date(clock.now()),
      });
      if (isNew) await this.#mail(tx, actor, feedback);
    });
  }

  async #mail(tx: Transaction, actor: Actor, feedback: Feedback): Promise<void> {
    const { outbox, supportAddress } = this.#deps;
    const sender = await findProfile(tx.query, actor.userId);
    if (supportAddress === undefined || !sender) return;
    const name = userName(sender);
    const mail = composeMail(supportAddress, {
      subject: `${SUBJECT[feedback.type]} from ${name} (${sender.customer.name})`,
      paragraphs: [
        feedback.message || "No description was given.",
        `${sender.email || sender.username}, ${feedback.platform}, version ${feedback.appVersion}.`,
        feedback.appLogs || feedback.mainLogs ? "Logs are stored with the report." : "No logs are attached.",
      ],
    });
    await outbox.mail(tx, mail);
  }
}
