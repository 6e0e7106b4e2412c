import { join } from "node:path";
import type { Clock } from "@offhook/kernel";
import type { MediaEngine } from "@offhook/media";
import type { CallerTags } from "@offhook/pbx";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { RecordingTranscripts } from "../features/calls/index.ts";
import { sharedTagsOf } from "../features/contacts/index.ts";
import type { LiveUsers } from "../features/presence/index.ts";
import type { UnreadService } from "../features/unread/index.ts";
import type { PhoneGreetings, VoicemailArrivals } from "../features/voicemails/index.ts";
import type { AudioFiles } from "../platform/files/audio-files.ts";
import type { ObjectStore } from "../platform/files/object-store.ts";
import type { Logger } from "../platform/logging/logger.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { createSealer } from "../platform/secrets/secrets-sealing.ts";
import { SipCredentials } from "./accounts/sip-credentials.ts";
import { StoredBindings } from "./bindings/stored-bindings.ts";
import { LiveDirectory } from "./directory/live-directory.ts";
import { CutOffMessages } from "./mailboxes/cut-off-messages.ts";
import { StoredMailboxes } from "./mailboxes/stored-mailboxes.ts";
import { PageArrivals } from "./presence/page-arrivals.ts";
import { StoredCallbacks } from "./queues/stored-callbacks.ts";
import { CallRecordWriter } from "./records/call-record-writer.ts";
import { CallRecordings } from "./records/call-recordings.ts";
import { QueueRecordWriter } from "./records/queue-record-writer.ts";
import { TollLedger } from "./records/toll-ledger.ts";
import { StoredWaitingCalls } from "./waiting/stored-waiting-calls.ts";

export interface PhoneStoresDeps {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly unread: UnreadService;
  readonly audioFiles: AudioFiles;
  readonly voicemails: VoicemailArrivals;
  readonly transcripts: Pick<RecordingTranscripts, "storedWithin">;
  readonly greetings: PhoneGreetings;
  /** The users who are connected by other means than a phone. */
  readonly connectedUsers: Pick<LiveUsers, "isLive">;
  /** Whose browser can be told of a call while no page is open. */
  readonly isTold: (userId: number) => boolean;
}

/** What the phone system keeps in the database and in files. */
export interface PhoneStores {
  readonly credentials: SipCredentials;
  readonly arrivals: PageArrivals;
  readonly bindings: StoredBindings;
  readonly directory: LiveDirectory;
  readonly records: CallRecordWriter;
  readonly queueRecords: QueueRecordWriter;
  readonly callbacks: StoredCallbacks;
  readonly callerTags: CallerTags;
  readonly recordings: CallRecordings;
  readonly mailboxes: StoredMailboxes;
  readonly cutOff: CutOffMessages;
  readonly tolls: TollLedger;
  readonly waitingCalls: StoredWaitingCalls;
}

export function createPhoneStores(deps: PhoneStoresDeps, media: MediaEngine): PhoneStores {
  const { config, database, clock, secrets, unread, audioFiles: files, logger: log } = deps;
  const { domain } = config.telephony;
  const key = secrets.key("sip-credentials");
  const arrivals = new PageArrivals({
    clock,
    isTold: (companyId, id) =>
      (directory.endpoint(companyId, id)?.userIds ?? []).some((userId) => deps.isTold(Number(userId))),
    isConnected: (id) => [...credentials.usersOf(id)].some((userId) => deps.connectedUsers.isLive(userId)),
  });
  const onWanted = (endpointId: string): void => arrivals.starting(endpointId);
  const credentials = new SipCredentials({ database, clock, key, domain, log, onWanted });
  const directory = new LiveDirectory({
    database,
    sealer: createSealer(secrets.key("phone-system")),
    musicFolder: join(config.dataDir, "music"),
    browserAccount: (username) => credentials.account(username),
  });
  const rescue = (messageId: string): Promise<boolean> => cutOff.rescue(messageId);
  const mailboxes = new StoredMailboxes({ ...deps, files, rescue });
  const cutOff: CutOffMessages = new CutOffMessages({ database, media, mailboxes, log });
  const queueRecords = new QueueRecordWriter({ database, clock, log });
  return {
    credentials,
    arrivals,
    bindings: new StoredBindings({ database, clock, log }),
    directory,
    records: new CallRecordWriter({ database, clock, unread, log }),
    queueRecords,
    callbacks: new StoredCallbacks({ database, clock, log }),
    callerTags: {
      tagsOf: async (companyId, number) => {
        const region = directory.company(companyId)?.region;
        if (region === undefined) return [];
        return sharedTagsOf(database, { customerId: Number(companyId), region }, number);
      },
    },
    recordings: new CallRecordings({ database, clock, files, log, transcripts: deps.transcripts }),
    mailboxes,
    cutOff,
    tolls: new TollLedger(database, log),
    waitingCalls: new StoredWaitingCalls({
      ...{ database, clock, log },
      onRecord: (record) => queueRecords.recorded(record),
    }),
  };
}
