import type { MediaPort } from "../../ports/media-port.ts";

/** Sends a command whose result nobody waits for. */
export type Tell = MediaPort["tell"];

/** Bridges exist while a leg is in them: made for the first, closed after the last. */
export class BridgeTable {
  readonly #tell: Tell;
  readonly #members = new Map<string, Set<string>>();
  readonly #pins = new Map<string, number>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Keeps a bridge while it is empty, for recordings that outlive a hold. Each `pin` needs its `unpin`. */
  pin(bridgeId: string): void {
    if (!this.#members.has(bridgeId)) {
      this.#members.set(bridgeId, new Set());
      this.#tell("createBridge", { bridgeId });
    }
    this.#pins.set(bridgeId, (this.#pins.get(bridgeId) ?? 0) + 1);
  }

  unpin(bridgeId: string): void {
    const pins = this.#pins.get(bridgeId);
    if (pins === undefined) return;
    if (pins > 1) this.#pins.set(bridgeId, pins - 1);
    else this.#pins.delete(bridgeId);
    this.#closeIfEmpty(bridgeId);
  }

  enter(bridgeId: string, legId: string, isMuted: boolean, audience?: readonly string[]): void {
    const known = this.#members.get(bridgeId);
    const members = known ?? new Set<string>();
    if (!known) {
      this.#members.set(bridgeId, members);
      this.#tell("createBridge", { bridgeId });
    }
    members.add(legId);
    this.#tell("joinBridge", { bridgeId, legId, isMuted, ...(audience && { audience }) });
  }

  /** `isGone`: the leg itself is closed, which takes it out by itself. */
  leave(bridgeId: string, legId: string, isGone = false): void {
    const members = this.#members.get(bridgeId);
    if (!members?.delete(legId)) return;
    if (!isGone) this.#tell("leaveBridge", { legId });
    this.#closeIfEmpty(bridgeId);
  }

  /** The media process died and took all bridges with it. */
  forgetAll(): void {
    this.#members.clear();
    this.#pins.clear();
  }

  #closeIfEmpty(bridgeId: string): void {
    if (this.#pins.has(bridgeId) || this.#members.get(bridgeId)?.size !== 0) return;
    this.#members.delete(bridgeId);
    this.#tell("closeBridge", { bridgeId });
  }
}
