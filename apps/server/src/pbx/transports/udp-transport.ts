import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import type { Flow } from "@offhook/sip";
import type { Logger } from "../../platform/logger.ts";
import { addressKey } from "../../platform/network.ts";
import type { SourceBudgets } from "./message-budget.ts";
import { hostOf, type SipListener } from "./sip-listener.ts";

export interface UdpTransportDeps {
  readonly address: string;
  readonly port: number;
  /** What peers write back to: the announced address, or the one we listen on. */
  readonly announcedHost: string;
  readonly listener: SipListener;
  readonly budgets: SourceBudgets;
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
  const { address, listener, budgets, logger } = deps;
  const socket = createSocket({ type: address.includes(":") ? "udp6" : "udp4", lookup: noLookup });
  // Without a look-up it may listen before `bind` returns.
  const listening = Promise.race([
    once(socket, "listening"),
    once(socket, "error").then(([error]) => Promise.reject(error)),
  ]);
  socket.bind(deps.port, address);
  await listening;
  const { port } = socket.address();
  const open: OpenSocket = { socket, isOpen: true };
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
    const flow = createFlow(open, local, id, { address: toAddress, port: toPort }, flowTo);
    flows.set(id, flow);
    return flow;
  };
  socket.on("message", (bytes: Buffer, from: RemoteInfo) => {
    if (budgets.spend(addressKey(from.address))) listener.receive(flowTo(from.address, from.port), bytes);
  });
  return {
    port,
    flowTo,
    close() {
      open.isOpen = false;
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}

function createFlow(
  open: OpenSocket,
  local: Flow["local"],
  id: string,
  remote: { readonly address: string; readonly port: number },
  flowTo: UdpTransport["flowTo"],
): Flow {
  return {
    id,
    transport: "UDP",
    local,
    remote,
    send(bytes) {
      if (!open.isOpen) return false;
      // Whether it arrives is for SIP to find out: without a callback nobody waits for a word about it.
      open.socket.send(bytes, remote.port, remote.address);
      return true;
    },
    atPort: (other) => flowTo(remote.address, other),
  };
}
