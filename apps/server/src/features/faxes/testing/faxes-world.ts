import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { faxesApi, faxSendingApi } from "@offhook/contract";
import { pino } from "pino";
import type { Database } from "../../../database/database.ts";
import type { TestDatabase } from "../../../database/testing/test-database.ts";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { Actor } from "../../../platform/actor.ts";
import { FeatureWorld, layGround } from "../../testing/feature-world.ts";
import type { IncomingFax } from "../arrivals/fax-arrivals.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import { createFaxesFeature, type FaxesFeature } from "../faxes-feature.ts";
import { plainFaxPages } from "./plain-fax-pages.ts";
import { ScriptedTransport } from "./scripted-transport.ts";

const api = { ...faxesApi, ...faxSendingApi };

/** The feature on a real database and real files, with pages that are quickly drawn and a carrier that obeys. */
export class FaxesWorld extends FeatureWorld<typeof api, FaxesFeature> {
  readonly carrier = new ScriptedTransport();
  /** How many faxes were drawn by each process that drew covers. */
  readonly drawings: number[] = [];
  /** Whether faxes can leave the installation. */
  isConnected = true;
  #life = { isOver: false };
  #last = 0;

  static async create(): Promise<FaxesWorld> {
    return new FaxesWorld(await layGround(), api);
  }

  /**
   * As kill -9: from one moment on nothing of the old server is written any more, nor does its carrier go on; a new one
   * starts with what is stored.
   */
  async kill(): Promise<void> {
    this.carrier.die();
    const old = this.feature;
    this.#life.isOver = true;
    this.#life = { isOver: false };
    this.startAnew();
    // What it holds is given back when it notices.
    void old.close().catch(() => undefined);
  }

  /** Inserts a line that these people work with; the first of them owns it. */
  async line(users: readonly Actor[], name: string, number = this.nextNumber()): Promise<FaxLine> {
    const [owner] = users;
    const customerId = owner?.customerId ?? 0;
    const { id } = await this.database.query
      .insertInto("fax_lines")
      .values({ customer_id: customerId, number, name, owner_id: owner?.userId ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const rows = users.map(({ userId }) => ({ fax_line_id: id, user_id: userId }));
    await this.database.query.insertInto("fax_line_users").values(rows).execute();
    return { id, customerId, number };
  }

  /** A number that nobody has yet. */
  nextNumber(): string {
    this.#last += 1;
    return `1212556${String(this.#last).padStart(4, "0")}`;
  }

  /** A fax comes in; each a second after the one before. */
  async arrives(line: FaxLine, given: Partial<IncomingFax> = {}): Promise<string> {
    this.#last += 1;
    const tiffFile = join(this.folder, `in-${this.#last}.tif`);
    await writeFile(tiffFile, `2 pages of ${this.#last}`);
    const id = await this.feature.arrivals.take({
      lineNumber: line.number,
      callerNumber: "12125550155",
      callerName: "June Park",
      station: "+1 212 555 0155",
      tiffFile,
      pages: 2,
      damaged: [],
      at: new Date(this.clock.now() + this.#last * 1_000),
      sourceId: `call-${this.#last}`,
      ...given,
    });
    if (id === undefined) throw new Error("Nobody has this line");
    return id;
  }

  /** Hands in a document of so many pages. */
  async document(actor: Actor, pages = 2, id = `document-${++this.#last}`): Promise<string> {
    const file = Buffer.from(`${pages} pages`).toString("base64");
    await this.ask("addFaxDocument", actor, { body: { uuid: id, name: "Letter.pdf", file } });
    return id;
  }

  protected handlersOf({ handlers, sendingHandlers }: FaxesFeature): Handlers<typeof api> {
    return { ...handlers, ...sendingHandlers };
  }

  protected create(): FaxesFeature {
    const feature = createFaxesFeature({
      database: mortal(this.database, this.#life),
      objects: this.objects,
      clock: this.clock,
      logger: pino({ level: "silent" }),
      unread: this.unread,
      outbox: { canMail: true, mail: async (tx, mail) => tx.onCommit(() => void this.mails.push(mail)) },
      fileUrl: (key, name) => `/files/${key}${name === undefined ? "" : `?name=${name}`}`,
      publicUrl: "https://offhook.example",
      pages: {
        ...plainFaxPages,
        renderFaxes: async (faxes, resolution) => {
          this.drawings.push(faxes.length);
          return plainFaxPages.renderFaxes(faxes, resolution);
        },
      },
      folder: join(this.folder, "faxes"),
    });
    if (this.isConnected) feature.ways.add(this.carrier.ofThisLife());
    return feature;
  }
}

/** A database that a server cannot reach once it is over. */
function mortal(database: TestDatabase, life: { readonly isOver: boolean }): Database {
  return {
    ...database,
    get query() {
      if (life.isOver) throw new Error("This server is over");
      return database.query;
    },
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        // A transaction that was under way is never committed.
        if (life.isOver) throw new Error("This server is over");
        return result;
      }),
  };
}
