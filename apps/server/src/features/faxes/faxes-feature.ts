import { join } from "node:path";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { DueLoop } from "../../platform/loops/due-loop.ts";
import { createForgettingLoop } from "../../platform/loops/forgetting-loop.ts";
import type { UnreadService } from "../unread/index.ts";
import { FaxArrivals } from "./arrivals/fax-arrivals.ts";
import { FaxBoxService } from "./boxes/fax-box-service.ts";
import { FaxCovers } from "./documents/fax-covers.ts";
import { FaxDocuments } from "./documents/fax-documents.ts";
import { FaxPreviews } from "./documents/fax-previews.ts";
import { createForgottenDocuments } from "./documents/forgotten-documents.ts";
import type { FaxPages } from "./fax-pages.ts";
import { FaxReads } from "./fax-reads.ts";
import { faxItems, listDeleted } from "./fax-repository.ts";
import { faxRoutes, faxSendingRoutes } from "./fax-routes.ts";
import { FaxService } from "./fax-service.ts";
import { FaxForwards, type FaxForwardsDeps } from "./mail/fax-forwards.ts";
import { FaxMails } from "./mail/fax-mails.ts";
import { createProviderWay } from "./provider/create-provider-way.ts";
import type { FaxProviderConfig } from "./provider/fax-provider-config.ts";
import type { ProviderWay } from "./provider/provider-way.ts";
import { FaxReceipts } from "./receipts/fax-receipts.ts";
import { FaxDrawing } from "./sending/fax-drawing.ts";
import { FaxFiles } from "./sending/fax-files.ts";
import { FaxOutbox } from "./sending/fax-outbox.ts";
import { FaxProgressTeller } from "./sending/fax-progress.ts";
import { FaxSender } from "./sending/fax-sender.ts";
import { FaxSettling } from "./sending/fax-settling.ts";
import { FaxWays } from "./ways/fax-transport.ts";
import { InsideWay } from "./ways/inside-way.ts";

export interface FaxesFeatureDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly unread: UnreadService;
  readonly outbox: FaxForwardsDeps["outbox"];
  readonly fileUrl: (key: string, name?: string) => string;
  readonly publicUrl: string;
  readonly pages: FaxPages;
  /** For files of faxes that are being sent or received. */
  readonly folder: string;
  readonly config?: { readonly faxProvider?: FaxProviderConfig | undefined };
}

export interface FaxesFeature {
  readonly handlers: ReturnType<typeof faxRoutes>;
  readonly sendingHandlers: ReturnType<typeof faxSendingRoutes>;
  readonly reads: FaxReads;
  /** Whoever can carry faxes adds itself here before the feature starts. */
  readonly ways: FaxWays;
  /** For whoever receives faxes. */
  readonly arrivals: FaxArrivals;
  /** The provider over HTTP, which is also heard through webhooks; undefined where none is set up. */
  readonly provider: ProviderWay | undefined;
  start(): void;
  close(): Promise<void>;
}

export function createFaxesFeature(deps: FaxesFeatureDeps): FaxesFeature {
  const { logger: log, database } = deps;
  const ways = new FaxWays();
  const receipts = new FaxReceipts(deps);
  const mails = new FaxMails({ ...deps, log, receipts });
  const arrivals = new FaxArrivals({ ...deps, log, mails });
  const covers = new FaxCovers();
  const sending = createSending({ ...deps, ways, covers, mails, arrivals });
  const provider = createProviderWay(deps.config?.faxProvider, { ...deps, arrivals, log });
  if (provider) ways.add(provider);
  const forgetting = createForgetting(deps);
  const faxes = new FaxService({ ...deps, onDeleted: () => forgetting.wake() });
  const boxes = new FaxBoxService({ database, ways });
  const documents = new FaxDocuments(deps);
  const previews = new FaxPreviews({ ...deps, covers });
  const loops = [mails, forgetting, createForgottenDocuments({ ...deps, log }), ...sending.loops];
  return {
    handlers: faxRoutes({ faxes, receipts, forwards: new FaxForwards(deps), boxes }),
    sendingHandlers: faxSendingRoutes({ database, sender: sending.sender, documents, previews, covers }),
    reads: new FaxReads(deps),
    ways,
    arrivals,
    provider,
    start() {
      for (const loop of loops) loop.start();
    },
    async close() {
      // Each loop first knows that it is over: what is being drawn is drawn anew at the next start.
      await Promise.all([...loops, deps.pages].map((part) => part.close()));
    },
  };
}

interface SendingDeps extends FaxesFeatureDeps {
  readonly ways: FaxWays;
  readonly covers: FaxCovers;
  readonly mails: FaxMails;
  readonly arrivals: FaxArrivals;
}

function createSending(deps: SendingDeps) {
  const { logger: log, mails } = deps;
  const settling = new FaxSettling({ ...deps, onEnded: (tx, faxId) => mails.addWithin(tx, faxId) });
  const outbox = new FaxOutbox({
    ...deps,
    log,
    settling,
    inside: new InsideWay({ ...deps, settling }),
    files: new FaxFiles(deps.objects, join(deps.folder, "sending")),
    progress: new FaxProgressTeller({ ...deps, log }),
  });
  const drawing = new FaxDrawing({ ...deps, log, settling, onDrawn: () => outbox.wake() });
  const sender = new FaxSender({
    ...deps,
    settling,
    onOrdered: () => {
      drawing.wake();
      outbox.wake();
    },
    onCanceled: (faxId) => outbox.stop(faxId),
  });
  return { sender, loops: [drawing, outbox] };
}

function createForgetting({ database, clock, logger: log, objects }: FaxesFeatureDeps): DueLoop {
  return createForgettingLoop({
    name: "forgetting deleted faxes",
    database,
    clock,
    log,
    repository: faxItems,
    listDeleted,
    forgetFile: (key) => objects.delete(key),
  });
}
