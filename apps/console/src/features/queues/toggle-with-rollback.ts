import type { Clock } from "@offhook/kernel";

/** A refused switch stays where the user put it for this long, then goes back: a jump at once would look broken. */
const ROLLBACK_AFTER_MS = 500;

export interface Toggle {
  readonly clock: Clock;
  /** Puts the switch on the screen. */
  readonly show: (isOn: boolean) => void;
  readonly save: (isOn: boolean) => Promise<unknown>;
}

/** Shows the new position at once, and the old one again when the service refuses. Rethrows the refusal then. */
export async function toggleWithRollback(isOn: boolean, { clock, show, save }: Toggle): Promise<void> {
  show(isOn);
  try {
    await save(isOn);
  } catch (failure) {
    await new Promise<void>((resolve) => clock.schedule(ROLLBACK_AFTER_MS, resolve));
    show(!isOn);
    throw failure;
  }
}
