import type { Clock } from "@offhook/kernel";
import type { DialString } from "@offhook/telephony";

const DIGIT_SPACING_MS = 750;

export interface PlannedDigit {
  readonly key: string;
  readonly waitMs: number;
}

/** The extension's digits, then every pause with what follows it. */
export function planDigits({ extension, afterAnswer }: Pick<DialString, "extension" | "afterAnswer">) {
  const planned: PlannedDigit[] = [...extension].map((key) => ({ key, waitMs: DIGIT_SPACING_MS }));
  let pauseMs = 0;
  for (const section of afterAnswer) {
    pauseMs += section.pauseMs;
    for (const key of section.digits) {
      planned.push({ key, waitMs: pauseMs || DIGIT_SPACING_MS });
      pauseMs = 0;
    }
  }
  return planned;
}

export const textOfPlan = (planned: readonly PlannedDigit[]): string =>
  planned.map(({ key }) => key).join("");

/** Sends the digits one by one; the returned function stops it. */
export function sendPlanned(
  clock: Clock,
  planned: readonly PlannedDigit[],
  send: (key: string, rest: string) => void,
): () => void {
  let cancel: () => void = () => {};
  const next = ([digit, ...rest]: readonly PlannedDigit[]): void => {
    if (!digit) return;
    cancel = clock.schedule(digit.waitMs, () => {
      send(digit.key, textOfPlan(rest));
      next(rest);
    });
  };
  next(planned);
  return () => cancel();
}
