import type { CallSupervision } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";

const DID: Readonly<Record<CallSupervision["act"], string>> = {
  listen: "listened",
  whisper: "whispered",
  barge: "joined the call",
  takeOver: "took over",
};

/** Pure. "Ines Duarte listened 0:42, Ines Duarte took over"; who left at once says nothing of how long. */
export function supervisionWords(parts: readonly CallSupervision[]): string {
  return parts
    .map(({ name, act, seconds }) => {
      const did = `${name || "Somebody"} ${DID[act]}`;
      // Who took over a call has it for themselves from then on: their own entry tells how long.
      return seconds && act !== "takeOver" ? `${did} ${clockDuration(seconds)}` : did;
    })
    .join(", ");
}
