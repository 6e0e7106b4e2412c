import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { SearchIndex } from "../../database/search/search-index.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import { BackgroundLoop } from "../../platform/loops/background-loop.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import type { UnreadService } from "../unread/index.ts";
import { ConversationPresence } from "./conversations/conversation-presence.ts";
import { ConversationService } from "./conversations/conversation-service.ts";
import type { FileUrl } from "./conversations/conversation-threads.ts";
import { purgeDeleted } from "./conversations/message-repository.ts";
import { ReadMarks, type ReadMarksDeps } from "./conversations/read-marks.ts";
import { ConversationDownloads } from "./downloads/conversation-downloads.ts";
import { messageRoutes } from "./message-routes.ts";
import { MessageSearch } from "./search/message-search.ts";
import { CarrierInbox } from "./sending/carrier-inbox.ts";
import { CarrierOutbox } from "./sending/carrier-outbox.ts";
import { Carriers } from "./sending/carriers.ts";
import { MediaFiles } from "./sending/media-files.ts";
import { ScheduledTexts } from "./sending/scheduled-texts.ts";
import { SmsSender, type SmsSenderDeps } from "./sending/sms-sender.ts";
import type { KeywordRules, TextCarrier } from "./text-carrier.ts";
import { Blacklist } from "./writing/blacklist.ts";
import { Comments } from "./writing/comments.ts";
import { Drafts } from "./writing/drafts.ts";
import { Templates } from "./writing/templates.ts";

export interface MessagesFeatureDeps {
  readonly database: Database;
  readonly index: SearchIndex;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fileUrl: FileUrl;
  readonly unread: UnreadService;
  readonly voicemailReads: ReadMarksDeps["voicemailReads"];
  readonly faxReads: ReadMarksDeps["faxReads"];
  readonly secrets: Secrets;
  /** None: texts wait in the outbox until there is one. */
  readonly carriers: readonly TextCarrier[];
  readonly keywords?: KeywordRules | undefined;
  readonly textedWithin: SmsSenderDeps["textedWithin"];
  readonly defaultLine: SmsSenderDeps["defaultLine"];
}

export interface MessagesFeature {
  readonly handlers: ReturnType<typeof messageRoutes>;
  readonly sender: SmsSender;
  readonly downloads: ConversationDownloads;
  start(): void;
  close(): Promise<void>;
}

/** Deleted messages are forgotten for good after this time; nobody can undo so late. */
const KEPT_MS = 3_600_000;
const FORGET_EVERY_MS = 600_000;

export function createMessagesFeature(deps: MessagesFeatureDeps): MessagesFeature {
  const { database, clock, logger: log, unread, fileUrl } = deps;
  const carriers = new Carriers(deps.carriers);
  const files = new MediaFiles({ objects: deps.objects, carriers, log });
  const outbox = new CarrierOutbox({ database, clock, carriers, fileUrl, log });
  const inbox = new CarrierInbox({ ...deps, files, outbox, keywords: deps.keywords, log });
  const sender = new SmsSender({ ...deps, files, outbox, carriers });
  const scheduled = new ScheduledTexts({ database, clock, files, fileUrl, sender, log });
  const presence = new ConversationPresence({ database, clock, log });
  const forgetting = new BackgroundLoop({
    name: "forgetting deleted texts",
    clock,
    log,
    work: async () => {
      files.forget(await purgeDeleted(database.query, new Date(clock.now() - KEPT_MS)));
      return FORGET_EVERY_MS;
    },
  });
  const secret = deps.secrets.key("conversation-download");
  const downloads = new ConversationDownloads({ ...deps, secret });
  return {
    sender,
    downloads,
    handlers: messageRoutes({
      database,
      unread,
      reads: new ReadMarks(deps),
      conversations: new ConversationService({ database, clock, unread, fileUrl }),
      search: new MessageSearch(deps),
      presence,
      downloads,
      sender,
      scheduled,
      carriers,
      comments: new Comments({ database, clock, fileUrl }),
      drafts: new Drafts({ database, clock }),
      templates: new Templates(database),
      blacklist: new Blacklist({ database, clock }),
    }),
    start() {
      for (const carrier of carriers.all) carrier.start(inbox.eventsOf(carrier.name));
      outbox.start();
      scheduled.start();
      forgetting.start();
    },
    async close() {
      presence.close();
      await Promise.all([scheduled.close(), forgetting.close(), outbox.close()]);
      await Promise.all(carriers.all.map((carrier) => carrier.close()));
      // What a carrier was given while it closed is written down before the database goes.
      await outbox.settled();
    },
  };
}
