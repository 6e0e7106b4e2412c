import { alertsApi, notificationsApi, type PublicConfig, pushApi, systemApi } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { FastifyInstance } from "fastify";
import { CHAT_ROUTES, ChatService, type ChatServiceDeps } from "./chat/index.ts";
import { type Boxes, composeBoxes } from "./compose-boxes.ts";
import { composeFeatures } from "./compose-features.ts";
import type { Config } from "./config.ts";
import type { OnEvents } from "./database/create-database.ts";
import type { Database } from "./database/database.ts";
import { lastEventIdsOf, readEvents } from "./database/events/event-log.ts";
import { createEventUpkeep } from "./database/events/event-upkeep.ts";
import { type AlertsFeature, createAlertsFeature } from "./features/alerts/index.ts";
import { FAX_WEBHOOK_ROUTES } from "./features/faxes/index.ts";
import { CONVERSATION_DOWNLOAD_ROUTES, TEXT_WEBHOOK_ROUTES } from "./features/messages/index.ts";
import { createNotificationsFeature, type NotificationsFeature } from "./features/notifications/index.ts";
import type { LiveUsers } from "./features/presence/index.ts";
import {
  createSessionFeature,
  type SessionFeature,
  type SessionFeatureDeps,
} from "./features/session/index.ts";
import { createUnreadFeature, type UnreadService } from "./features/unread/index.ts";
import { LIVE_SOUND_ROUTES } from "./features/voicemails/index.ts";
import { CONSOLE_ROUTES, registerConsole } from "./http/console-files.ts";
import { API_DOCS_ROUTES } from "./http/docs/api-docs.ts";
import { createAddressReader } from "./http/guards/client-address.ts";
import { createHostChecks } from "./http/guards/known-hosts.ts";
import { RateLimiter } from "./http/guards/rate-limiter.ts";
import { createHttpServer } from "./http/http-server.ts";
import { bind } from "./http/routes/bind.ts";
import { createFileUrls, FILE_ROUTES, registerFiles } from "./http/routes/file-route.ts";
import type { InfrastructureRoute } from "./http/routes/route-guard.ts";
import { registerMetrics, registerPublicConfig, SYSTEM_ROUTES } from "./http/system/infrastructure-routes.ts";
import { systemHandlers } from "./http/system/system-handlers.ts";
import { version } from "./http/system/version.ts";
import { acceptUpgrades } from "./http/upgrades.ts";
import { PhoneSystem, registerPhoneMetrics } from "./pbx/index.ts";
import type { AdminAlerts } from "./platform/admin-alerts.ts";
import { DiskSpace } from "./platform/files/disk-space.ts";
import type { ObjectStore } from "./platform/files/object-store.ts";
import { GatheredReads } from "./platform/gathered-reads.ts";
import type { Logger } from "./platform/logging/logger.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createPasswordHasher } from "./platform/secrets/password-hasher.ts";
import type { Secrets } from "./platform/secrets/secrets.ts";
import type { Transcriber } from "./platform/transcriber.ts";
import { createChannelDirectory } from "./push/feed/channel-repository.ts";
import { pushHandlers } from "./push/push-handlers.ts";
import { PushHub } from "./push/push-hub.ts";
import { createPushEndpoint } from "./push/sockets/push-endpoint.ts";
import { PushTickets } from "./push/sockets/push-tickets.ts";
import { createSessionLookup } from "./push/sockets/session-lookup-repository.ts";

/** A part of the server that exists in demo mode only, such as `/dev/mail`. */
export interface DemoParts {
  readonly publicConfig: NonNullable<PublicConfig["demo"]>;
  readonly routes: readonly InfrastructureRoute[];
  register(app: FastifyInstance): void;
}

export interface AppDeps {
  readonly config: Config;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The built console. */
  readonly consoleDir: string;
  /** The world outside: real services, or in demo mode the simulator's. */
  readonly outside: Pick<SessionFeatureDeps, "mailer" | "sms" | "google" | "microsoft" | "hasher">;
  /** Left out where nothing is transcribed. */
  readonly transcriber?: Transcriber | undefined;
  readonly demo?: DemoParts | undefined;
}

