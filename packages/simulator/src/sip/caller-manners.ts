import type { Clock } from "@offhook/kernel";
import type { OutsideCall } from "./outside-call.ts";

/** What somebody outside does in a call of theirs besides talking. */
export interface CallerManners {
  /** Hangs up after this long, whether anybody has come or not. */
  readonly givesUpAfterMs?: number | undefined;
  /** Presses these once they are let in, and hangs up when they have heard what comes of it. */
  readonly keys?: string | undefined;
}

/** Whoever is let in listens for a moment first. */
const LISTEN_MS = 4_000;
/** As long as it takes to say that a place is kept, and at which number. */
const UNDERSTAND_MS = 12_000;

export function followManners(clock: Clock, call: OutsideCall, manners: CallerManners): void {
  const { givesUpAfterMs, keys } = manners;
  if (givesUpAfterMs !== undefined) {
    const cancel = clock.schedule(givesUpAfterMs, () => call.hangUp());
    call.whenEnded(cancel);
  }
  if (keys !== undefined) pressWhenLetIn(clock, call, keys);
}

function pressWhenLetIn(clock: Clock, call: OutsideCall, keys: string): void {
  const press = (): void => {
    if (call.state === "ended") return;
    // Too early: nobody has let them in yet.
    if (call.state !== "talking") clock.schedule(LISTEN_MS, press);
    else
      call.leg.press(keys).then(
        () => clock.schedule(UNDERSTAND_MS, () => call.hangUp()),
        () => call.hangUp(),
      );
  };
  clock.schedule(LISTEN_MS, press);
}
