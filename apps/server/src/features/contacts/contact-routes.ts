import type { ContactDetail, contactsApi, PeopleQuery } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { Actor } from "../../platform/actor.ts";
import { contactNotFound } from "./book/contact-errors.ts";
import type { ContactService } from "./book/contact-service.ts";
import type { ContactSyncService } from "./book/contact-sync-service.ts";
import { contactDetail } from "./contact-detail.ts";
import type { ContactAccounts } from "./external/contact-accounts.ts";
import type { ExternalContactService } from "./external/external-contact-service.ts";
import type { ContactExportService } from "./files/contact-export-service.ts";
import type { ContactImportService } from "./files/contact-import-service.ts";
import type { CallerNameService } from "./lookup/caller-name-service.ts";
import type { CallerService } from "./lookup/caller-service.ts";
import type { PeopleService } from "./people-service.ts";
import type { TimelineService } from "./timeline-service.ts";

export interface ContactServices {
  readonly people: PeopleService;
  readonly contacts: ContactService;
  readonly book: ContactSyncService;
  readonly imports: ContactImportService;
  readonly exports: ContactExportService;
  readonly accounts: ContactAccounts;
  readonly external: ExternalContactService;
  readonly callers: CallerService;
  readonly names: CallerNameService;
  readonly timeline: TimelineService;
}

export function contactRoutes(services: ContactServices): Handlers<typeof contactsApi> {
  const { people, contacts, book, imports, exports, accounts, external, callers, names, timeline } = services;
  return {
    listPeople: ({ actor, query }) => listPeople(services, actor, query),
    syncContacts: ({ actor, query }) => book.sync(actor, query),
    getContact: ({ actor, query }) => readContact(people, contacts, actor, query.id),
    saveContact: ({ actor, body }) => contacts.save(actor, body),
    deleteContacts: ({ actor, query }) => contacts.remove(actor, query.ids),
    restoreContacts: ({ actor, body }) => contacts.restore(actor, body.ids),
    mergeContacts: ({ actor, body }) => contacts.merge(actor, body),
    setSpeedDial: ({ actor, body }) => contacts.setSpeedDial(actor, body.id, body.speeddial),
    contactPhotos: ({ actor, query }) => book.photos(actor, query.ids),
    listContactTags: ({ actor }) => book.tags(actor),
    exportContacts: ({ actor, query }) => exports.export(actor, query),
    previewContactImport: ({ actor, body }) => imports.preview(actor, body),
    importContacts: ({ actor, body }) => imports.start(actor, body),
    getContactImport: ({ actor, query }) => imports.read(actor, query.id),
    listContactImports: ({ actor }) => imports.list(actor),
    undoContactImport: ({ actor, query }) => imports.undo(actor, query.id),
    searchGoogleContacts: ({ actor, query }) => external.search(actor, "google", query),
    searchMicrosoftContacts: ({ actor, query }) => external.search(actor, "microsoft", query),
    listContactAccounts: ({ actor }) => accounts.list(actor),
    beginContactAccount: ({ actor, body }) => accounts.begin(actor, body.provider, body.redirect_uri),
    async finishContactAccount({ actor, body }) {
      const list = await accounts.finish(actor, body);
      external.forget(actor);
      return list;
    },
    async disconnectContactAccount({ actor, query }) {
      external.forget(actor);
      return accounts.disconnect(actor, query.provider);
    },
    contactTimeline: ({ actor, query }) => timeline.read(actor, query),
    getCallerName: ({ actor, query }) => names.read(actor, query.number),
    listNumbers: ({ actor }) => callers.ownNumbers(actor),
    lookUpNumbers: ({ actor, body }) => callers.lookUp(actor, body.numbers),
  };
}

async function listPeople({ people, book }: ContactServices, actor: Actor, { type }: PeopleQuery) {
  const colleagues = type === "personal" ? [] : await people.list(actor);
  // The address book is a feature that may be switched off; colleagues are always there.
  const wantsBook = type !== "corporate" && actor.features.has("contacts");
  return [...colleagues, ...(wantsBook ? await book.list(actor) : [])];
}

async function readContact(
  people: PeopleService,
  contacts: ContactService,
  actor: Actor,
  id: string,
): Promise<ContactDetail> {
  if (id.startsWith("-")) return contactDetail(await people.read(actor, Number(id.slice(1))));
  if (/^\d+$/.test(id)) return contactDetail(await contacts.read(actor, Number(id)));
  throw contactNotFound();
}