/** Every part may tell administrators of trouble. */
interface Parts extends AppDeps {
  readonly alerts: AdminAlerts;
}

export interface App {
  readonly fastify: FastifyInstance;
  readonly session: SessionFeature;
  readonly alerts: AdminAlerts;
  /** The log of this company has grown. */
  readonly wake: OnEvents;
  /** Those with an open console. */
  readonly connectedUsers: LiveUsers;
  /** Resolves when call control knows of every change stored before, and the history of its calls is written. */
  phonesSettled(): Promise<void>;
  /** The accounts of all devices that answer on a line. */
  devicesOn(customerId: number, line: string): readonly string[];
  /** Where desk phones register over TCP, once it has started; undefined where they cannot. */
  readonly sipTcpPort: number | undefined;
  /** Everybody's chat was put back to another state. */
  evictChats(): void;
  /** Begins background work and telephony; requests are answered without it. */
  start(): Promise<void>;
  /** Says goodbye to connected clients, finishes what has begun, and stops. */
  close(): Promise<void>;
}

const INFRASTRUCTURE = [
  ...API_DOCS_ROUTES,
  ...SYSTEM_ROUTES,
  ...FILE_ROUTES,
  ...TEXT_WEBHOOK_ROUTES,
  ...FAX_WEBHOOK_ROUTES,
  ...CONVERSATION_DOWNLOAD_ROUTES,
  ...LIVE_SOUND_ROUTES,
  ...CHAT_ROUTES,
  ...CONSOLE_ROUTES,
];

/** Puts the server together. Nothing below this file knows who else is there. */
export async function createApp(given: AppDeps): Promise<App> {
  const alerts: AlertsFeature = createAlerts(given, () => session.outbox);
  const deps: Parts = { ...given, alerts };
  const { config, database, objects, secrets, clock, logger, demo } = deps;
  const appKey = config.appKey ?? secrets.key("app-key").toString("base64url").slice(0, 24);
  const metrics = createMetrics({ withProcess: true });
  const hosts = createHostChecks(config);
  const session = createSessionFeature({ ...deps, ...hosts, publicUrl: config.publicUrl, ...deps.outside });

  const disk = new DiskSpace({ folder: config.dataDir, clock });
  const fastify = await createHttpServer({
    ...{ ...config, ...hosts, appKey, disk, eventNumber: database.eventNumber },
    authenticator: session.authenticator,
    stepUps: session.stepUps,
    clock,
    logger,
    metrics,
    infrastructure: [...INFRASTRUCTURE, ...(demo?.routes ?? [])],
  });

  const push = createPush(deps, { session, appKey, metrics });
  const fileUrlDeps = { secret: secrets.key("file-url"), clock };
  const [fileUrl, connectedUsers] = [createFileUrls(fileUrlDeps), push.hub.presence];
  const unread = createUnreadFeature({ database, clock });
  const chat = createChat(deps, { session, appKey, onWritten: (message) => notices.chatWritten(message) });
  const notices: NotificationsFeature = createNotices(deps, { session, push, phones: () => phoneSystem });
  const boxes = await composeBoxes(deps, { unread, fileUrl, outbox: session.outbox });
  const phoneParts = { session, unread, connectedUsers, notices, ...boxes };
  const phoneSystem: PhoneSystem = createPhones(deps, phoneParts);
  const features = composeFeatures({
    ...{ ...deps, ...boxes, session, unread, phones: phoneSystem, chat, fileUrl },
  });
  const upkeep = createEventUpkeep(deps);
  const jobs = [alerts, features, upkeep, chat, notices];

  bind(fastify, "system", systemApi, systemHandlers({ database, clock, disk }));
  bindTelling(fastify, { push, alerts, notices });
  features.bind(fastify);
  registerFiles(fastify, { objects, ...fileUrlDeps });
  registerFigures(fastify, metrics, { config, phoneSystem });
  await registerPages(fastify, deps, { session, appKey, chat });
  acceptUpgrades(fastify, [push.endpoint, chat.endpoint, ...phoneSystem.endpoints], hosts.isKnownHost);
  await fastify.ready();

  return {
    ...{ fastify, session, alerts, connectedUsers },
    wake(customerId, lastId, events) {
      push.hub.wake(customerId, lastId, events);
      phoneSystem.wake(customerId, lastId, events);
      chat.wake(customerId, events);
      notices.published(customerId, events);
    },
    phonesSettled: () => phoneSystem.settled(),
    devicesOn: (customerId, line) => devicesOn(phoneSystem, customerId, line),
    get sipTcpPort() {
      return phoneSystem.ports.tcp;
    },
    evictChats: () => chat.hub.evictAll(),
    async start() {
      push.hub.start();
      for (const job of jobs) job.start();
      await phoneSystem.start();
      // A fax that is due and finds no carrier would have to wait for its next try.
      phoneSystem.whenCarriersTried(() => boxes.faxes.start());
    },
    async close() {
      // First the phones: telling clients that a call is over still needs the sockets.
      await phoneSystem.close();
      await chat.close();
      await Promise.all([fastify.close(), push.hub.close()]);
      // What was noticed on the way down is still stored.
      await Promise.all([features, boxes.faxes, upkeep, alerts, notices].map((part) => part.close()));
    },
  };
}

