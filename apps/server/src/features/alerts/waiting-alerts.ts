import { storableText } from "@offhook/kernel";
import type { AdminAlert } from "../../platform/admin-alerts.ts";

export interface WaitingAlert {
  readonly alert: AdminAlert;
  /** How often it was raised while it waited. */
  readonly times: number;
}

/** A flood of different subjects must not fill the memory: what is more is only counted, by kind. */
const MOST_WAITING = 500;
const LONGEST_SUBJECT = 200;
const LONGEST_TITLE = 200;
const LONGEST_TEXT = 2_000;

/** What was raised and is not stored yet. The same trouble takes one place, however often it is raised. */
export class WaitingAlerts {
  #waiting = new Map<string, WaitingAlert>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(given: AdminAlert, times = 1): void {
    const alert = storable(given);
    const key = JSON.stringify([alert.customerId, alert.kind, alert.subject]);
    const earlier = this.#waiting.get(key);
    if (!earlier && this.#waiting.size >= MOST_WAITING) return;
    this.#waiting.set(key, { alert, times: times + (earlier?.times ?? 0) });
  }

  takeAll(): WaitingAlert[] {
    const all = [...this.#waiting.values()];
    this.#waiting = new Map();
    return all;
  }
}

/** A subject may be what a stranger has sent: it has to fit and to be text that PostgreSQL keeps. */
function storable(alert: AdminAlert): AdminAlert {
  return {
    ...alert,
    subject: storableText(alert.subject, LONGEST_SUBJECT),
    title: storableText(alert.title, LONGEST_TITLE),
    text: storableText(alert.text, LONGEST_TEXT),
  };
}
