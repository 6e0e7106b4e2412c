import type { MorningReport } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import type { QueueNumberService } from "../numbers/queue-number-service.ts";
import { morningReportMail } from "./morning-report-mail.ts";
import {
  deleteMorningReport,
  findReportReader,
  insertMorningReport,
  isMorningReportWanted,
  listDueReports,
  nextReportAt,
  type ReportReader,
  takeReport,
} from "./morning-report-repository.ts";

export interface MorningReportsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly outbox: { readonly canMail: boolean; mail(tx: Transaction, mail: Mail): Promise<void> };
  /** Where people reach the console. */
  readonly publicUrl: string;
  readonly rightsOf: (reader: Pick<ReportReader, "roles" | "chatDisabled">) => Actor["features"];
}

const BATCH_SIZE = 20;
/** As on the dashboard. */
const SERVICE_SECONDS = 20;

/** Yesterday's report by mail, for those who want it: once, and late where no server ran at seven. */
export class MorningReports {
  readonly #deps: MorningReportsDeps;
  readonly #numbers: Pick<QueueNumberService, "report">;
  readonly #loop: DueLoop;

  constructor(deps: MorningReportsDeps, numbers: Pick<QueueNumberService, "report">) {
    this.#deps = deps;
    this.#numbers = numbers;
    const { database, clock, log } = deps;
    this.#loop = new DueLoop({
      name: "morning reports of queues",
      clock,
      log,
      work: async (now) => {
        for (const userId of await listDueReports(database.query, now, BATCH_SIZE))
          await this.#send(userId, now);
      },
      nextAt: () => nextReportAt(database.query),
    });
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async read({ userId }: Actor): Promise<MorningReport> {
    const { database, outbox } = this.#deps;
    return { wanted: await isMorningReportWanted(database.query, userId), available: outbox.canMail };
  }

  async save(actor: Actor, wanted: boolean): Promise<MorningReport> {
    const { database, clock } = this.#deps;
    if (wanted) await insertMorningReport(database.query, actor.userId, new Date(clock.now()));
    else await deleteMorningReport(database.query, actor.userId);
    this.#loop.wake();
    return this.read(actor);
  }

  /** It is put off in the transaction that hands it to the outbox, whatever happens to the server. */
  async #send(userId: number, now: Date): Promise<void> {
    const { database, outbox, publicUrl } = this.#deps;
    await database.transaction(async (tx) => {
      if (!(await takeReport(tx.query, userId, now))) return;
      const reader = await findReportReader(tx.query, userId, now);
      if (!reader) return;
      const report = await this.#reportFor(reader);
      if (report.by === "agent" || report.rows.length === 0) return;
      await outbox.mail(tx, morningReportMail(reader.email, report, publicUrl));
    });
  }

  /** As the user would see it now. */
  #reportFor({ userId, customerId, roles, chatDisabled, yesterday }: ReportReader) {
    const features = this.#deps.rightsOf({ roles, chatDisabled });
    return this.#numbers.report(
      { userId, customerId, sessionId: "", features },
      {
        ...{ by: "queue", from: yesterday, to: yesterday, compare: true },
        ...{ seconds: SERVICE_SECONDS, format: "json" },
      },
    );
  }
}
