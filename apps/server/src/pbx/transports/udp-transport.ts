import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import type { Flow } from "@offhook/sip";
import type { Logger } from "../../platform/logging/logger.ts";
import { addressKey, withoutMapping } from "../../platform/network.ts";
import type { EdgeGuard } from "./edge-guard.ts";
import type { SourceBudgets } from "./message-budget.ts";
import { hostOf, type SipListener } from "./sip-listener.ts";

export interface UdpTransportDeps {
  readonly address: string;
  readonly port: number;
  /** What peers write back to: the announced address, or the one we listen on. */
  readonly announcedHost: string;
  readonly listener: SipListener;
  readonly budgets: SourceBudgets;
  readonly guard: EdgeGuard;
  readonly logger: Logger;
}

export interface UdpTransport {
  readonly port: number;
  flowTo(address: string, port: number): Flow;
  close(): Promise<void>;
}

const MAX_FLOWS = 20_000;

/** A socket that is sent to after its end throws: late retransmissions of SIP are no reason to fall over. */
interface OpenSocket {
  readonly socket: Socket;
  readonly isIpv6: boolean;
  isOpen: boolean;
}

/** Flows know addresses and no names; the default goes through a queue for every single datagram. */
function noLookup(
  address: string,
  _options: unknown,
  done: (error: null, address: string, family: number) => void,
): void {
  done(null, address, address.includes(":") ? 6 : 4);
}

export async function startUdpTransport(deps: UdpTransportDeps): Promise<UdpTransport> {
  const { address, guard, logger } = deps;
  const socket = createSocket({ type: address.includes(":") ? "udp6" : "udp4", lookup: noLookup });
  // Without a look-up it may listen before `bind` returns.
  const listening = Promise.race([
    once(socket, "listening"),
    once(socket, "error").then(([error]) => Promise.reject(error)),
  ]);
  socket.bind(deps.port, address);
  await listening;
  const { port } = socket.address();
  const open: OpenSocket = { socket, isIpv6: address.includes(":"), isOpen: true };
  const local = { host: hostOf(deps.announcedHost), port };
  // A peer that is not there any more comes back as an error of the next call; nothing is to be done about it.
  socket.on("error", (error) => logger.debug({ err: error }, "A SIP datagram could not be sent or received"));
  const flows = new Map<string, Flow>();
  /** Made once for each peer: every transaction keeps the flow of its request for half a minute. */
  const flowTo = (toAddress: string, toPort: number): Flow => {
    const id = `udp-${local.port}-${toAddress}-${toPort}`;
    const known = flows.get(id);
    if (known) return known;
    // Sources are forged easily over UDP: what is remembered of them must not grow without end.
    if (flows.size >= MAX_FLOWS) flows.clear();
    const flow = createFlow({ open, guard, local, id, remote: { address: toAddress, port: toPort }, flowTo });
    flows.set(id, flow);
    return flow;
  };
  socket.on("message", (bytes: Buffer, from: RemoteInfo) =>
    guard.run("datagram", () => receiveDatagram(deps, flowTo, bytes, from), undefined),
  );
  return {
    port,
    flowTo,
    close() {
      open.isOpen = false;
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

/** The transport as seen from a datagram; a test can hand in sources that the system would not let it send from. */
export function receiveDatagram(
  { budgets, listener }: Pick<UdpTransportDeps, "budgets" | "listener">,
  flowTo: UdpTransport["flowTo"],
  bytes: Uint8Array,
  from: Pick<RemoteInfo, "address" | "port">,
): void {
  // Nobody can be answered at port 0: whoever writes it wants something else than an answer.
  if (!isSendable(from.port)) return;
  // Carriers are known by their addresses as everybody writes them.
  const flow = flowTo(withoutMapping(from.address), from.port);
  const isWelcome = listener.isKnown(flow)
    ? budgets.mayKnownSend(flow.id)
    : budgets.mayStrangerSend(addressKey(from.address));
  if (isWelcome) listener.receive(flow, bytes);
}

const isSendable = (port: number): boolean => Number.isInteger(port) && port > 0 && port <= 65_535;

interface FlowParts {
  readonly open: OpenSocket;
  readonly guard: EdgeGuard;
  readonly local: Flow["local"];
  readonly id: string;
  readonly remote: Flow["remote"];
  readonly flowTo: UdpTransport["flowTo"];
}

function createFlow({ open, guard, local, id, remote, flowTo }: FlowParts): Flow {
  const { address } = remote;
  const target = open.isIpv6 && !address.includes(":") ? `::ffff:${address}` : address;
  return {
    id,
    transport: "UDP",
    local,
    remote,
    send(bytes) {
      if (!open.isOpen || !isSendable(remote.port)) return false;
      // Whether it arrives is for SIP to find out: without a callback nobody waits for a word about it.
      const send = (): boolean => {
        open.socket.send(bytes, remote.port, target);
        return true;
      };
      return guard.run("sending", send, false);
    },
    atPort: (other) => flowTo(remote.address, other),
  };
}
