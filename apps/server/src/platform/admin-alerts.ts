import type { AdminAlertKind } from "@offhook/contract";

/** Something the administrators of a company must learn of at once. */
export interface AdminAlert {
  /** Left out: it concerns the whole installation, so every company's administrators are told. */
  readonly customerId?: number;
  readonly kind: AdminAlertKind;
  /** The line, account or address it concerns. Repeats of a kind and subject within the hour are only counted. */
  readonly subject: string;
  /** A headline, such as "Calls from line 102 were stopped". */
  readonly title: string;
  /** What happened, what was done about it, and what to do next. */
  readonly text: string;
  /** Users who are told as well, such as the front desk of an emergency call. Those of another company are not. */
  readonly alsoTell?: readonly number[];
}

/** Tells administrators by mail and in the console, within ten seconds. */
export interface AdminAlerts {
  /** Never throws and is not waited for: whoever notices trouble has to go on working. */
  raise(alert: AdminAlert): void;
}