function devicesOn({ calls }: PhoneSystem, customerId: number, line: string): readonly string[] {
  const devices = calls.devices(calls.lineNamed(customerId, line) ?? "");
  return devices.filter(({ isOnline }) => isOnline).map(({ username }) => username);
}

/** The ways in which users are told of something. */
function bindTelling(
  fastify: FastifyInstance,
  { push, alerts, notices }: { push: Push; alerts: AlertsFeature; notices: NotificationsFeature },
): void {
  bind(fastify, "push", pushApi, push.handlers);
  bind(fastify, "alerts", alertsApi, alerts.handlers);
  bind(fastify, "notifications", notificationsApi, notices.handlers);
}

/** What is measured, and where it is read. */
function registerFigures(
  fastify: FastifyInstance,
  metrics: PushParts["metrics"],
  { config, phoneSystem }: { config: Config; phoneSystem: PhoneSystem },
): void {
  registerPhoneMetrics(metrics.registry, () => phoneSystem.counts);
  registerMetrics(fastify, { metrics, token: config.metricsToken });
}

/** What is not the REST service: the console, what it must know first, chat, and the pages of a demo. */
async function registerPages(
  fastify: FastifyInstance,
  { config, demo, consoleDir }: AppDeps,
  { session, appKey, chat }: Pick<PushParts, "session" | "appKey"> & { readonly chat: ChatService },
): Promise<void> {
  registerPublicConfig(fastify, async () => ({
    appKey,
    version,
    ...(await session.publicProviders()),
    mail: session.outbox.canMail,
    demo: demo?.publicConfig ?? null,
    chat: { apiKey: chat.apiKey, address: config.chatUrl ?? null },
  }));
  demo?.register(fastify);
  chat.register(fastify);
  const { publicUrl, chatUrl } = config;
  await registerConsole(fastify, { publicUrl, chatUrl, folder: consoleDir });
}

/** Made before anything else, so that everything can raise alerts: the outbox comes later. */
function createAlerts(deps: AppDeps, outbox: () => SessionFeature["outbox"]): AlertsFeature {
  const { config, database, clock, logger: log } = deps;
  const mail: SessionFeature["outbox"]["mail"] = (tx, message) => outbox().mail(tx, message);
  return createAlertsFeature({ database, clock, log, publicUrl: config.publicUrl, outbox: { mail } });
}

