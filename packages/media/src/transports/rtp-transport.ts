import type { RemoteInfo, Socket } from "node:dgram";
import type { Endpoint } from "../rtp/endpoint.ts";
import { isRtcp, parseRtpPacket } from "../rtp/rtp-packet.ts";
import { SourceGuard, type SourceGuardOptions } from "../rtp/source-guard.ts";
import type { LegTransport, TransportListener } from "./leg-transport.ts";
import type { PortPair, PortPool } from "./port-pool.ts";

export interface RtpFarEnd extends SourceGuardOptions {
  readonly rtcpPort: number;
  readonly rtcpMux: boolean;
}

interface Connection {
  readonly guard: SourceGuard;
  farEnd: RtpFarEnd;
}

/** Plain RTP over UDP. Deaf and dumb until the far end is known. */
export class RtpTransport implements LegTransport {
  readonly port: number;
  readonly #pool: PortPool;
  readonly #rtp: Socket;
  readonly #rtcp: Socket;
  readonly #listener: TransportListener;
  #connection: Connection | undefined;
  #hasHeard = false;
  #isClosed = false;

  constructor(pool: PortPool, { rtp, rtcp, port }: PortPair, listener: TransportListener) {
    this.port = port;
    this.#pool = pool;
    this.#rtp = rtp;
    this.#rtcp = rtcp;
    this.#listener = listener;
    rtp.on("message", (data, from) => this.#receive(data, from));
    rtcp.on("message", (data, from) => this.#receiveControl(data, from));
    for (const socket of [rtp, rtcp]) socket.on("error", () => this.#fail());
  }

  get isOpen(): boolean {
    return this.#connection !== undefined && !this.#isClosed;
  }

  connect(farEnd: RtpFarEnd): void {
    if (this.#connection) {
      this.#connection.guard.retarget(farEnd);
      this.#connection.farEnd = farEnd;
    } else {
      this.#connection = { guard: new SourceGuard(farEnd), farEnd };
    }
  }

  sendPacket(data: Uint8Array): void {
    const target = this.#connection?.guard.target;
    if (target) this.#send(this.#rtp, data, target);
  }

  sendControl(data: Uint8Array): void {
    if (!this.#connection) return;
    const { guard, farEnd } = this.#connection;
    const { target } = guard;
    if (!target) return;
    if (farEnd.rtcpMux) this.#send(this.#rtp, data, target);
    else this.#send(this.#rtcp, data, { address: target.address, port: controlPort(target, farEnd) });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rtp.close();
    this.#rtcp.close();
    this.#pool.release(this.port);
  }

  #send(socket: Socket, data: Uint8Array, { address, port }: Endpoint): void {
    if (this.#isClosed || port === 0) return;
    socket.send(data, port, address);
  }

  #receive(data: Uint8Array, from: RemoteInfo): void {
    const guard = this.#connection?.guard;
    if (!guard || this.#isClosed) return;
    if (isRtcp(data)) {
      this.#receiveControl(data, from);
      return;
    }
    const packet = parseRtpPacket(data);
    const nowMs = performance.now();
    if (!packet || !guard.accepts(from, packet, nowMs)) return;
    if (!this.#hasHeard) {
      this.#hasHeard = true;
      this.#listener.onOpen();
    }
    this.#listener.onPacket(packet, nowMs);
  }

  #receiveControl(data: Uint8Array, from: RemoteInfo): void {
    if (!this.#isClosed && this.#connection?.guard.acceptsControl(from)) this.#listener.onControl(data);
  }

  #fail(): void {
    if (this.#isClosed) return;
    this.close();
    this.#listener.onEnd("transportFailed");
  }
}

/** A far end that was followed to another port has its RTCP beside it; otherwise where it said. */
const controlPort = (target: Endpoint, farEnd: RtpFarEnd): number =>
  target.port === farEnd.remote.port ? farEnd.rtcpPort : target.port + 1;
