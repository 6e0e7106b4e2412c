import { bindUdp } from "@offhook/media/rtp";
import type { FaxCommand, FaxReport } from "../protocol/fax-frames.ts";
import type { FaxOrder } from "../protocol/fax-order.ts";
import type { Spandsp } from "../spandsp/spandsp-library.ts";
import { FaxSession } from "./fax-session.ts";

/** A page is kept unpacked until it ends, and a white row takes one bit on the line: somebody could fill the memory. */
const MOST_BYTES = 900_000_000;
const CHECK_TICKS = 50;

/** All fax calls of this process. */
export class FaxCalls {
  readonly #spandsp: Spandsp;
  readonly #report: (report: FaxReport) => void;
  readonly #sessions = new Map<string, FaxSession>();
  #ticks = 0;

  constructor(spandsp: Spandsp, report: (report: FaxReport) => void) {
    this.#spandsp = spandsp;
    this.#report = report;
  }

  get count(): number {
    return this.#sessions.size;
  }

  async open(order: FaxOrder): Promise<void> {
    const { callId } = order;
    try {
      if (this.#sessions.has(callId)) throw new Error(`There is a fax call ${callId} already`);
      const socket = await bindUdp(order.port, order.address);
      const { port } = socket.address();
      try {
        const session = new FaxSession(order, {
          spandsp: this.#spandsp,
          socket,
          emit: (name, payload) => this.#report({ type: "event", callId, name, payload } as FaxReport),
          onEnd: () => this.#sessions.delete(callId),
        });
        this.#sessions.set(callId, session);
      } catch (error) {
        socket.close();
        throw error;
      }
      this.#report({ type: "opened", callId, port });
    } catch (error) {
      this.#report({ type: "refused", callId, why: error instanceof Error ? error.message : String(error) });
    }
  }

  /** For a call that has ended meanwhile there is nothing to do. */
  command(command: Exclude<FaxCommand, { type: "open" | "ping" }>): void {
    const session = this.#sessions.get(command.callId);
    if (command.type === "talk") session?.talk(command.remote);
    else if (command.type === "switchToT38") session?.switchToT38(command.remote);
    else if (command.type === "backToAudio") session?.backToAudio();
    else session?.hangUp();
  }

  tick(nowMs: number): void {
    for (const session of this.#sessions.values()) session.tick(nowMs);
    this.#ticks += 1;
    if (this.#ticks % CHECK_TICKS === 0 && process.memoryUsage.rss() > MOST_BYTES) this.#endLongestPage();
  }

  #endLongestPage(): void {
    const sessions = [...this.#sessions.values()];
    const longest = sessions.reduce<FaxSession | undefined>(
      (most, each) => (each.ticksOfPage > (most?.ticksOfPage ?? 0) ? each : most),
      undefined,
    );
    longest?.hangUp();
  }
}
