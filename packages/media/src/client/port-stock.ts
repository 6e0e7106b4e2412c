import type { HeldRtpPorts, RtpLegPorts } from "../protocol/media-commands.ts";

/** Ports that the media process holds open for the next legs: asked for many at a time, and never waited for. */
export class PortStock {
  readonly #size: number;
  readonly #hold: (count: number) => Promise<HeldRtpPorts>;
  #ports: RtpLegPorts[] = [];
  #isAsking = false;
  /** The process whose ports these are; those of one that has died are of no use. */
  #process = 0;

  constructor(size: number, hold: (count: number) => Promise<HeldRtpPorts>) {
    this.#size = size;
    this.#hold = hold;
  }

  /** Undefined while there are none; the caller then asks for one of its own. */
  take(): RtpLegPorts | undefined {
    const taken = this.#ports.shift();
    if (this.#ports.length <= this.#size / 2 && !this.#isAsking) this.#fill(this.#size - this.#ports.length);
    return taken;
  }

  /** The process has died, and they with it. */
  clear(): void {
    this.#ports = [];
    this.#process += 1;
    this.#isAsking = false;
  }

  #fill(count: number): void {
    if (count <= 0) return;
    this.#isAsking = true;
    const asked = this.#process;
    this.#hold(count).then(
      ({ address, ports }) => {
        if (asked !== this.#process) return;
        this.#isAsking = false;
        for (const port of ports) this.#ports.push({ address, port, rtcpPort: port + 1 });
      },
      // A process that is busy or gone: the next leg asks again.
      () => {
        if (asked === this.#process) this.#isAsking = false;
      },
    );
  }
}
