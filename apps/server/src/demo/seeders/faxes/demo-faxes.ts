import type { FaxReason } from "@offhook/contract";
import type { DemoDocument } from "./demo-documents.ts";

type DemoFaxLine = "12125550130" | "12125550131";
const RECORDS = "12125550130";
const REFERRALS = "12125550131";

interface DemoFaxBase {
  readonly line: DemoFaxLine;
  readonly number: string;
  readonly name: string;
  readonly document: DemoDocument | "torn";
  readonly minutesAgo: number;
}
export interface DemoArrival extends DemoFaxBase {
  readonly dir: "INBOX";
  /** Handles of those who have read it; nobody: it is new. */
  readonly readBy?: readonly string[];
  readonly damaged?: readonly number[];
  readonly station?: string;
}
export interface DemoSending extends DemoFaxBase {
  readonly dir: "SENT";
  readonly by: string;
  readonly subject?: string;
  /** Reasons of the tries that failed, oldest first. */
  readonly failures?: readonly FaxReason[];
  /** When it is tried next, or sent at all; left out: it has arrived, or failed for good. */
  readonly nextInMinutes?: number;
}
export type DemoFax = DemoArrival | DemoSending;

const NORTHSIDE = { number: "12125550171", name: "Northside Medical Group" };
const RIVERSIDE = { number: "12125550172", name: "Riverside Clinic" };
const BRENDAN = { number: "12125550173", name: "St. Brendan Hospital" };
const KEYSTONE = { number: "12125550188", name: "Keystone Health Plan" };
/** An old machine: twelve pages keep it busy for the first minutes of the demo. */
const ARCHIVE = { number: "16465550193", name: "Seaport Hospital Archive" };
const LAKEVIEW = { number: "16465550194", name: "Lakeview Therapy" };
const [HOUR, DAY] = [60, 24 * 60];

/** Eighteen faxes, newest first. The numbers that are busy or no fax machines are so at the simulated carrier too. */
export const DEMO_FAXES: readonly DemoFax[] = [
  {
    dir: "SENT",
    line: RECORDS,
    by: "tom",
    ...ARCHIVE,
    document: "chart",
    minutesAgo: 0,
    subject: "Chart of Rosa Delgado, for the archive",
    nextInMinutes: 0,
  },
  {
    dir: "INBOX",
    line: RECORDS,
    ...RIVERSIDE,
    document: "order",
    minutesAgo: 14,
    station: "RIVERSIDE CLINIC",
  },
  {
    dir: "INBOX",
    line: REFERRALS,
    ...NORTHSIDE,
    document: "referral",
    minutesAgo: 26,
    station: "NORTHSIDE MED",
  },
  {
    dir: "SENT",
    line: RECORDS,
    by: "maya",
    ...LAKEVIEW,
    document: "hours",
    minutesAgo: 35,
    subject: "Time sheet, week 32",
    nextInMinutes: 90,
  },
  {
    dir: "SENT",
    line: RECORDS,
    by: "tom",
    number: "12125550199",
    name: "Harbor Pharmacy",
    document: "order",
    minutesAgo: 2,
    subject: "Order for Rosa Delgado",
    failures: ["busy"],
    nextInMinutes: 4,
  },
  {
    dir: "INBOX",
    line: RECORDS,
    ...BRENDAN,
    document: "torn",
    minutesAgo: 70,
    damaged: [2],
    station: "ST BRENDAN MR",
  },
  {
    dir: "SENT",
    line: RECORDS,
    by: "tom",
    ...RIVERSIDE,
    document: "chart",
    minutesAgo: 2 * HOUR,
    subject: "Chart of Rosa Delgado",
  },
  {
    dir: "SENT",
    line: RECORDS,
    by: "maya",
    number: "12125550196",
    name: "Karen Jensen",
    document: "signed",
    minutesAgo: 3 * HOUR,
    failures: ["notFax"],
  },
  {
    dir: "INBOX",
    line: REFERRALS,
    ...KEYSTONE,
    document: "insurance",
    minutesAgo: 4 * HOUR,
    readBy: ["tom"],
  },
  {
    dir: "INBOX",
    line: RECORDS,
    ...NORTHSIDE,
    document: "signed",
    minutesAgo: 6 * HOUR,
    readBy: ["maya", "tom"],
  },
  {
    dir: "SENT",
    line: REFERRALS,
    by: "tom",
    ...NORTHSIDE,
    document: "referral",
    minutesAgo: DAY,
    subject: "Referral received",
  },
  {
    dir: "INBOX",
    line: RECORDS,
    number: "12125550176",
    name: "Medline Supply",
    document: "invoice",
    minutesAgo: DAY + HOUR,
    readBy: ["grace"],
  },
  {
    dir: "SENT",
    line: RECORDS,
    by: "grace",
    ...BRENDAN,
    document: "records",
    minutesAgo: DAY + 2 * HOUR,
    failures: ["noAnswer"],
    subject: "Records of Harold Finch",
  },
  { dir: "INBOX", line: RECORDS, ...RIVERSIDE, document: "order", minutesAgo: 2 * DAY, readBy: ["tom"] },
  {
    dir: "SENT",
    line: REFERRALS,
    by: "priya",
    number: "12125550197",
    name: "Old Mill Practice",
    document: "referral",
    minutesAgo: 3 * DAY,
    failures: ["noSuchNumber"],
  },
  {
    dir: "INBOX",
    line: REFERRALS,
    ...NORTHSIDE,
    document: "referral",
    minutesAgo: 5 * DAY,
    readBy: ["priya", "tom"],
  },
  {
    dir: "INBOX",
    line: RECORDS,
    number: "",
    name: "",
    document: "insurance",
    minutesAgo: 8 * DAY,
    readBy: ["maya"],
  },
  {
    dir: "SENT",
    line: RECORDS,
    by: "maya",
    ...LAKEVIEW,
    document: "signed",
    minutesAgo: 12 * DAY,
    subject: "Plan of care",
  },
];
