import type { FaxOrder } from "../protocol/fax-order.ts";
import {
  forgetCallback,
  type NativePointer,
  nativeBytes,
  nativeCallback,
  type Spandsp,
} from "./spandsp-library.ts";
import { T30Session } from "./t30-session.ts";

/** An Internet facsimile protocol packet (T.38 §7): what a modem would have said, as bytes. */
export interface IfpPacket {
  readonly data: Uint8Array;
  /** How often it is to be sent: nothing follows the last one of a turn that could repeat it. */
  readonly times: number;
}

/** Indicators, and the ends of what is said in one turn. */
const CATEGORIES_REPEATED = [0, 2, 4];
const REPEATS = 3;
/** Of one turn, in which there are a few at most. */
const MAX_PACKETS = 100;

/** A fax machine on a packet network. Its clock is `passTime`. */
export class T38Terminal {
  readonly t30: T30Session;
  readonly #spandsp: Spandsp;
  readonly #terminal: NativePointer;
  readonly #core: NativePointer;
  readonly #onPacket: bigint;
  #packets: IfpPacket[] = [];

  constructor(
    spandsp: Spandsp,
    order: FaxOrder,
    far: { readonly version: number; readonly maxDatagram: number },
  ) {
    this.#spandsp = spandsp;
    this.#onPacket = nativeCallback("packet", (_core, _user, data, length, times) => {
      // A refusal is all that ends the library's loop when a far end has led it into one; the call is dropped then.
      if (this.#packets.length >= MAX_PACKETS) return -1;
      this.#packets.push({ data: nativeBytes(data, length), times });
      return 0;
    });
    this.#terminal = spandsp.t38TerminalInit(null, order.role === "send" ? 1 : 0, this.#onPacket, null);
    this.#core = spandsp.t38TerminalGetT38CoreState(this.#terminal);
    spandsp.t38SetT38Version(this.#core, far.version);
    spandsp.t38SetMaxDatagramSize(this.#core, far.maxDatagram);
    for (const category of CATEGORIES_REPEATED)
      spandsp.t38SetRedundancyControl(this.#core, category, REPEATS);
    this.t30 = new T30Session(spandsp, spandsp.t38TerminalGetT30State(this.#terminal), order);
  }

  hear(data: Uint8Array, sequenceNumber: number): void {
    this.#spandsp.t38CoreRxIfpPacket(this.#core, data, data.length, sequenceNumber);
  }

  /** In samples, as of a line. */
  passTime(samples: number): void {
    this.#spandsp.t38TerminalSendTimeout(this.#terminal, samples);
  }

  takePackets(): readonly IfpPacket[] {
    if (this.#packets.length === 0) return this.#packets;
    const packets = this.#packets;
    this.#packets = [];
    return packets;
  }

  free(): void {
    this.#spandsp.t38TerminalFree(this.#terminal);
    forgetCallback(this.#onPacket);
    this.t30.release();
  }
}
