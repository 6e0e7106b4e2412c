import { type Endpoint, SourceGuard } from "@offhook/media/rtp";
import type { FaxOrder, T38Remote } from "../protocol/fax-order.ts";
import type { Spandsp } from "../spandsp/spandsp-library.ts";
import type { T30Session } from "../spandsp/t30-session.ts";
import { T38Terminal } from "../spandsp/t38-terminal.ts";
import { parseUdptl } from "../udptl/udptl-packet.ts";
import { UdptlReceiver } from "../udptl/udptl-receiver.ts";
import { UdptlSender } from "../udptl/udptl-sender.ts";
import { DEAD_TICKS, type FaxLine, FRAME_SAMPLES, type SendDatagram } from "./fax-line.ts";

/** One source: UDPTL has none of its own to name. */
const SSRC = 0;

/** T.38 over UDPTL. */
export class T38Line implements FaxLine {
  readonly way = "t38";
  readonly #terminal: T38Terminal;
  readonly #guard: SourceGuard;
  readonly #sender: UdptlSender;
  readonly #receiver = new UdptlReceiver();
  readonly #send: SendDatagram;
  #quietTicks = 0;

  constructor(spandsp: Spandsp, order: FaxOrder, remote: T38Remote, send: SendDatagram) {
    this.#terminal = new T38Terminal(spandsp, order, remote);
    this.#guard = new SourceGuard({ remote, latching: "sameAddress" });
    this.#sender = new UdptlSender(remote);
    this.#send = send;
  }

  get t30(): T30Session {
    return this.#terminal.t30;
  }

  get isDead(): boolean {
    return this.#quietTicks > DEAD_TICKS;
  }

  receive(data: Uint8Array, from: Endpoint, nowMs: number): void {
    const packet = parseUdptl(data);
    if (!packet) return;
    const { sequenceNumber } = packet;
    if (!this.#guard.accepts(from, { ssrc: SSRC, sequenceNumber }, nowMs)) return;
    this.#quietTicks = 0;
    for (const each of this.#receiver.take(packet)) this.#terminal.hear(each.data, each.sequenceNumber);
  }

  tick(): void {
    this.#quietTicks += 1;
    this.#terminal.passTime(FRAME_SAMPLES);
    const target = this.#guard.target;
    for (const { data, times } of this.#terminal.takePackets()) {
      const datagram = this.#sender.pack(data);
      for (let each = 0; each < times && target; each += 1) this.#send(datagram, target);
    }
  }

  free(): void {
    this.#terminal.free();
  }
}
