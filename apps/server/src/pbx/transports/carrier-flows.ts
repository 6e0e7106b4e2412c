import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { FlowOpener, FlowTarget } from "@offhook/pbx";
import type { Flow } from "@offhook/sip";
import type { Logger } from "../../platform/logging/logger.ts";
import { ownAddress } from "../own-address.ts";
import type { EdgeGuard } from "./edge-guard.ts";
import type { SourceBudgets } from "./message-budget.ts";
import type { SipListener } from "./sip-listener.ts";
import { openTcpFlow } from "./tcp-transport.ts";
import { startUdpTransport, type UdpTransport } from "./udp-transport.ts";

export interface CarrierFlowsDeps {
  /** The socket for phones, where there is one: carriers often answer only the port they know. */
  readonly udp: UdpTransport | undefined;
  readonly announcedHost: string | undefined;
  readonly listener: SipListener;
  readonly budgets: SourceBudgets;
  readonly guard: EdgeGuard;
  readonly logger: Logger;
}

/** Ways to carriers. Without a configured UDP port, carriers are called from a free one. */
export class CarrierFlows implements FlowOpener {
  readonly #deps: CarrierFlowsDeps;
  readonly #own = new Map<string, Promise<UdpTransport>>();

  constructor(deps: CarrierFlowsDeps) {
    this.#deps = deps;
  }

  async open({ transport, host, port }: FlowTarget): Promise<Flow> {
    const address = isIP(host) === 0 ? (await lookup(host)).address : host;
    if (transport === "UDP") return (await this.#udp(address)).flowTo(address, port);
    return openTcpFlow(this.#deps, { transport, address, host, port }, this.#announced(address));
  }

  async close(): Promise<void> {
    const transports = await Promise.allSettled(this.#own.values());
    this.#own.clear();
    for (const each of transports) if (each.status === "fulfilled") await each.value.close();
  }

  #announced(address: string): string {
    const local = localAddressTo(address);
    return this.#deps.announcedHost ?? (["0.0.0.0", "::"].includes(local) ? ownAddress() : local);
  }

  #udp(address: string): Promise<UdpTransport> {
    const { udp, listener, budgets, guard, logger } = this.#deps;
    if (udp) return Promise.resolve(udp);
    const local = localAddressTo(address);
    const known = this.#own.get(local);
    if (known) return known;
    const started = startUdpTransport({
      address: local,
      port: 0,
      announcedHost: this.#announced(address),
      listener,
      budgets,
      guard,
      logger,
    });
    this.#own.set(local, started);
    // The next attempt may find a free port again.
    started.catch(() => this.#own.delete(local));
    return started;
  }
}

/** Every interface, unless the carrier is on this machine: then nobody else should reach the port. */
function localAddressTo(address: string): string {
  if (address === "::1") return "::1";
  if (address.includes(":")) return "::";
  return address.startsWith("127.") ? "127.0.0.1" : "0.0.0.0";
}
