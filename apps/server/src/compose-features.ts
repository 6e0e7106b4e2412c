import {
  callsApi,
  contactsApi,
  dispatchApi,
  faxesApi,
  faxSendingApi,
  greetingsApi,
  liveVoicemailsApi,
  messagesApi,
  parseUserSettings,
  pbxApi,
  queueCallbacksApi,
  queueCallsApi,
  queueReportsApi,
  queuesApi,
  type SipSettings,
  searchApi,
  sessionApi,
  settingsApi,
  shiftsApi,
  supervisionApi,
  tasksApi,
  teamsApi,
  voicemailBoxesApi,
  voicemailsApi,
  wallboardApi,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CommandResult, Supervisions } from "@offhook/pbx";
import type { FastifyInstance } from "fastify";
import type { ChatService } from "./chat/index.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import { createPostgresSearchIndex } from "./database/search/postgres-search-index.ts";
import type { SearchIndex } from "./database/search/search-index.ts";
import {
  type CallPhones,
  commandRefused,
  createCallsFeature,
  createCallTimeline,
  findOwnLine,
  MissedCalls,
  type RecordingTranscripts,
} from "./features/calls/index.ts";
import {
  type ContactsFeature,
  createContactsFeature,
  createHttpCallerNames,
  type TimelineSource,
} from "./features/contacts/index.ts";
import { createFaxTimeline, type FaxesFeature, registerFaxWebhooks } from "./features/faxes/index.ts";
import {
  createMessagesFeature,
  createSmsTimeline,
  createTextCarriers,
  keywordRules,
  registerConversationDownloads,
  registerTextWebhooks,
} from "./features/messages/index.ts";
import { createPresenceFeature, type LiveUsers, type PresenceService } from "./features/presence/index.ts";
import {
  createQueuesFeature,
  type QueueBoard,
  type QueueCallPhones,
  type QueuesFeature,
} from "./features/queues/index.ts";
import { createSearchFeature, type SearchFeature } from "./features/search/index.ts";
import { featuresOf, type SessionFeature } from "./features/session/index.ts";
import { createSettingsFeature, type SettingsFeature } from "./features/settings/index.ts";
import { createTasksFeature, type TasksFeature } from "./features/tasks/index.ts";
import { createTeamsFeature, type TeamsFeatureDeps } from "./features/teams/index.ts";
import type { UnreadService } from "./features/unread/index.ts";
import {
  createLiveVoicemails,
  createVoicemailTimeline,
  registerLiveSound,
  type VoicemailsFeature,
} from "./features/voicemails/index.ts";
import { consoleBuildOf } from "./http/console-files.ts";
import { bind } from "./http/routes/bind.ts";
import { version } from "./http/system/version.ts";
import type { Actor } from "./platform/actor.ts";
import type { ObjectStore } from "./platform/files/object-store.ts";
import type { Logger } from "./platform/logging/logger.ts";
import type { Secrets } from "./platform/secrets/secrets.ts";
import type { TextMessage } from "./platform/sms.ts";
import { createChannelDirectory } from "./push/feed/channel-repository.ts";

export interface FeatureDeps {
  readonly config: Pick<
    Config,
    "callerNames" | "contactApis" | "google" | "microsoft" | "publicUrl" | "supportAddress" | "textCarriers"
  >;
  readonly secrets: Secrets;
  readonly session: SessionFeature;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The address a browser loads a stored file from. */
  readonly fileUrl: (key: string, name?: string) => string;
  readonly unread: UnreadService;
  readonly voicemails: VoicemailsFeature;
  readonly faxes: FaxesFeature;
  readonly transcripts: RecordingTranscripts;
  readonly phones: PhonesSeenByFeatures;
  readonly chat: TeamsFeatureDeps["chat"] & Pick<ChatService, "speakFor">;
  /** The built console. */
  readonly consoleDir: string;
}

/** The phone system, as far as features ask it. */
interface PhonesSeenByFeatures {
  readonly calls: CallPhones;
  readonly liveUsers: LiveUsers;
  readonly queues: {
    readonly board: QueueBoard;
    readonly commands: QueueCallPhones["commands"];
    endPause(customerId: number, phoneId: number): void;
    readonly supervisions: Supervisions;
    cancelCallback(customerId: number, callId: string): CommandResult;
  };
  /** How the user's soft phone registers. */
  sipSettings(actor: Actor): Promise<SipSettings | null>;
  /** Resolves when call control knows of what was stored before. */
  settled(): Promise<void>;
}

