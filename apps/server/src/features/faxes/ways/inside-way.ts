import { buffer } from "node:stream/consumers";
import type { Clock } from "@offhook/kernel";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { isBlocked } from "../arrivals/arrival-repository.ts";
import type { FaxArrivals } from "../arrivals/fax-arrivals.ts";
import type { FaxLine } from "../fax-line-repository.ts";
import type { FaxSettling } from "../sending/fax-settling.ts";
import type { OutgoingFax } from "../sending/outbox-repository.ts";
import { findSentFiles } from "./inside-repository.ts";

export interface InsideWayDeps {
  readonly database: Parameters<typeof findSentFiles>[0];
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "get">;
  readonly arrivals: Pick<FaxArrivals, "store" | "arrive">;
  readonly settling: FaxSettling;
}

/** To a line of this installation, without a modem: the other line has the fax exactly when this one is done. */
export class InsideWay {
  readonly #deps: InsideWayDeps;

  constructor(deps: InsideWayDeps) {
    this.#deps = deps;
  }

  async deliver(fax: OutgoingFax, target: FaxLine): Promise<void> {
    const { arrivals, settling, clock, database } = this.#deps;
    if (await isBlocked(database.query, target, fax.line.number)) {
      const refused = { reason: "refused", pages: 0, station: "", detail: "Blocked", way: "inside" } as const;
      await settling.settle(fax.id, refused);
      return;
    }
    const sent = await findSentFiles(database, fax.id);
    const tiff = await this.#read(fax.tiffKey);
    const end = { station: `+${target.number}`, detail: "Delivered inside", way: "inside" } as const;
    if (!tiff || !sent) {
      await settling.settle(fax.id, { ...end, detail: "", reason: "badDocument", pages: 0 });
      return;
    }
    // Copies: what one company deletes, the other one keeps.
    const files = await arrivals.store({
      tiff,
      pdf: await this.#read(sent.pdfKey),
      picture: await this.#read(sent.pictureKey),
    });
    const arrived = {
      callerNumber: fax.line.number,
      callerName: fax.company,
      station: fax.station || `+${fax.line.number}`,
      pages: fax.pages,
      damaged: [],
      at: new Date(clock.now()),
      sourceId: `inside:${fax.id}:${fax.tries}`,
      resolution: fax.resolution,
      subject: sent.subject,
    };
    await arrivals.arrive(target, files, arrived, (tx) =>
      settling.settleWithin(tx, fax.id, { ...end, reason: null, pages: fax.pages }),
    );
  }

  async #read(key: string | null): Promise<Uint8Array | undefined> {
    const content = key === null ? undefined : await this.#deps.objects.get(key);
    return content && buffer(content.stream);
  }
}
