import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { BackgroundLoop } from "../../platform/loops/background-loop.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import { createSealer, type Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { ContactPhotos } from "./book/contact-photos.ts";
import { ContactService } from "./book/contact-service.ts";
import { forgetDeleted } from "./book/contact-sync-repository.ts";
import { ContactSyncService } from "./book/contact-sync-service.ts";
import { contactRoutes } from "./contact-routes.ts";
import { ContactAccounts } from "./external/contact-accounts.ts";
import { ExternalContactService } from "./external/external-contact-service.ts";
import { createGooglePeople } from "./external/google-people.ts";
import { createMicrosoftGraph } from "./external/microsoft-graph.ts";
import { ProviderClient, type ProviderSettings } from "./external/provider-client.ts";
import { ContactExportService } from "./files/contact-export-service.ts";
import { ContactFileReader } from "./files/contact-file-reader.ts";
import { ContactImportService } from "./files/contact-import-service.ts";
import { forgetCallerNames } from "./lookup/caller-name-repository.ts";
import { CallerNameService, type CallerNames } from "./lookup/caller-name-service.ts";
import { CallerService } from "./lookup/caller-service.ts";
import { PeopleService } from "./people-service.ts";
import type { TimelineSource } from "./timeline.ts";
import { TimelineService } from "./timeline-service.ts";

export interface ContactsFeatureDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly photoUrl: (key: string) => string;
  /** The register of caller names, where the installation has one. */
  readonly callerNames: CallerNames | undefined;
  /** The installation's clients with the providers, and where their address books are read. */
  readonly providers: {
    readonly google: ProviderSettings | undefined;
    readonly microsoft: ProviderSettings | undefined;
    readonly apis: { readonly google: string; readonly microsoft: string };
  };
  readonly secrets: Secrets;
  /** What the other features add to a contact's timeline. */
  readonly timeline: readonly TimelineSource[];
}

export interface ContactsFeature {
  readonly handlers: ReturnType<typeof contactRoutes>;
  start(): void;
  close(): Promise<void>;
}

/** Deleted contacts can be restored that long, and names the network told are believed that long. */
const KEPT_MS = 30 * 86_400_000;
const FORGET_EVERY_MS = 6 * 3_600_000;

export function createContactsFeature(deps: ContactsFeatureDeps): ContactsFeature {
  const { database, objects, clock, logger: log, photoUrl } = deps;
  const photos = new ContactPhotos({ objects, log });
  const names = new CallerNameService({ database, clock, log, register: deps.callerNames });
  const people = new PeopleService({ database, photoUrl });
  const reader = new ContactFileReader();
  const imports = new ContactImportService({ database, clock, photos, reader, log });
  const { accounts, external } = createExternal(deps);
  const forgetting = new BackgroundLoop({
    name: "forgetting old contacts and caller names",
    clock,
    log,
    work: async () => {
      const before = new Date(clock.now() - KEPT_MS);
      photos.forget(await database.transaction((tx) => forgetDeleted(tx.query, before)));
      await forgetCallerNames(database.query, before);
      return FORGET_EVERY_MS;
    },
  });
  return {
    handlers: contactRoutes({
      people,
      imports,
      exports: new ContactExportService({ database, objects, people }),
      contacts: new ContactService({ database, clock, photos, photoUrl }),
      book: new ContactSyncService({ database, photoUrl }),
      callers: new CallerService({
        database,
        photoUrl,
        names,
        external: (actor, keys) => external.lookUp(actor, keys),
      }),
      accounts,
      external,
      names,
      timeline: new TimelineService({ database, sources: deps.timeline }),
    }),
    start() {
      forgetting.start();
      imports.recover().catch((error: unknown) => {
        log.error({ err: error }, "Imports that were broken off could not be marked");
      });
    },
    async close() {
      await Promise.all([forgetting.close(), imports.close(), reader.close()]);
    },
  };
}

/** Sealed tokens open only with the key of this purpose. */
export function contactAccountSealer(secrets: Secrets): Sealer {
  return createSealer(secrets.key("contact-accounts"));
}

function createExternal({ database, clock, logger: log, secrets, providers }: ContactsFeatureDeps) {
  const { google, microsoft, apis } = providers;
  const accounts = new ContactAccounts({
    database,
    clock,
    sealer: contactAccountSealer(secrets),
    clients: {
      google: google && new ProviderClient("google", google, clock),
      microsoft: microsoft && new ProviderClient("microsoft", microsoft, clock),
    },
  });
  const directories = {
    google: createGooglePeople(apis.google),
    microsoft: createMicrosoftGraph(apis.microsoft),
  };
  return { accounts, external: new ExternalContactService({ database, clock, accounts, directories, log }) };
}
