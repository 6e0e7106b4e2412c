import { hash as hashOnce, randomBytes } from "node:crypto";
import type { PushEvent, SipSettings } from "@offhook/contract";
import { MediaEngine } from "@offhook/media";
import {
  type CallView,
  DEFAULT_PBX_SETTINGS,
  type LegLimits,
  Pbx,
  type PbxCounts,
  type PbxEvents,
} from "@offhook/pbx";
import type { Hash, Random } from "@offhook/sip";
import { costClassOf } from "@offhook/telephony/cost";
import { parseInternational } from "@offhook/telephony/international";
import type { OnEvents } from "../database/create-database.ts";
import { type CallPhones, LiveCallEvents, LiveCalls } from "../features/calls/index.ts";
import type { FaxesFeature } from "../features/faxes/index.ts";
import type { LiveUsers } from "../features/presence/index.ts";
import type { LiveDeposits } from "../features/voicemails/index.ts";
import type { AddressReader } from "../http/guards/client-address.ts";
import type { RateLimiter } from "../http/guards/rate-limiter.ts";
import { openedWhen, type UpgradeEndpoint } from "../http/upgrades.ts";
import type { Actor } from "../platform/actor.ts";
import type { AdminAlerts } from "../platform/admin-alerts.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import { addressKey } from "../platform/network.ts";
import { GuessingAlerts } from "./alerts/guessing-alerts.ts";
import { LimitAlerts } from "./alerts/limit-alerts.ts";
import { PhoneAlarms } from "./alerts/phone-alarms.ts";
import { findDestination } from "./directory/destination-finder.ts";
import { DirectoryRefresher } from "./directory/directory-refresher.ts";
import { PhoneFaxes } from "./fax/phone-faxes.ts";
import { AcdFeed } from "./feed/acd-feed.ts";
import { feedScopeOf } from "./feed/feed-scope.ts";
import { isAboutMessages } from "./mailboxes/message-events.ts";
import { mediaSettings } from "./media-settings.ts";
import { pbxLog } from "./pbx-log.ts";
import { createPhoneStores, type PhoneStores, type PhoneStoresDeps } from "./phone-stores.ts";
import { PhonePresence } from "./presence/phone-presence.ts";
import { PhoneQueues } from "./queues/phone-queues.ts";
import { EdgeGuard } from "./transports/edge-guard.ts";
import type { SipListener } from "./transports/sip-listener.ts";
import { SipTransports } from "./transports/sip-transports.ts";
import { createSipWebsockets, type SipWebsockets } from "./transports/websocket-endpoint.ts";

export interface PhoneSystemDeps extends PhoneStoresDeps {
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly addressOf: AddressReader;
  /** The users who are connected by other means than a phone. */
  readonly connectedUsers: LiveUsers;
  /** Something about a live call has changed, or it has ended. */
  readonly onCall: (call: CallView) => void;
  /** Messages, while they are being left. */
  readonly deposits: Pick<LiveDeposits, "begun" | "ended">;
  /** Somebody does not want a call; told before the call itself has changed. */
  readonly onDeclined: (declined: PbxEvents["callDeclined"]) => void;
  /** Where faxes come from and go to. */
  readonly faxes: Pick<FaxesFeature, "arrivals" | "ways">;
  /** Tells administrators of attacks. */
  readonly alerts: AdminAlerts;
}

// In one go: a hash object for each of the many short texts of a digest costs more than the hashing.
const hash: Hash = {
  md5: (data) => hashOnce("md5", data, "hex"),
  sha256: (data) => hashOnce("sha256", data, "hex"),
};
/** A carrier that has not answered by then is down. */
const CARRIER_MS = 3_000;

const decodeAscii = (bytes: Uint8Array): string =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    "latin1",
  );
const random: Random = { bytes: (count) => randomBytes(count) };

/** The telephones of this server: call control, its audio process, its transports and what it keeps. */
export class PhoneSystem {
  /** What the calls feature asks. */
  readonly calls: CallPhones;
  readonly liveUsers: PhonePresence;
  readonly #deps: PhoneSystemDeps;
  readonly #stores: PhoneStores;
  readonly #media: MediaEngine;
  readonly #faxes: PhoneFaxes;
  readonly #transports: SipTransports;
  readonly #websockets: SipWebsockets;
  readonly #guard: EdgeGuard;
  readonly #pbx: Pbx;
  readonly #feed: AcdFeed;
  readonly #liveCalls: LiveCallEvents;
  readonly #queues: PhoneQueues;
  readonly #refresher: DirectoryRefresher;
  #starting = Promise.resolve();
  #isRunning = false;