export interface Features {
  /** Registers every route. */
  bind(app: FastifyInstance): void;
  /** Begins the work that nobody asks for: expiries, deliveries, clean-up. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Every feature of the product, put together by hand. A new one is made here from its `index.ts`, gets a line in
 * `bind`, and one in `jobs` if it has work of its own.
 */
export function composeFeatures(deps: FeatureDeps): Features {
  const { session, database, clock, logger: log, unread } = deps;
  const { liveUsers } = deps.phones;
  const tasks = createTasks(deps);
  const timeline = [...timelineSources(database), tasks.timeline];

  const presence = createPresenceFeature({ database, clock, liveUsers, log });
  const settings = createSettings(deps, presence);
  const contacts = createContacts(deps, timeline);
  const index = createPostgresSearchIndex(database);
  const missedCalls = new MissedCalls(unread);
  const texts = createTextCarriers({ ...deps, ...deps.config });
  const messages = createMessages(deps, { index, texts, missedCalls, settings });
  /** False where neither the user nor the installation can. */
  const sendText = async (actor: Actor, message: TextMessage): Promise<boolean> => {
    if (await messages.sender.speakFor(actor, message)) return true;
    if (session.outbox.canText) await database.transaction((tx) => session.outbox.text(tx, message));
    return session.outbox.canText;
  };
  const calls = createCallsFeature({
    ...deps,
    phones: deps.phones.calls,
    userSettings: settings.userSettings,
    presence,
    sendText,
    sendChat: (from, toUserId, text) => deps.chat.speakFor(from, toUserId, text),
  });
  const queues = createQueues(deps, tasks.service);
  const teams = createTeamsFeature({
    ...deps,
    index,
    saveProfile: (actor, update) => settings.profiles.update(actor, update),
  });
  const search = createSearch(deps, index, tasks.channelsOf);
  const jobs = [
    { start: () => session.startJobs(), close: () => session.close() },
    presence,
    settings,
    contacts,
    messages,
    tasks,
    queues,
    deps.voicemails,
    deps.transcripts,
  ];

  return {
    bind(app) {
      bind(app, "pbx", pbxApi, calls.pbxHandlers);
      bind(app, "session", sessionApi, session.handlers);
      bind(app, "settings", settingsApi, settings.handlers);
      bind(app, "calls", callsApi, calls.handlers);
      bindQueues(app, queues);
      bind(app, "messages", messagesApi, messages.handlers);
      registerTextWebhooks(app, texts.http, log);
      registerConversationDownloads(app, messages.downloads);
      bindVoicemails(app, deps);
      bindFaxes(app, deps);
      bind(app, "contacts", contactsApi, contacts.handlers);
      bind(app, "tasks", tasksApi, tasks.handlers);
      bind(app, "teams", teamsApi, teams.handlers);
      bind(app, "search", searchApi, search.handlers);
    },
    start() {
      for (const job of jobs) job.start();
    },
    async close() {
      await Promise.all(jobs.map((job) => job.close()));
    },
  };
}

const createSearch = (
  deps: FeatureDeps,
  index: SearchIndex,
  taskChannelsOf: TasksFeature["channelsOf"],
): SearchFeature =>
  createSearchFeature({
    ...deps,
    index,
    photoUrl: deps.fileUrl,
    taskChannelsOf,
  });

/** What a contact's timeline shows. A feature adds its source here. */
const timelineSources = (database: Database): TimelineSource[] => [
  createCallTimeline(database),
  createSmsTimeline(database),
  createVoicemailTimeline(database),
  createFaxTimeline(database),
];

function bindFaxes(app: FastifyInstance, { faxes, logger }: FeatureDeps): void {
  registerFaxWebhooks(app, faxes.provider, logger);
  bind(app, "faxes", faxesApi, faxes.handlers);
  bind(app, "faxes", faxSendingApi, faxes.sendingHandlers);
}

function bindQueues(app: FastifyInstance, queues: QueuesFeature): void {
  bind(app, "queues", queuesApi, queues.handlers);
  bind(app, "queues", queueCallsApi, queues.callHandlers);
  bind(app, "queues", supervisionApi, queues.supervisionHandlers);
  bind(app, "queues", queueReportsApi, queues.reportHandlers);
  bind(app, "wallboard", wallboardApi, queues.wallboardHandlers);
  bind(app, "queues", shiftsApi, queues.shiftHandlers);
  bind(app, "queues", dispatchApi, queues.dispatchHandlers);
  bind(app, "queues", queueCallbacksApi, queues.callbackHandlers);
}

function bindVoicemails(
  app: FastifyInstance,
  { voicemails, phones, session, database, clock, secrets }: FeatureDeps,
): void {
  const live = createLiveVoicemails({
    database,
    clock,
    secret: secrets.key("live-voicemail"),
    deposits: voicemails.deposits,
    phones: phones.calls,
  });
  bind(app, "voicemails", voicemailsApi, voicemails.handlers);
  bind(app, "voicemails", liveVoicemailsApi, live.handlers);
  registerLiveSound(app, live.sound);
  session.onSessionsEnded((sessionIds) => live.sound.endSessions(sessionIds));
  bind(app, "voicemails", voicemailBoxesApi, voicemails.boxHandlers);
  bind(app, "voicemails", greetingsApi, voicemails.greetings.handlers);
}

function createSettings(deps: FeatureDeps, presence: PresenceService): SettingsFeature {
  return createSettingsFeature({
    ...deps,
    emails: deps.session.emails,
    outbox: deps.session.outbox,
    photoUrl: deps.fileUrl,
    version,
    supportAddress: deps.config.supportAddress,
    sipSettings: (actor) => deps.phones.sipSettings(actor),
    onPresenceSettings: (tx, actor) => presence.reconsider(tx, actor),
  });
}

function createMessages(
  deps: FeatureDeps,
  {
    index,
    texts,
    missedCalls,
    settings,
  }: {
    readonly index: SearchIndex;
    readonly texts: ReturnType<typeof createTextCarriers>;
    readonly missedCalls: MissedCalls;
    readonly settings: SettingsFeature;
  },
) {
  return createMessagesFeature({
    ...deps,
    index,
    carriers: texts.carriers,
    voicemailReads: deps.voicemails.reads,
    faxReads: deps.faxes.reads,
    keywords: keywordRules,
    textedWithin: (tx, text) => missedCalls.textedWithin(tx, text),
    defaultLine: async (actor) =>
      parseUserSettings((await settings.userSettings.read(actor)).settings).defaultSmsLine,
  });
}

function createContacts(deps: FeatureDeps, timeline: readonly TimelineSource[]): ContactsFeature {
  const { callerNames, google, microsoft, contactApis } = deps.config;
  return createContactsFeature({
    ...deps,
    photoUrl: deps.fileUrl,
    callerNames: callerNames && createHttpCallerNames(callerNames),
    providers: { google, microsoft, apis: contactApis },
    timeline,
  });
}

function createQueues(
  { phones, database, clock, logger: log, session, config, consoleDir }: FeatureDeps,
  tasks: TasksFeature["service"],
): QueuesFeature {
  return createQueuesFeature({
    ...{ database, clock, log, whenKnown: () => phones.settled(), board: phones.queues.board },
    build: consoleBuildOf(consoleDir),
    phones: { ...phones.calls, commands: phones.queues.commands },
    livePhones: phones.calls,
    tasks,
    endPause: (customerId, phoneId) => phones.queues.endPause(customerId, phoneId),
    cancelCallback: (customerId, callId) => phones.queues.cancelCallback(customerId, callId),
    supervisions: phones.queues.supervisions,
    accountOf: (sessionId, phoneId) => phones.calls.accountOf(sessionId, phoneId),
    lineOf: (actor, name) => findOwnLine(database.query, actor, name),
    refused: commandRefused,
    ...{ outbox: session.outbox, publicUrl: config.publicUrl },
    rightsOf: ({ roles, chatDisabled }) => featuresOf(roles, { chatDisabled }),
  });
}

function createTasks({ database, clock, logger: log }: FeatureDeps) {
  const directory = createChannelDirectory(database);
  return createTasksFeature({
    database,
    clock,
    log,
    channelsOf: async (actor) => (await directory.channelsOf(actor)).map(({ channel }) => channel),
  });
}
