import { type LineLimitName, type PbxAlarm, placeOf } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { AdminAlert, AdminAlerts } from "../../platform/admin-alerts.ts";
import type { LiveDirectory } from "../directory/live-directory.ts";

export interface PhoneAlarmsDeps {
  /** Left out: the log alone. */
  readonly alerts: AdminAlerts;
  readonly directory: Pick<LiveDirectory, "line" | "endpoint" | "company">;
  readonly log: Pick<BaseLogger, "warn">;
}

type Words = Omit<AdminAlert, "customerId">;

const LIMIT_WORDS: Readonly<Record<LineLimitName, (allowed: number) => string>> = {
  callsAtOnce: (allowed) => `${allowed} outside calls at the same time`,
  callsPerHour: (allowed) => `${allowed} outside calls within an hour`,
  callsPerDay: (allowed) => `${allowed} outside calls within a day`,
  minutesPerDay: (allowed) => `${allowed} minutes of outside calls within a day`,
  minutesPerCall: (allowed) => `${allowed} minutes for one outside call`,
};
const SUSPICIOUS_WORDS = {
  premium: "premium or satellite numbers",
  foreign: "numbers abroad that nobody of the company had called before",
} as const;

const NO_CARRIER =
  "The call was NOT connected, because no carrier is connected. Call from a mobile phone at once.";
const CARRIER_DOWN =
  "The carrier does not answer right now, so the call may not have been connected. Call from a mobile phone at once.";

/** What the dial plan noticed, told to those who can do something about it. */
export class PhoneAlarms {
  readonly #deps: PhoneAlarmsDeps;

  constructor(deps: PhoneAlarmsDeps) {
    this.#deps = deps;
  }

  raise(companyId: string, alarm: PbxAlarm): void {
    const { alerts, log } = this.#deps;
    log.warn({ companyId, ...alarm }, "An alarm of the phone system");
    const words = this.#words(companyId, alarm);
    if (words) alerts.raise({ customerId: Number(companyId), ...words });
  }

  #words(companyId: string, alarm: PbxAlarm): Words | undefined {
    switch (alarm.kind) {
      case "lineStopped": {
        const line = this.#line(companyId, alarm.endpointId);
        if (alarm.endpointId === undefined)
          return {
            kind: "limitReached",
            subject: "company premium",
            title: "A group or queue called too many costly numbers",
            text:
              `Groups and queues called ${alarm.calls} ${SUSPICIOUS_WORDS[alarm.what]} within an hour, and then ` +
              `${alarm.number}, which was refused. They may call again later in the hour. Look at their members outside.`,
          };
        return {
          kind: "tollFraud",
          subject: line.name,
          title: `Calls from ${line.title} were stopped`,
          text:
            `The line called ${alarm.calls} ${SUSPICIOUS_WORDS[alarm.what]} within an hour, and then ${alarm.number}. ` +
            "It makes no more such calls until you let it, or for a day. If nobody at the line knows of them, give " +
            "its desk phones new passwords and its users new passwords.",
        };
      }
      case "lineLimitReached": {
        const line = this.#line(companyId, alarm.endpointId);
        return {
          kind: "limitReached",
          subject: `${line.name} ${alarm.limit}`,
          title: `${line.title} has reached a limit`,
          text:
            `The line may make ${LIMIT_WORDS[alarm.limit](alarm.allowed)}. What was more was refused. ` +
            "The limits stand in the company file under dial_plan.line_limits.",
        };
      }
      case "dailySpendReached":
        return {
          kind: "limitReached",
          subject: "dailySpend",
          title: "Outside calls are stopped for today",
          text:
            `They have cost ${alarm.spent.toFixed(2)} today, and the limit is ${alarm.limit}. ` +
            "Emergency calls still work. The limit is dial_plan.daily_spend_limit in the company file.",
        };
      case "concurrentCallsReached":
        return {
          kind: "limitReached",
          subject: "outsideCalls",
          title: "Someone could not call outside",
          text:
            `The company may make ${alarm.limit} outside calls at the same time, and all of them were on. ` +
            "The limit is dial_plan.max_outside_calls in the company file.",
        };
      case "emergencyCall":
        return this.#emergency(companyId, alarm);
      case "lineIsStopped":
      case "internationalRefused":
      case "blockedNumberRefused":
      case "costlyNumberRefused":
        return undefined;
    }
  }

  #emergency(companyId: string, alarm: Extract<PbxAlarm, { kind: "emergencyCall" }>): Words {
    const { directory } = this.#deps;
    const line = this.#line(companyId, alarm.endpointId);
    const company = directory.company(companyId);
    const endpoint = directory.endpoint(companyId, alarm.endpointId ?? "");
    const place = company && placeOf(company, endpoint)?.text;
    const where = place
      ? `The place of the line is ${place}.`
      : "No emergency location is set for this line, so the responders do not know the place: tell them.";
    const reach = alarm.isCarrierUp ? where : `${alarm.hasCarrier ? CARRIER_DOWN : NO_CARRIER} ${where}`;
    return {
      kind: "emergencyCall",
      // Every emergency call is told, however soon it follows another one of the same line.
      subject: `${line.name} ${alarm.number} ${new Date().toISOString()}`,
      title: `Emergency call: ${line.title} dialed ${alarm.number}`,
      text: reach,
      alsoTell: (company?.emergency?.notify ?? []).map(Number),
    };
  }

  #line(
    companyId: string,
    endpointId: string | undefined,
  ): { readonly name: string; readonly title: string } {
    const { directory } = this.#deps;
    const endpoint = directory.endpoint(companyId, endpointId ?? "");
    const name = directory.line(endpointId ?? "")?.name ?? "company";
    if (!endpoint) return { name, title: "the company" };
    const { extension, name: label } = endpoint;
    return { name, title: `line ${extension ?? name}${label ? ` (${label})` : ""}` };
  }
}