function createNotices(
  deps: AppDeps,
  { session, push, phones }: { session: SessionFeature; push: Push; phones: () => PhoneSystem },
): NotificationsFeature {
  const { hub } = push;
  const { publicUrl, supportAddress, isWebPushLocal } = deps.config;
  const notices = createNotificationsFeature({
    ...deps,
    subject: publicUrl.startsWith("https:") ? publicUrl : `mailto:${supportAddress ?? "admin@localhost"}`,
    isLocalAllowed: isWebPushLocal,
    isSessionOpen: (sessionId) => hub.isOpen(sessionId),
    isLive: (userId) => hub.presence.isLive(userId),
    usersOf: (companyId, endpointId) => phones().usersOf(companyId, endpointId),
    decline: (call) => phones().decline(call),
  });
  session.onSessionsEnded((sessionIds) => notices.endSessions(sessionIds));
  return notices;
}

function createPush({ config, database, secrets, clock, logger }: AppDeps, parts: PushParts) {
  const { session, appKey, metrics } = parts;
  const sessions = createSessionLookup(database, clock);
  const directory = createChannelDirectory(database);
  const tickets = new PushTickets({ key: secrets.key("push-ticket"), clock, sessions });
  const crowd = { query: database.crowdQuery };
  const lastIds = new GatheredReads((customerIds: readonly number[]) => lastEventIdsOf(crowd, customerIds));
  const hub = new PushHub({
    authenticator: session.authenticator,
    tickets,
    sessions,
    directory,
    log: {
      read: (customerId, afterId, limit) => readEvents(crowd, customerId, afterId, limit),
      lastId: (customerId) => lastIds.get(customerId),
    },
    clock,
    logger,
    metrics,
  });
  session.onSessionsEnded((sessionIds) => {
    for (const id of sessionIds) hub.closeSession(id);
  });
  return {
    hub,
    handlers: pushHandlers({ directory, tickets, appKey }),
    endpoint: createPushEndpoint({
      ...config,
      hub,
      limiter: new RateLimiter(clock),
      addressOf: createAddressReader(config.trustedProxies),
      logger,
    }),
  };
}

function createChat(deps: Parts, { session, appKey, onWritten }: ChatParts): ChatService {
  const { config, clock, outside } = deps;
  const chat = new ChatService({
    ...deps,
    onWritten,
    appKey,
    version,
    authenticator: session.authenticator,
    hasher: outside.hasher ?? createPasswordHasher(),
    isDemo: config.demo !== "off",
    requiredCredentials: config.chatCredentials,
    clusterSecret: config.chatAuthSecret,
    outbox: session.outbox,
    limiter: new RateLimiter(clock),
    ratePerMinute: config.ratePerMinute,
    addressOf: createAddressReader(config.trustedProxies),
  });
  session.onSessionsEnded((sessionIds) => chat.endSessions(sessionIds));
  return chat;
}

function createPhones(deps: Parts, { notices, ...parts }: PhoneParts): PhoneSystem {
  const { config, clock } = deps;
  const { session } = parts;
  const phoneSystem = new PhoneSystem({
    ...deps,
    ...parts,
    voicemails: parts.voicemails.arrivals,
    greetings: parts.voicemails.greetings.phone,
    deposits: parts.voicemails.deposits,
    isTold: notices.hasListener,
    onCall: notices.callChanged,
    onDeclined: notices.callDeclined,
    authenticator: session.authenticator,
    limiter: new RateLimiter(clock),
    addressOf: createAddressReader(config.trustedProxies),
  });
  session.onSessionsEnded((sessionIds, reason) =>
    phoneSystem.endSessions(sessionIds, reason !== "signedOut" && reason !== "expired"),
  );
  return phoneSystem;
}

interface PhoneParts extends Boxes {
  readonly session: SessionFeature;
  readonly unread: UnreadService;
  readonly connectedUsers: LiveUsers;
  readonly notices: NotificationsFeature;
}

type ChatParts = Pick<PushParts, "session" | "appKey"> & Pick<ChatServiceDeps, "onWritten">;
type Push = ReturnType<typeof createPush>;

interface PushParts {
  readonly session: SessionFeature;
  readonly appKey: string;
  readonly metrics: ReturnType<typeof createMetrics>;
}
