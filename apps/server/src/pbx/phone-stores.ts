import { join } from "node:path";
import type { Clock } from "@offhook/kernel";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { UnreadService } from "../features/messages/index.ts";
import type { Logger } from "../platform/logger.ts";
import type { ObjectStore } from "../platform/object-store.ts";
import type { Secrets } from "../platform/secrets.ts";
import { createSealer } from "../platform/secrets-sealing.ts";
import { SipCredentials } from "./accounts/sip-credentials.ts";
import { LiveDirectory } from "./directory/live-directory.ts";
import { AudioFiles } from "./mailboxes/audio-files.ts";
import { StoredMailboxes } from "./mailboxes/stored-mailboxes.ts";
import { CallRecordWriter } from "./records/call-record-writer.ts";
import { CallRecordings } from "./records/call-recordings.ts";
import { TollLedger } from "./records/toll-ledger.ts";

export interface PhoneStoresDeps {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly unread: UnreadService;
}

/** What the phone system keeps in the database and in files. */
export interface PhoneStores {
  readonly credentials: SipCredentials;
  readonly directory: LiveDirectory;
  readonly records: CallRecordWriter;
  readonly recordings: CallRecordings;
  readonly mailboxes: StoredMailboxes;
  readonly tolls: TollLedger;
}

export function createPhoneStores(deps: PhoneStoresDeps): PhoneStores {
  const { config, database, clock, secrets, unread, logger: log } = deps;
  const files = new AudioFiles(deps.objects, join(config.dataDir, "audio"));
  const { domain } = config.telephony;
  const key = secrets.key("sip-credentials");
  const credentials = new SipCredentials({ database, clock, key, domain, log });
  return {
    credentials,
    directory: new LiveDirectory({
      database,
      sealer: createSealer(secrets.key("phone-system")),
      musicFolder: join(config.dataDir, "music"),
      browserAccount: (username) => credentials.account(username),
    }),
    records: new CallRecordWriter({ database, clock, unread, log }),
    recordings: new CallRecordings({ database, clock, files, log }),
    mailboxes: new StoredMailboxes({ database, clock, files, unread }),
    tolls: new TollLedger(database, log),
  };
}
