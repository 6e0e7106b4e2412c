import type { faxesApi, faxSendingApi } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { FaxBoxService } from "./boxes/fax-box-service.ts";
import type { FaxCovers } from "./documents/fax-covers.ts";
import type { FaxDocuments } from "./documents/fax-documents.ts";
import type { FaxPreviews } from "./documents/fax-previews.ts";
import type { FaxService } from "./fax-service.ts";
import type { FaxForwards } from "./mail/fax-forwards.ts";
import type { FaxReceipts } from "./receipts/fax-receipts.ts";
import type { FaxSender } from "./sending/fax-sender.ts";

export interface FaxParts {
  readonly faxes: FaxService;
  readonly receipts: FaxReceipts;
  readonly forwards: FaxForwards;
  readonly boxes: FaxBoxService;
}

export function faxRoutes({ faxes, receipts, forwards, boxes }: FaxParts): Handlers<typeof faxesApi> {
  return {
    getFaxes: ({ actor, query }) => faxes.list(actor, query),
    getFax: ({ actor, query }) => faxes.read(actor, query),
    getFaxFile: ({ actor, query }) => faxes.file(actor, query),
    getFaxReceipt: ({ actor, query }) => receipts.file(actor, query),
    deleteFax: ({ actor, query }) => faxes.delete(actor, query),
    restoreFax: ({ actor, body }) => faxes.restore(actor, body),
    mailFax: ({ actor, body }) => forwards.send(actor, body),
    getFaxBoxes: ({ actor }) => boxes.list(actor),
    updateFaxBox: ({ actor, body }) => boxes.update(actor, body),
  };
}

export interface FaxSendingParts {
  readonly database: Database;
  readonly sender: FaxSender;
  readonly documents: FaxDocuments;
  readonly previews: FaxPreviews;
  readonly covers: FaxCovers;
}

export function faxSendingRoutes(parts: FaxSendingParts): Handlers<typeof faxSendingApi> {
  const { database, sender, documents, previews, covers } = parts;
  return {
    sendFax: ({ actor, body }) => sender.send(actor, body),
    sendFaxAgain: ({ actor, body }) => sender.sendAgain(actor, body),
    retryFax: ({ actor, body }) => sender.retry(actor, body),
    cancelFax: ({ actor, body }) => sender.cancel(actor, body),
    addFaxDocument: ({ actor, body }) => documents.add(actor, body),
    getFaxDocument: ({ actor, query }) => documents.read(actor, query.id),
    previewFaxPage: ({ actor, body }) => previews.preview(actor, body),
    getFaxCovers: ({ actor }) => covers.list(database.query, actor.customerId),
    getFaxDraft: ({ actor }) => documents.draft(actor),
    keepFaxDraft: ({ actor, body }) => documents.keepDraft(actor, body.draft),
  };
}