  constructor(deps: PhoneSystemDeps) {
    const { config, database, clock, logger } = deps;
    const { telephony } = config;
    this.#media = new MediaEngine({ settings: mediaSettings(telephony) });
    const stores = createPhoneStores(deps, this.#media);
    const { directory } = stores;
    this.#deps = deps;
    this.#stores = stores;
    this.#faxes = new PhoneFaxes({ ...deps, directory });
    // Call control and its transports need each other: messages go up, answers down.
    const guard = new EdgeGuard({ clock, logger });
    this.#guard = guard;
    const listener: SipListener = guard.listener({
      receive: (flow, bytes) => this.#pbx.receive(flow, bytes),
      receiveItem: (flow, item) => this.#pbx.receiveItem(flow, item),
      flowClosed: (flow) => this.#pbx.flowClosed(flow),
      isKnown: (flow) => this.#pbx.isKnown(flow),
    });
    this.#transports = new SipTransports({ config: telephony, listener, clock, guard, logger });
    this.#websockets = createSipWebsockets({
      ...config,
      ...deps,
      domain: telephony.domain,
      listener,
      guard,
      sessionOf: (ticket) => stores.credentials.sessionOf(ticket),
    });
    this.#pbx = this.#createPbx();
    this.#faxes.connect(this.#pbx.faxes);
    const lineName = this.#lineName;
    const liveCalls = new LiveCalls({ clock, commands: this.#pbx.commands, lineName });
    const line = directory.line.bind(directory);
    this.#feed = new AcdFeed({
      ...config,
      ...deps,
      callsOf: (id) => liveCalls.ofCompany(id),
      statusesOf: (id) => this.#queues.statusesOf(id),
      scopeOf: (actor) => feedScopeOf(actor, directory.company(String(actor.customerId)), lineName),
    });
    this.#liveCalls = new LiveCallEvents({
      database,
      clock,
      log: logger,
      line,
      callsOf: (endpointIds) => liveCalls.ofLines(endpointIds),
    });
    this.liveUsers = new PhonePresence({
      connected: deps.connectedUsers,
      usersOf: (companyId, endpointId) => directory.endpoint(companyId, endpointId)?.userIds ?? [],
    });
    const { queueRecords: records } = stores;
    this.#queues = new PhoneQueues({ database, clock, log: logger, pbx: this.#pbx, directory, records });
    this.#refresher = new DirectoryRefresher({
      database,
      clock,
      log: logger,
      refresh: (id) => this.#refresh(id),
    });
    this.calls = this.#phonesOf(liveCalls);
    this.#listen();
  }

  get endpoints(): readonly UpgradeEndpoint[] {
    return [openedWhen(() => this.#starting, this.#websockets.endpoint), this.#feed.endpoint()];
  }

  get queues(): Pick<PhoneQueues, "board" | "commands" | "endPause" | "supervisions" | "cancelCallback"> {
    return this.#queues;
  }

  get counts(): PbxCounts {
    return this.#pbx.counts;
  }

  /** Where SIP over UDP and TCP listens, for tests and logs. */
  get ports(): { readonly udp: number | undefined; readonly tcp: number | undefined } {
    return { udp: this.#transports.udpPort, tcp: this.#transports.tcpPort };
  }

  usersOf(companyId: string, endpointId: string): readonly string[] {
    return this.#stores.directory.endpoint(companyId, endpointId)?.userIds ?? [];
  }

  /** False where the call does not ring there any more. */
  decline({
    callId,
    endpointId,
    userId,
  }: {
    readonly callId: string;
    readonly endpointId: string;
    readonly userId: number;
  }): boolean {
    return this.#pbx.commands.decline(callId, endpointId, String(userId)).isDone;
  }

  /** Null for a user without a line, and for one who may not call: earlier credentials end here. */
  async sipSettings(actor: Actor): Promise<SipSettings | null> {
    await this.#starting;
    const { credentials } = this.#stores;
    if (actor.features.has("calls")) return credentials.issue(actor);
    for (const username of credentials.revoke([actor.sessionId])) this.#pbx.drop(username);
    return null;
  }

  /** Something of the company has changed. */
  wake(customerId: number, lastId: number, events: Parameters<OnEvents>[2]): void {
    if (!this.#isRunning) return;
    for (const { event } of events) this.#tellOfMessages(customerId, event);
    this.#refresher.wake(
      customerId,
      lastId,
      events.map(({ event }) => event.type),
    );
  }

  /** Resolves when call control knows of every change stored before, and the history of its calls is written. */
  async settled(): Promise<void> {
    const { records, queueRecords, waitingCalls, callbacks } = this.#stores;
    const written = [records, queueRecords, waitingCalls, callbacks].map((store) => store.settled());
    await Promise.all([this.#refresher.settled(), this.#queues.settled(), ...written]);
  }

  /** Suspect: not ended by its own user. Then nothing goes on that the session has begun. */
  endSessions(sessionIds: readonly string[], isSuspect: boolean): void {
    // First their calls: a closed socket would leave them waiting for it to come back.
    for (const username of this.#stores.credentials.revoke(sessionIds)) this.#pbx.drop(username, isSuspect);
    for (const sessionId of sessionIds) this.#pbx.drop(sessionId, isSuspect);
    this.#websockets.closeSessions(sessionIds);
    this.#feed.closeSessions(sessionIds);
  }

  /** Resolves when phones can call. Whoever asks for calls meanwhile waits, and is not told that there are none. */
  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    const { records, credentials, tolls, directory, bindings, waitingCalls, callbacks, cutOff } =
      this.#stores;
    const waiting = await waitingCalls.load();
    await records.closeCrashed(waiting.map(({ openLeg }) => openLeg.record.id));
    // First, so that a change that is made meanwhile is read again and not overlooked.
    await this.#refresher.begin();
    await Promise.all([credentials.load(), tolls.load(this.#deps.clock.now()), directory.load()]);
    const [saved, promised] = await Promise.all([bindings.load(), callbacks.load()]);
    await this.#media.start();
    await Promise.all([cutOff.start(), this.#faxes.start()]);
    await this.#transports.start();
    this.#pbx.start();
    await this.#queues.restore();
    this.#pbx.queues.restoreCallbacks(promised);
    // Not waited for: over TCP a phone that is gone takes seconds to be missed.
    Promise.all([this.#pbx.resume(waiting), this.#pbx.restore(saved)]).catch((error: unknown) =>
      this.#deps.logger.error({ err: error }, "Phones and their calls could not be restored"),
    );
    this.#isRunning = true;
  }

  /** Calls back once every carrier is up or has had its time; not after the end. */
  whenCarriersTried(then: () => void): void {
    const areUp = (): boolean => this.#pbx.trunks().every(({ isUp }) => isUp);
    const end = (): void => {
      clearTimeout(timer);
      stop();
      if (this.#isRunning) then();
    };
    const timer = setTimeout(end, CARRIER_MS).unref();
    const stop = this.#pbx.on("trunkChanged", () => areUp() && end());
    if (areUp()) end();
  }

  async close(): Promise<void> {
    const { records, queueRecords, waitingCalls, callbacks, recordings, bindings, tolls, cutOff } =
      this.#stores;
    this.#isRunning = false;
    this.#pbx.stop();
    this.#websockets.close();
    this.#feed.close();
    await this.#refresher.close();
    await this.#pbx.faxes.settled();
    await this.#faxes.close();
    await Promise.all([
      this.#media.stop(),
      this.#transports.close(),
      this.#liveCalls.close(),
      this.#queues.close(),
    ]);
    await Promise.all([
      cutOff.close(),
      recordings.close(),
      records.close(),
      queueRecords.close(),
      waitingCalls.close(),
      callbacks.close(),
      bindings.close(),
      tolls.settled(),
    ]);
  }

  #createPbx(): Pbx {
    const { config, logger, secrets } = this.#deps;
    const ports = {
      ...this.#stores,
      clock: this.#guard.clock(),
      random,
      hash,
      decodeAscii,
      sourceOf: addressKey,
      numbers: { parse: parseInternational, costClass: costClassOf },
      media: this.#media,
      faxes: this.#faxes.machines,
      flows: this.#transports,
      legLimits: this.#legLimits(),
      log: pbxLog(logger),
    };
    return new Pbx(ports, {
      ...DEFAULT_PBX_SETTINGS,
      domain: config.telephony.domain,
      nonceSecret: secrets.key("sip-nonce").toString("base64url"),
    });
  }

  #legLimits(): LegLimits {
    const { config, clock, logger: log, alerts } = this.#deps;
    const { maxLegs, reservedLegs } = config.telephony;
    const limitAlerts = new LimitAlerts({ alerts, clock, log, lineName: this.#lineName });
    return { maxLegs, reservedLegs, onReached: (reached) => limitAlerts.tell(reached) };
  }

  #phonesOf(liveCalls: LiveCalls): CallPhones {
    const { database, clock } = this.#deps;
    const { credentials, directory, tolls } = this.#stores;
    return {
      commands: this.#pbx.commands,
      liveCalls,
      ready: () => this.#starting,
      accountOf: (sessionId, phoneId) => credentials.usernameOf(sessionId, phoneId),
      company: (companyId) => directory.company(companyId),
      endpoint: (companyId, endpointId) => directory.endpoint(companyId, endpointId),
      lineName: this.#lineName,
      devices: (endpointId) => this.#pbx.devices(endpointId),
      lineNamed: (customerId, name) => directory.lineNamed(customerId, name),
      isTrunkUp: (id) => this.#pbx.trunks().some(({ trunkId, isUp }) => trunkId === id && isUp),
      findDestination: (customerId, endpointId, stored) =>
        findDestination(database.query, customerId, endpointId, stored),
      release: (endpointId) => tolls.release(endpointId, clock.now()),
      settled: () => this.settled(),
    };
  }

  readonly #lineName = (endpointId: string): string | undefined =>
    this.#stores.directory.line(endpointId)?.name;

  #listen(): void {
    const { logger } = this.#deps;
    const { records, recordings } = this.#stores;
    const { onCall: onCallChanged, onDeclined } = this.#deps;
    const onCall = (call: CallView): void => {
      records.changed(call);
      this.#liveCalls.changed(call);
      onCallChanged(call);
      this.#feed.changed(Number(call.companyId));
    };
    this.#pbx.on("callChanged", onCall);
    this.#pbx.on("callEnded", onCall);
    this.#pbx.on("queueChanged", ({ companyId }) => this.#feed.queuesChanged(Number(companyId)));
    this.#pbx.on("callDeclined", onDeclined);
    this.#pbx.on("presenceChanged", (change) => this.liveUsers.changed(change));
    const { deposits } = this.#deps;
    this.#pbx.on("messageBegun", (message) => deposits.begun(message));
    this.#pbx.on("messageEnded", (ended) => deposits.ended(ended));
    this.#pbx.on("recordingFinished", (recording) => recordings.finished(recording));
    this.#pbx.on("trunkChanged", (trunk) => logger.info({ ...trunk }, "A carrier link has changed"));
    const guessing = new GuessingAlerts({ logger, alerts: this.#deps.alerts });
    this.#pbx.on("lockout", (lockout) => guessing.passwords(lockout));
    this.#pbx.on("pinLockout", (lockout) => guessing.pins(lockout));
    const { directory } = this.#stores;
    const alarms = new PhoneAlarms({ alerts: this.#deps.alerts, directory, log: logger });
    this.#pbx.on("alarm", ({ companyId, alarm }) => alarms.raise(companyId, alarm));
    this.#media.on("log", ({ level, message }) => logger[level]({ part: "media" }, message));
    this.#media.on("engineDown", ({ reason }) =>
      logger.error({ reason }, "The media process has ended; its audio is lost"),
    );
  }

  /** Desk phones show whether messages wait, whoever has heard, moved or deleted them. */
  #tellOfMessages(customerId: number, event: PushEvent): void {
    if (!isAboutMessages(event)) return;
    const companyId = String(customerId);
    const config = this.#stores.directory.company(companyId);
    const mailbox = config?.mailboxes.find(({ name }) => name === event.mailbox);
    if (mailbox) this.#pbx.messagesChanged({ companyId, mailboxId: mailbox.id });
  }

  async #refresh(customerId: number): Promise<void> {
    for (const username of await this.#stores.directory.reload(customerId)) this.#pbx.drop(username);
    this.#pbx.reload();
    this.#queues.companyChanged(customerId);
    this.#feed.queuesChanged(customerId);
  }
}
