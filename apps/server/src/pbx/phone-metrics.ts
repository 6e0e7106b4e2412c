import type { PbxCounts } from "@offhook/pbx";
import { Gauge, type Registry } from "prom-client";

/** What call control holds right now: a number that stays when all calls are over is a leak. */
export function registerPhoneMetrics(registry: Registry, counts: () => PbxCounts): void {
  new Gauge({
    name: "offhook_phone_system",
    help: "Calls, legs, bridges, registered devices, SIP dialogs, waiting callers and fax calls",
    labelNames: ["what"],
    registers: [registry],
    collect() {
      for (const [what, count] of Object.entries(counts())) this.set({ what }, count);
    },
  });
}
