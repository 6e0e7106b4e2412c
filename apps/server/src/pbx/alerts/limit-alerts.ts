import type { Clock } from "@offhook/kernel";
import type { LimitReached } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { AdminAlert, AdminAlerts } from "../../platform/admin-alerts.ts";

export interface LimitAlertsDeps {
  /** Left out: the log alone. */
  readonly alerts: AdminAlerts;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn">;
  readonly lineName: (endpointId: string) => string | undefined;
}

/** Whoever tries on does so many times a second; this often it is said again. */
const AGAIN_MS = 60_000;

/** Tells administrators of calls that were turned away because there were too many already. */
export class LimitAlerts {
  readonly #deps: LimitAlertsDeps;
  readonly #toldAt = new Map<string, number>();

  constructor(deps: LimitAlertsDeps) {
    this.#deps = deps;
  }

  tell(reached: LimitReached): void {
    const { alerts, clock, log } = this.#deps;
    const alert = this.#describe(reached);
    const key = `${alert.customerId ?? "all"} ${alert.subject}`;
    const now = clock.now();
    if (now - (this.#toldAt.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    this.#toldAt.set(key, now);
    log.warn({ ...reached }, "A call was turned away: there are too many at once");
    alerts.raise(alert);
  }

  #describe({ scope, companyId, endpointId, limit }: LimitReached): AdminAlert {
    const customerId = Number(companyId);
    if (scope === "line") {
      const line = this.#deps.lineName(endpointId ?? "") ?? endpointId ?? "";
      return {
        kind: "limitReached",
        customerId,
        subject: `line ${line}`,
        title: `Line ${line} has too many calls at once`,
        text: `It is in ${limit} calls, and another one was turned away. Look whether someone else uses its password. If the line needs more, raise max_calls_per_line in the company file.`,
      };
    }
    if (scope === "company")
      return {
        kind: "limitReached",
        customerId,
        subject: "company",
        title: "Your company has too many calls at once",
        text: `${limit} phones are in calls, and another call was turned away. Emergency calls still go through. If you need more, raise max_legs in the company file.`,
      };
    return {
      kind: "limitReached",
      subject: "installation",
      title: "The phone system has too many calls at once",
      text: `${limit} phones are in calls, and another call was turned away. Emergency calls still go through. If the server can carry more, raise MEDIA_MAX_LEGS.`,
    };
  }
}
