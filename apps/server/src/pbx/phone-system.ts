import { hash as hashOnce, randomBytes } from "node:crypto";
import type { SipSettings } from "@offhook/contract";
import { MediaEngine } from "@offhook/media";
import { type CallView, DEFAULT_PBX_SETTINGS, Pbx, type PbxCounts, type PbxLog } from "@offhook/pbx";
import type { Hash, Random } from "@offhook/sip";
import { parseInternational } from "@offhook/telephony/international";
import type { OnEvents } from "../database/create-database.ts";
import type { LiveUsers } from "../features/contacts/index.ts";
import type { AddressReader } from "../http/client-address.ts";
import type { RateLimiter } from "../http/rate-limiter.ts";
import type { UpgradeEndpoint } from "../http/upgrades.ts";
import type { Actor } from "../platform/actor.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import type { Logger } from "../platform/logger.ts";
import { BlockedCallerService } from "./control/blocked-caller-service.ts";
import { CallControlService, type SendChat, type SendText } from "./control/call-control-service.ts";
import { DirectoryRefresher } from "./directory/directory-refresher.ts";
import { AcdFeed } from "./live/acd-feed.ts";
import { LiveCallEvents } from "./live/live-call-events.ts";
import { PhonePresence } from "./live/phone-presence.ts";
import { mediaSettings } from "./media-settings.ts";
import type { PbxServices } from "./pbx-routes.ts";
import { createPhoneStores, type PhoneStores, type PhoneStoresDeps } from "./phone-stores.ts";
import { CallHistoryService } from "./records/call-history-service.ts";
import type { SipListener } from "./transports/sip-listener.ts";
import { SipTransports } from "./transports/sip-transports.ts";
import { createSipWebsockets, type SipWebsockets } from "./transports/websocket-endpoint.ts";

export interface PhoneSystemDeps extends PhoneStoresDeps {
  readonly authenticator: Authenticator;
  readonly limiter: RateLimiter;
  readonly addressOf: AddressReader;
  readonly fileUrl: (key: string) => string;
  /** Who is connected by other means than a phone. */
  readonly connectedUsers: LiveUsers;
  readonly sendText: SendText;
  readonly sendChat: SendChat;
}

// In one go: a hash object for each of the many short texts of a digest costs more than the hashing.
const hash: Hash = {
  md5: (data) => hashOnce("md5", data, "hex"),
  sha256: (data) => hashOnce("sha256", data, "hex"),
};
const decodeAscii = (bytes: Uint8Array): string =>
  (bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    "latin1",
  );
const random: Random = { bytes: (count) => randomBytes(count) };

/** The telephones of this server: call control, its audio process, its transports and what it keeps. */
export class PhoneSystem {
  readonly services: PbxServices;
  readonly liveUsers: PhonePresence;
  readonly #deps: PhoneSystemDeps;
  readonly #stores: PhoneStores;
  readonly #media: MediaEngine;
  readonly #transports: SipTransports;
  readonly #websockets: SipWebsockets;
  readonly #pbx: Pbx;
  readonly #feed: AcdFeed;
  readonly #liveCalls: LiveCallEvents;
  readonly #refresher: DirectoryRefresher;
  #isRunning = false;

