import type { Flow, UserAgentCore } from "@offhook/sip";
import type { TrunkConfig } from "../dialplan/company-config.ts";
import type { TrunkStatus } from "../pbx-events.ts";
import type { PbxPorts } from "../pbx-ports.ts";
import { contactText } from "../sip-contact.ts";
import { TrunkLink } from "./trunk-link.ts";

export interface TrunkRegistryParts {
  readonly ports: Pick<PbxPorts, "clock" | "flows">;
  readonly domain: string;
  readonly agent: UserAgentCore;
  readonly onChanged: (status: TrunkStatus) => void;
}

/** All carrier links, kept in step with the configuration. */
export class TrunkRegistry {
  readonly #parts: TrunkRegistryParts;
  readonly #links = new Map<string, TrunkLink>();

  constructor(parts: TrunkRegistryParts) {
    this.#parts = parts;
  }

  links(): Iterable<TrunkLink> {
    return this.#links.values();
  }

  link(trunkId: string): TrunkLink | undefined {
    return this.#links.get(trunkId);
  }

  /** The carrier a message came from, if it was one. */
  linkOf(flow: Flow): TrunkLink | undefined {
    for (const link of this.#links.values()) if (link.isFrom(flow)) return link;
    return undefined;
  }

  /** A trunk whose configuration changed is connected anew. */
  apply(configs: readonly TrunkConfig[]): void {
    const wanted = new Map(configs.map((config) => [config.id, config]));
    for (const [id, link] of [...this.#links]) {
      if (JSON.stringify(wanted.get(id)) === JSON.stringify(link.config)) continue;
      link.close();
      this.#links.delete(id);
    }
    for (const config of configs)
      if (!this.#links.has(config.id)) this.#links.set(config.id, this.#connect(config));
  }

  flowClosed(flow: Flow): void {
    for (const link of this.#links.values()) link.flowClosed(flow);
  }

  close(): void {
    for (const link of this.#links.values()) link.close();
    this.#links.clear();
  }

  #connect(config: TrunkConfig): TrunkLink {
    const { ports, agent, domain, onChanged } = this.#parts;
    const { username, password } = config;
    const signer =
      username === undefined || password === undefined
        ? undefined
        : agent.createSigner({ username, password });
    return new TrunkLink({
      config,
      clock: ports.clock,
      flows: ports.flows,
      domain,
      signer,
      callId: agent.identifiers.callId(),
      request: (parts) => agent.request(parts),
      contact: contactText,
      onChanged,
    });
  }
}
