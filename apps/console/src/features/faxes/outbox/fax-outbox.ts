import type { Fax, FaxDocument, FaxPage } from "@offhook/contract";
import type { Client } from "../../../platform/api/api-client.ts";
import { base64Of } from "../../../platform/api/base64.ts";
import { verdictOf } from "../../../platform/outbox/api-verdict.ts";
import { Outbox } from "../../../platform/outbox/outbox.ts";
import { openOutboxStorage } from "../../../platform/outbox/outbox-storage.ts";
import { openTabNews } from "../../../platform/outbox/tab-news.ts";
import type { Browser } from "../../../platform/platform.ts";
import type { ComposedFax, ComposedPage, FaxFileToUpload, OutgoingFax } from "./outgoing-fax.ts";

export interface FaxOutboxOptions {
  readonly client: Pick<Client, "addFaxDocument" | "sendFax" | "sendFaxAgain">;
  readonly browser: Browser;
  readonly userId: number;
  readonly onSent: (faxes: readonly Fax[]) => void;
}

/** The faxes of a user on their way to the service. One waits for none: each has pages of its own to carry. */
export function openFaxOutbox({ client, browser, userId, onSent }: FaxOutboxOptions): Outbox<ComposedFax> {
  const name = `offhook-fax-outbox-${userId}`;
  return new Outbox<ComposedFax>({
    name,
    storage: openOutboxStorage<ComposedFax, never>({
      database: name,
      table: "faxes",
      readOld: (_key, old) => old,
    }),
    lock: browser.lock,
    clock: browser.clock,
    newId: () => crypto.randomUUID(),
    news: openTabNews(name),
    laneOf: ({ mailbox, to }) => `${mailbox} ${to.map(({ number }) => number).join()}`,
    send: async (fax) => onSent(await send(client, fax)),
    verdictOf,
    onFailed: browser.reportError,
  });
}

async function send(client: FaxOutboxOptions["client"], fax: OutgoingFax): Promise<readonly Fax[]> {
  const { id: uuid, mailbox } = fax;
  const to = [...fax.to];
  if (fax.kind === "again") {
    return client.sendFaxAgain({ body: { uuid, ...fax.of, from: mailbox, to } });
  }
  const documents = await Promise.all(fax.files.map((file) => uploadFaxFile(client, file)));
  const { cover, resolution, sendAt: send_at } = fax;
  const pages = fax.pages.flatMap((page) => wholePages(page, documents));
  return client.sendFax({ body: { uuid, mailbox, to, pages, cover, resolution, send_at } });
}

/** A repeat gives the document of the first time. */
export async function uploadFaxFile(
  client: Pick<Client, "addFaxDocument">,
  { id, name, blob }: FaxFileToUpload,
  signal?: AbortSignal,
): Promise<FaxDocument> {
  const body = { uuid: id, name, file: await base64Of(blob) };
  return client.addFaxDocument({ body }, signal ? { signal } : {});
}

/** Pure. Every page of a file that was kept before anybody knew how many it has. */
function wholePages(page: ComposedPage, documents: readonly FaxDocument[]): readonly FaxPage[] {
  if (page.page !== null) return [page];
  const { document, rotate } = page;
  const known = documents.find(({ id }) => id === document);
  return (known?.pages ?? []).map((_thumbnail, index) => ({ document, page: index + 1, rotate }));
}
