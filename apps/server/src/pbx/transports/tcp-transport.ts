import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Flow, StreamFramer } from "@offhook/sip";
import type { Logger } from "../../platform/logging/logger.ts";
import { addressKey, withoutMapping } from "../../platform/network.ts";
import type { EdgeGuard } from "./edge-guard.ts";
import type { SourceBudgets } from "./message-budget.ts";
import { hostOf, type SipListener } from "./sip-listener.ts";

const MAX_UNSENT_BYTES = 1024 * 1024;
/** Phones speak at least every two minutes; whoever is silent for longer has gone without a word. */
const IDLE_MS = 10 * 60_000;
const CONNECT_MS = 8_000;
const MAX_PER_SOURCE = 50;

export interface TcpTransportDeps {
  readonly address: string;
  readonly port: number;
  readonly announcedHost: string;
  readonly listener: SipListener;
  readonly budgets: SourceBudgets;
  readonly guard: EdgeGuard;
  readonly logger: Logger;
}

export interface TcpTransport {
  readonly port: number;
  close(): Promise<void>;
}

type Wiring = Pick<TcpTransportDeps, "listener" | "budgets" | "guard" | "logger">;

export async function startTcpTransport(deps: TcpTransportDeps): Promise<TcpTransport> {
  const sockets = new Set<Socket>();
  const perSource = new Map<string, number>();
  const server = createServer((socket) => {
    const source = addressKey(socket.remoteAddress ?? "");
    const count = (perSource.get(source) ?? 0) + 1;
    if (count > MAX_PER_SOURCE) {
      socket.destroy();
      return;
    }
    perSource.set(source, count);
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      const left = (perSource.get(source) ?? 1) - 1;
      if (left > 0) perSource.set(source, left);
      else perSource.delete(source);
    });
    const local = { host: hostOf(deps.announcedHost), port: (server.address() as AddressInfo).port };
    attachSocket(deps, socket, { role: "accepted", transport: "TCP", local });
  });
  server.listen(deps.port, deps.address);
  await once(server, "listening");
  // Such as no more file descriptors: the next connection may be luckier.
  server.on("error", (error) => deps.logger.warn({ err: error }, "A SIP connection could not be accepted"));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export interface TcpTarget {
  readonly transport: "TCP" | "TLS";
  readonly address: string;
  /** The name in the certificate. */
  readonly host: string;
  readonly port: number;
}

/** Opens a connection of ours, to a carrier say. */
export async function openTcpFlow(deps: Wiring, target: TcpTarget, localHost: string): Promise<Flow> {
  const { address, port, host } = target;
  const socket =
    target.transport === "TLS"
      ? connectTls({ host: address, port, servername: host })
      : connect({ host: address, port });
  // From the start: a connection may break more than once before anybody has it.
  socket.on("error", (error) => deps.logger.debug({ err: error }, "A SIP connection broke"));
  const timer = setTimeout(() => socket.destroy(new Error("The carrier does not answer")), CONNECT_MS);
  try {
    await once(socket, target.transport === "TLS" ? "secureConnect" : "connect");
  } finally {
    clearTimeout(timer);
  }
  const local = { host: hostOf(localHost), port: socket.localPort };
  return attachSocket(deps, socket, { role: "opened", transport: target.transport, local });
}

interface SocketPart {
  readonly role: "opened" | "accepted";
  readonly transport: "TCP" | "TLS";
  readonly local: Flow["local"];
}

function attachSocket(wiring: Wiring, socket: Socket, part: SocketPart): Flow {
  const { listener, guard, logger } = wiring;
  const framer = new StreamFramer({ role: part.role });
  const address = withoutMapping(socket.remoteAddress ?? "");
  const flow: Flow = {
    id: `tcp-${randomUUID()}`,
    transport: part.transport,
    local: part.local,
    remote: { address, port: socket.remotePort ?? 0 },
    send(bytes) {
      if (!socket.writable) return false;
      if (socket.writableLength > MAX_UNSENT_BYTES) {
        socket.destroy();
        return false;
      }
      socket.write(bytes);
      return true;
    },
  };
  socket.setNoDelay(true);
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  const source = part.role === "opened" ? undefined : addressKey(address);
  socket.on("data", (bytes: Buffer) => {
    const isWelcome = guard.run("stream", () => takeBytes(wiring, framer, flow, bytes, source), false);
    if (!isWelcome) socket.destroySoon();
  });
  socket.on("close", () => listener.flowClosed(flow));
  socket.on("error", (error) => logger.debug({ err: error }, "A SIP connection broke"));
  return flow;
}

/** False when the connection must be closed. */
function takeBytes(
  { listener, budgets }: Wiring,
  framer: StreamFramer,
  flow: Flow,
  bytes: Uint8Array,
  source: string | undefined,
): boolean {
  const mayAsk = (from: Flow, at: string): boolean =>
    listener.isKnown(from) ? budgets.mayKnownSend(from.id) : budgets.mayStrangerSend(at);
  for (const item of framer.push(bytes)) {
    if (source !== undefined && !mayAsk(flow, source)) return false;
    if (!listener.receiveItem(flow, item)) return false;
  }
  return true;
}
