import { formatUdptl, udptlBytes } from "./udptl-packet.ts";

/** Numbers packets, and lets each repeat those before it as far as the far end has room. */
export class UdptlSender {
  readonly #redundancy: number;
  readonly #maxDatagram: number;
  #sequenceNumber = 0;
  /** The newest first. */
  #sent: Uint8Array[] = [];

  constructor({ redundancy, maxDatagram }: { readonly redundancy: number; readonly maxDatagram: number }) {
    this.#redundancy = redundancy;
    this.#maxDatagram = maxDatagram;
  }

  pack(primary: Uint8Array): Uint8Array {
    const earlier = [...this.#sent];
    while (earlier.length > 0 && udptlBytes(primary, earlier) > this.#maxDatagram) earlier.pop();
    const data = formatUdptl({ sequenceNumber: this.#sequenceNumber, primary, earlier });
    this.#sequenceNumber = (this.#sequenceNumber + 1) & 0xffff;
    this.#sent = [primary, ...this.#sent].slice(0, this.#redundancy);
    return data;
  }
}
