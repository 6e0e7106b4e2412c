import type { Clock } from "@offhook/kernel";
import type { SoundName } from "../../../../platform/sounds/sound-catalog.ts";
import type { SoundPlayer } from "../../../../platform/sounds/sound-player.ts";
import { type ActiveCall, isIncoming, isTalk } from "../calls/active-call.ts";

/** The incoming ring is silenced when no incoming call arrived within this time. */
export const RING_WINDOW_MS = 30_000;
export const RING_CHECK_MS = 10_000;
/** An incoming call that has rung longer than this is declined at the next check. */
export const RING_TIMEOUT_MS = 45_000;

const RING_SOUNDS = ["incoming", "doorbell", "callWaiting"] as const satisfies readonly SoundName[];
export type RingSound = (typeof RING_SOUNDS)[number];

export interface RingSettings {
  /** `disableRinging` is 'true' on this machine, or the setting for the ring is off. */
  readonly isRingingOff: boolean;
  /** This tab makes the sounds for all tabs. */
  readonly isRingOwner: boolean;
}

/** What has to sound right now. Ringback belongs to the tab that calls, the ring to the tab that was elected. */
function soundsFor(
  calls: readonly ActiveCall[],
  lastArrivalAt: number | undefined,
  { isRingingOff, isRingOwner }: RingSettings,
  now: number,
): { readonly ring: RingSound | undefined; readonly isRingback: boolean } {
  const isRingback = calls.some(
    (call) => call.phase === "calling" && call.place === "here" && call.dir === "out" && call.callsc === 180,
  );
  return { ring: ringFor(calls, lastArrivalAt, isRingingOff || !isRingOwner, now), isRingback };
}

function ringFor(
  calls: readonly ActiveCall[],
  lastArrivalAt: number | undefined,
  isSilent: boolean,
  now: number,
): RingSound | undefined {
  const incoming = calls.filter(isIncoming).filter(({ place, isIgnored }) => place === "here" && !isIgnored);
  const isRecent = lastArrivalAt !== undefined && now - lastArrivalAt < RING_WINDOW_MS;
  if (isSilent || incoming.length === 0 || !isRecent) return undefined;
  if (incoming.some(({ doorbell }) => doorbell)) return "doorbell";
  const isTalking = calls.some((call) => isTalk(call) && !call.hold && call.place === "here");
  return isTalking || incoming.length > 1 ? "callWaiting" : "incoming";
}

export interface RingSoundsOptions {
  readonly clock: Clock;
  readonly player: Pick<SoundPlayer, "play" | "stop" | "stopAll" | "isPlaying">;
  readonly settings: () => RingSettings;
  /** The main output first, then the second ringer. */
  readonly outputs: () => readonly string[];
  readonly calls: () => readonly ActiveCall[];
  readonly decline: (id: string) => void;
}

/** Makes the sounds of the phone follow its calls. */
export class RingSounds {
  readonly #options: RingSoundsOptions;
  #lastArrivalAt: number | undefined;
  #ring: RingSound | undefined;
  #isRingback = false;
  #cancelCheck: (() => void) | undefined;
  #cancelSilence: () => void = () => {};

  constructor(options: RingSoundsOptions) {
    this.#options = options;
  }

  callArrived(): void {
    const { clock } = this.#options;
    this.#lastArrivalAt = clock.now();
    this.#cancelSilence();
    this.#cancelSilence = clock.schedule(RING_WINDOW_MS, () => this.update());
    this.update();
  }

  callEnded(): void {
    const [output = ""] = this.#options.outputs();
    this.#options.player.play("callEnded", { outputs: [output] });
  }

  /** The calls or the settings have changed. */
  update(): void {
    const { clock, calls, settings } = this.#options;
    const { ring, isRingback } = soundsFor(calls(), this.#lastArrivalAt, settings(), clock.now());
    this.#setRing(ring);
    this.#setRingback(isRingback);
    const isRinging = calls().some(isIncoming);
    if (isRinging && !this.#cancelCheck) this.#checkSoon();
    if (!isRinging) this.#stopChecking();
  }

  /** The user leaves: silence, and nothing remembered. */
  reset(): void {
    this.#stopChecking();
    this.#cancelSilence();
    this.#lastArrivalAt = undefined;
    this.#ring = undefined;
    this.#isRingback = false;
    this.#options.player.stopAll();
  }

  #setRing(ring: RingSound | undefined): void {
    if (ring === this.#ring) return;
    const { player, outputs } = this.#options;
    if (this.#ring) player.stop(this.#ring);
    this.#ring = ring;
    if (ring) player.play(ring, { loop: true, outputs: outputs() });
  }

  #setRingback(isRingback: boolean): void {
    if (isRingback === this.#isRingback) return;
    this.#isRingback = isRingback;
    const [output = ""] = this.#options.outputs();
    if (isRingback) this.#options.player.play("ringback", { loop: true, outputs: [output] });
    else this.#options.player.stop("ringback");
  }

  #checkSoon(): void {
    this.#cancelCheck = this.#options.clock.schedule(RING_CHECK_MS, () => {
      this.#cancelCheck = undefined;
      this.#declineOld();
      this.update();
    });
  }

  #stopChecking(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
  }

  #declineOld(): void {
    const { clock, calls, decline } = this.#options;
    for (const { id, place, startedAt } of calls().filter(isIncoming)) {
      const isOld = clock.now() - startedAt > RING_TIMEOUT_MS;
      if (isOld && place === "here") decline(id);
    }
  }
}
