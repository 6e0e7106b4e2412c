import type { Clock } from "@offhook/kernel";
import type { FlowOpener, FlowTarget } from "@offhook/pbx";
import type { Flow } from "@offhook/sip";
import type { Logger } from "../../platform/logging/logger.ts";
import { ownAddress } from "../own-address.ts";
import type { TelephonyConfig } from "../telephony-config.ts";
import { CarrierFlows } from "./carrier-flows.ts";
import type { EdgeGuard } from "./edge-guard.ts";
import { SourceBudgets } from "./message-budget.ts";
import type { SipListener } from "./sip-listener.ts";
import { startTcpTransport, type TcpTransport } from "./tcp-transport.ts";
import { startUdpTransport, type UdpTransport } from "./udp-transport.ts";

/** A trunk with fifty calls a second stays below it; a flood does not. */
const PER_SOURCE = { perSecond: 500, burst: 2_000 };
/** About a quarter of a processor. Phones that come back together after a power cut are ten times fewer. */
const ALL_STRANGERS = { perSecond: 5_000, burst: 10_000 };

export interface SipTransportsDeps {
  readonly config: TelephonyConfig;
  readonly listener: SipListener;
  readonly clock: Clock;
  readonly guard: EdgeGuard;
  readonly logger: Logger;
}

/** SIP besides the websocket: sockets for desk phones and carriers, where they are configured. */
export class SipTransports implements FlowOpener {
  readonly #deps: SipTransportsDeps;
  readonly #budgets: SourceBudgets;
  #udp: UdpTransport | undefined;
  #tcp: TcpTransport | undefined;
  #carriers: CarrierFlows | undefined;

  constructor(deps: SipTransportsDeps) {
    this.#deps = deps;
    this.#budgets = new SourceBudgets(deps.clock, { perSource: PER_SOURCE, strangers: ALL_STRANGERS });
  }

  get udpPort(): number | undefined {
    return this.#udp?.port;
  }

  get tcpPort(): number | undefined {
    return this.#tcp?.port;
  }

  async start(): Promise<void> {
    const { config, listener, guard, logger } = this.#deps;
    const { sipHost, udpPort, tcpPort, sipAnnouncedAddress } = config;
    const isEverywhere = sipHost === "0.0.0.0" || sipHost === "::";
    const announcedHost = sipAnnouncedAddress ?? (isEverywhere ? ownAddress() : sipHost);
    const common = { address: sipHost, announcedHost, listener, budgets: this.#budgets, guard, logger };
    if (udpPort !== undefined) this.#udp = await startUdpTransport({ ...common, port: udpPort });
    if (tcpPort !== undefined) this.#tcp = await startTcpTransport({ ...common, port: tcpPort });
    this.#carriers = new CarrierFlows({
      udp: this.#udp,
      announcedHost: sipAnnouncedAddress,
      listener,
      budgets: this.#budgets,
      guard,
      logger,
    });
    if (this.#udp || this.#tcp)
      logger.info({ udp: this.udpPort, tcp: this.tcpPort, address: sipHost }, "Phones can register over SIP");
  }

  async open(target: FlowTarget): Promise<Flow> {
    if (!this.#carriers) throw new Error("The phone system has not started");
    return this.#carriers.open(target);
  }

  async close(): Promise<void> {
    await Promise.all([this.#udp?.close(), this.#tcp?.close(), this.#carriers?.close()]);
  }
}