  constructor(deps: PhoneSystemDeps) {
    const { config, database, clock, logger, unread, fileUrl } = deps;
    const { telephony } = config;
    const stores = createPhoneStores(deps);
    const { directory } = stores;
    this.#deps = deps;
    this.#stores = stores;
    this.#media = new MediaEngine({ settings: mediaSettings(telephony) });
    // Call control and its transports need each other: messages go up, answers down.
    const listener: SipListener = {
      receive: (flow, bytes) => this.#pbx.receive(flow, bytes),
      receiveItem: (flow, item) => this.#pbx.receiveItem(flow, item),
      flowClosed: (flow) => this.#pbx.flowClosed(flow),
    };
    this.#transports = new SipTransports({ config: telephony, listener, clock, logger });
    this.#websockets = createSipWebsockets({
      ...config,
      ...deps,
      domain: telephony.domain,
      listener,
      sessionOf: (ticket) => stores.credentials.sessionOf(ticket),
    });
    this.#pbx = this.#createPbx();
    const control = this.#createControl();
    const line = directory.line.bind(directory);
    this.#feed = new AcdFeed({ ...config, ...deps, callsOf: (id) => control.callsOfCompany(id) });
    this.#liveCalls = new LiveCallEvents({
      database,
      clock,
      log: logger,
      line,
      callsOf: (endpointIds) => control.callsOfLines(endpointIds),
    });
    this.liveUsers = new PhonePresence({
      connected: deps.connectedUsers,
      usersOf: (companyId, endpointId) => directory.endpoint(companyId, endpointId)?.userIds ?? [],
    });
    this.#refresher = new DirectoryRefresher({
      database,
      clock,
      log: logger,
      refresh: (id) => this.#refresh(id),
    });
    this.services = {
      control,
      history: new CallHistoryService({ database, unread, fileUrl }),
      blockedCallers: new BlockedCallerService({ database, whenKnown: () => this.#refresher.settled() }),
    };
    this.#listen();
  }

  get endpoints(): readonly UpgradeEndpoint[] {
    return [this.#websockets.endpoint, this.#feed.endpoint()];
  }

  get counts(): PbxCounts {
    return this.#pbx.counts;
  }

  /** Where SIP over UDP and TCP listens, for tests and logs. */
  get ports(): { readonly udp: number | undefined; readonly tcp: number | undefined } {
    return { udp: this.#transports.udpPort, tcp: this.#transports.tcpPort };
  }

  sipSettings(actor: Actor): Promise<SipSettings | null> {
    return this.#stores.credentials.issue(actor);
  }

  /** Something of the company has changed. */
  wake(customerId: number, lastId: number, events: Parameters<OnEvents>[2]): void {
    if (!this.#isRunning) return;
    this.#refresher.wake(
      customerId,
      lastId,
      events.map(({ event }) => event.type),
    );
  }

  /** Resolves when call control knows of every change that was stored before. */
  settled(): Promise<void> {
    return this.#refresher.settled();
  }

  endSessions(sessionIds: readonly string[]): void {
    this.#stores.credentials.revoke(sessionIds);
    this.#websockets.closeSessions(sessionIds);
    this.#feed.closeSessions(sessionIds);
  }

  /** Resolves when phones can call. */
  async start(): Promise<void> {
    const { records, credentials, tolls, directory } = this.#stores;
    await records.closeCrashed();
    // First, so that a change that is made meanwhile is read again and not overlooked.
    await this.#refresher.begin();
    await Promise.all([credentials.load(), tolls.load(this.#deps.clock.now()), directory.load()]);
    await this.#media.start();
    await this.#transports.start();
    this.#pbx.start();
    this.#isRunning = true;
  }

  async close(): Promise<void> {
    const { records, recordings } = this.#stores;
    this.#isRunning = false;
    this.#pbx.stop();
    this.#websockets.close();
    this.#feed.close();
    await this.#refresher.close();
    await Promise.all([this.#media.stop(), this.#transports.close(), this.#liveCalls.close()]);
    await Promise.all([recordings.close(), records.close()]);
  }

  #createPbx(): Pbx {
    const { config, clock, logger, secrets } = this.#deps;
    const ports = {
      ...this.#stores,
      clock,
      random,
      hash,
      decodeAscii,
      numbers: { parse: parseInternational },
      media: this.#media,
      flows: this.#transports,
      log: pbxLog(logger),
    };
    return new Pbx(ports, {
      ...DEFAULT_PBX_SETTINGS,
      domain: config.telephony.domain,
      nonceSecret: secrets.key("sip-nonce").toString("base64url"),
    });
  }

  #createControl(): CallControlService {
    const { database, clock, sendText, sendChat } = this.#deps;
    const lineName = (endpointId: string): string | undefined =>
      this.#stores.directory.line(endpointId)?.name;
    const { commands } = this.#pbx;
    return new CallControlService({ database, clock, commands, lineName, sendText, sendChat });
  }

  #listen(): void {
    const { logger } = this.#deps;
    const { records, recordings } = this.#stores;
    const onCall = (call: CallView): void => {
      records.changed(call);
      this.#liveCalls.changed(call);
      this.#feed.changed(Number(call.companyId));
    };
    this.#pbx.on("callChanged", onCall);
    this.#pbx.on("callEnded", onCall);
    this.#pbx.on("presenceChanged", (change) => this.liveUsers.changed(change));
    this.#pbx.on("recordingFinished", (recording) => recordings.finished(recording));
    this.#pbx.on("trunkChanged", (trunk) => logger.info({ ...trunk }, "A carrier link has changed"));
    this.#pbx.on("alarm", ({ companyId, alarm }) =>
      logger.warn({ companyId, ...alarm }, "An alarm of the phone system"),
    );
    this.#media.on("log", ({ level, message }) => logger[level]({ part: "media" }, message));
    this.#media.on("engineDown", ({ reason }) =>
      logger.error({ reason }, "The media process has ended; its audio is lost"),
    );
  }

  async #refresh(customerId: number): Promise<void> {
    for (const username of await this.#stores.directory.reload(customerId)) this.#pbx.dropAccount(username);
    this.#pbx.reload();
  }
}

/** Call control's words in the server's log. */
function pbxLog(logger: Logger): PbxLog {
  const log = logger.child({ part: "pbx" });
  return {
    info: (message, fields = {}) => log.info(fields, message),
    warn: (message, fields = {}) => log.warn(fields, message),
  };
}
