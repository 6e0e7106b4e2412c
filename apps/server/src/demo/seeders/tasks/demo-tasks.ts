/** A conversation by its line and its place from the newest; a voicemail or missed call by whose it is. */
export type DemoTaskSource =
  | { readonly kind: "sms"; readonly line: string; readonly place: number }
  | { readonly kind: "voicemail" | "call"; readonly owner: string; readonly place: number };

export interface DemoTask {
  readonly about: DemoTaskSource;
  readonly by: string;
  /** Left out: nobody has taken it yet. */
  readonly for?: string;
  readonly note?: string;
  readonly madeHoursAgo: number;
  /** From the beginning of the demo; before it where negative. */
  readonly dueInHours?: number;
  readonly remindInHours?: number;
  readonly resolved?: { readonly by: string; readonly hoursAgo: number };
}

const MAIN = "12125550110";
const SCHEDULING = "12125550111";
const BILLING = "12125550112";
const text = (line: string, place: number): DemoTaskSource => ({ kind: "sms", line, place });
const voicemail = (owner: string, place: number): DemoTaskSource => ({ kind: "voicemail", owner, place });
const call = (owner: string, place: number): DemoTaskSource => ({ kind: "call", owner, place });

/** What waits to be done at Harborlight, what is late, and what is done. Creator and assignee see the source. */
export const DEMO_TASKS: readonly DemoTask[] = [
  {
    about: text(SCHEDULING, 0),
    by: "maya",
    for: "dev",
    note: "Wants Thursday instead of Friday",
    madeHoursAgo: 2,
    dueInHours: 3,
    remindInHours: 2,
  },
  {
    about: text(SCHEDULING, 1),
    by: "ines",
    for: "dev",
    note: "Send the new caregiver's name",
    madeHoursAgo: 5,
  },
  { about: text(SCHEDULING, 2), by: "dev", note: "Needs a Spanish speaker", madeHoursAgo: 7, dueInHours: 20 },
  { about: text(SCHEDULING, 4), by: "priya", for: "samuel", madeHoursAgo: 26, dueInHours: -4 },
  { about: text(SCHEDULING, 5), by: "samuel", madeHoursAgo: 30 },
  {
    about: text(SCHEDULING, 6),
    by: "dev",
    for: "maya",
    note: "Key code for the lobby",
    madeHoursAgo: 9,
    dueInHours: 1,
  },
  {
    about: text(SCHEDULING, 8),
    by: "ines",
    for: "priya",
    madeHoursAgo: 50,
    resolved: { by: "priya", hoursAgo: 44 },
  },
  {
    about: text(SCHEDULING, 9),
    by: "maya",
    for: "dev",
    madeHoursAgo: 74,
    resolved: { by: "dev", hoursAgo: 70 },
  },
  { about: text(BILLING, 0), by: "aisha", for: "rosa", note: "Copay was charged twice", madeHoursAgo: 3 },
  {
    about: text(BILLING, 1),
    by: "ines",
    for: "dev",
    note: "Insurance card is missing",
    madeHoursAgo: 28,
    dueInHours: -22,
  },
  { about: text(BILLING, 2), by: "rosa", note: "Asks for a payment plan", madeHoursAgo: 12, dueInHours: 48 },
  {
    about: text(BILLING, 3),
    by: "dev",
    for: "aisha",
    madeHoursAgo: 96,
    resolved: { by: "aisha", hoursAgo: 90 },
  },
  {
    about: text(BILLING, 5),
    by: "dev",
    for: "ines",
    note: "Waive the late fee?",
    madeHoursAgo: 6,
    dueInHours: 26,
    remindInHours: 24,
  },
  {
    about: text(MAIN, 0),
    by: "ines",
    for: "maya",
    note: "Call the daughter back",
    madeHoursAgo: 1,
    dueInHours: 2,
  },
  { about: text(MAIN, 1), by: "maya", madeHoursAgo: 4, note: "Which pharmacy?" },
  { about: text(MAIN, 2), by: "maya", for: "ines", note: "Complaint about the weekend", madeHoursAgo: 21 },
  {
    about: text(MAIN, 4),
    by: "ines",
    for: "maya",
    madeHoursAgo: 120,
    resolved: { by: "maya", hoursAgo: 118 },
  },
  {
    about: voicemail("maya", 0),
    by: "maya",
    for: "maya",
    note: "Pass all of it on to the nurses",
    madeHoursAgo: 8,
    dueInHours: 5,
  },
  { about: voicemail("dev", 0), by: "dev", for: "dev", madeHoursAgo: 31, dueInHours: -7 },
  { about: call("maya", 0), by: "maya", for: "maya", note: "Third try this week", madeHoursAgo: 2 },
  { about: call("dev", 0), by: "dev", madeHoursAgo: 5 },
  {
    about: call("ines", 0),
    by: "ines",
    for: "ines",
    madeHoursAgo: 52,
    resolved: { by: "ines", hoursAgo: 51 },
  },
];
