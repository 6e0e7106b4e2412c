import { MAX_KEEP_DAYS, MAX_PAUSE_REASON } from "@offhook/contract";
import { parseHours } from "@offhook/pbx";
import { z } from "zod";
import { EmergencyAddress } from "../../pbx/directory/emergency-address.ts";

/** Scalars of the file arrive as text, so that 0101 stays an extension; those that come from the store are typed. */
const Flag = z
  .union([z.boolean(), z.enum(["true", "false"])], "must be true or false")
  .transform((value) => value === true || value === "true");

const NUMBER = /^-?\d+(\.\d+)?$/;
const number = (isFitting: (value: number) => boolean, text: string) =>
  z
    .union([z.number(), z.string().regex(NUMBER, text).transform(Number)], text)
    .refine((value) => isFitting(value), text);
const whole = (from: number, to: number) =>
  number(
    (value) => Number.isInteger(value) && value >= from && value <= to,
    `must be a whole number from ${from} to ${to}`,
  );
const amount = () => number((value) => value >= 0, "must be an amount of 0 or more");

const text = (max: number) => z.string("must be text").max(max, `must have at most ${max} characters`);
const name = (max: number) => text(max).min(1, "must not be empty");
const matching = (pattern: RegExp, message: string) => z.string(message).regex(pattern, message);
/** `users:` without anything below it is a list without entries. */
const list = <Entry extends z.ZodType>(entry: Entry) =>
  z.preprocess(
    (value) => (value === "" ? [] : value),
    z.array(entry, "must be a list, each entry behind a dash"),
  );

const Extension = matching(/^\d{2,6}$/, 'must be an extension of 2 to 6 digits, such as "101"');
const PublicNumber = matching(
  /^[1-9]\d{6,14}$/,
  'must be a number with its country code in digits alone, such as "12125550110"',
);
const Username = matching(
  /^[^\s@A-Z]+@[^\s@A-Z]+$/,
  "must be a mail address in small letters, such as maya@example.com",
);
const LineName = matching(/^[a-z0-9][a-z0-9._-]{0,59}$/, "must be small letters, digits, dots and dashes");
const DestinationText = matching(
  /^(none|hangup|voicemail( \S+)?|(phone|huntgroup|queue|number) \S.*)$/,
  "must be none, hangup, voicemail, or one of voicemail, phone, huntgroup, queue and number with its name or " +
    'number behind it, such as "huntgroup 401"',
);
/** Resolved before it gets here; left out it stays as it is. */
const Secret = z.string("must be text, or { env: NAME }, or { file: path }").min(1, "must not be empty");

const User = z.strictObject({
  username: Username,
  firstname: text(60).default(""),
  lastname: text(60).default(""),
  title: text(100).default(""),
  email: text(200).default(""),
  mobile: text(30).optional(),
  extension: Extension.optional(),
  timezone: text(60).optional(),
  country: matching(/^[A-Z]{2}$/, "must be a country in two capital letters, such as US").optional(),
  /** Switches of features: '0' turns one off. */
  roles: z.record(z.string(), z.enum(["0", "1"], 'must be "0" or "1"')).default({}),
  initial_password: Secret.optional(),
});

const Phone = z.strictObject({
  name: LineName,
  kind: z.enum(["phone", "doorbell"], "must be phone or doorbell").default("phone"),
  label: text(100).default(""),
  extension: Extension.optional(),
  number: z.union([z.literal(""), PublicNumber]).default(""),
  users: list(Username).default([]),
  /** Where responders are to go when it calls an emergency number; empty: the company's place. */
  emergency_location: text(300).default(""),
  emergency_address: EmergencyAddress.optional(),
  transcribes_recordings: Flag.default(false),
  // What people set for themselves in the console is left alone where the file does not name it.
  max_calls: whole(1, 20).optional(),
  rejects_anonymous: Flag.optional(),
  when_away: DestinationText.optional(),
  when_busy: DestinationText.optional(),
  when_unanswered: DestinationText.optional(),
  music: matching(
    /^[\w-]{1,60}$/,
    "must be the name of a piece of music: letters, digits and dashes",
  ).optional(),
  music_while_ringing: Flag.optional(),
});

const DeskPhone = z.strictObject({
  username: matching(/^[a-z0-9][a-z0-9._-]{1,59}$/, "must be small letters, digits, dots and dashes"),
  phone: LineName,
  /** On whose desk it stands: named where a line is shared and the phone declines a call. */
  user: Username.optional(),
  label: text(100).default(""),
  password: Secret.min(12, "must have at least 12 characters").optional(),
});

const VoicemailBox = z.strictObject({
  name: Extension,
  label: text(100).default(""),
  owner: Username.optional(),
  users: list(Username).default([]),
  pin: Secret.regex(/^\d{4,10}$/, "must have 4 to 10 digits").optional(),
  /** Readers who may change its switches and greetings as its owner does. */
  managers: list(Username).default([]),
  max_messages: whole(1, 10_000).default(200),
  max_seconds: whole(5, 3_600).default(180),
  /** 0: messages stay until somebody deletes them. */
  keep_days: whole(0, MAX_KEEP_DAYS).optional(),
  mail: Flag.optional(),
  live: Flag.optional(),
});

const MessageLine = z.strictObject({
  number: PublicNumber,
  name: name(100),
  users: list(Username).default([]),
});
const FaxLine = MessageLine.extend({
  owner: Username.optional(),
  /** How our machine names itself to the other one; empty: by the number. */
  station: matching(/^[\w +.-]{0,20}$/, "must have up to 20 letters, digits and spaces").default(""),
  /** Its number is also a voice number: a call becomes a fax when the caller's machine is heard. */
  detect: Flag.default(false),
  // What people set for themselves in the console is left alone where the file does not name it.
  mail: Flag.optional(),
  receipts: Flag.optional(),
});

const FaxCover = z.strictObject({
  name: name(60),
  design: z
    .enum(["plain", "modern", "confidential"], "must be plain, modern or confidential")
    .default("plain"),
  /** Under the company's name. */
  headline: text(200).default(""),
  /** Printed at its foot; empty: nothing is. */
  confidentiality: text(600).default(""),
});

const Hours = text(30).refine(
  (written) => parseHours(written) !== undefined,
  'must be days and times, such as "mon-fri 09:00-17:00"',
);

const Skill = matching(/^[a-z0-9-]{1,30}$/, "must be up to 30 small letters, digits and hyphens");

const CallerPriorityText = matching(
  /^\d{1,15}\*? ([1-9]\d?|100)$/,
  'must be a number, or its beginning and a star, and a priority from 1 to 100: "12125550171 10"',
);

const TagPriorityText = matching(
  /^(?=.{1,40} \d+$)[^,;\s]+(?: [^,;\s]+)* ([1-9]\d?|100)$/,
  'must be a tag of up to 40 characters and a priority from 1 to 100: "vip 10"',
);

const Queue = z.strictObject({
  extension: Extension,
  name: name(100),
  strategy: z
    .enum(
      ["ringAll", "longestIdle", "roundRobin", "fewestCalls", "random"],
      "must be ringAll, longestIdle, roundRobin, fewestCalls or random",
    )
    .default("ringAll"),
  agents: list(
    z.strictObject({
      phone: LineName,
      logged_in: Flag.default(false),
      penalty: whole(0, 100).default(0),
      position: whole(0, 1_000).default(0),
      skills: list(Skill).default([]),
    }),
  ).default([]),
  ring_seconds: whole(5, 120).default(20),
  wrap_up_seconds: whole(0, 3_600).default(5),
  max_wait_seconds: whole(10, 86_400).default(600),
  max_waiting: whole(1, 1_000).default(50),
  announce_seconds: whole(10, 3_600).default(45),
  announces_wait: Flag.default(true),
  comfort_seconds: whole(0, 3_600).default(0),
  overflow: DestinationText.default("voicemail"),
  leaves_when_empty: Flag.default(true),
  leaves_when_paused: Flag.default(false),
  pauses_after_missed: Flag.default(false),
  can_choose: Flag.default(false),
  skill_patience_seconds: whole(0, 3_600).default(30),
  hours: list(Hours).default([]),
  caller_priorities: list(CallerPriorityText).default([]),
  tag_priorities: list(TagPriorityText).default([]),
  callback: Flag.default(false),
  callback_retry_minutes: whole(1, 1_440).default(5),
  recording: z
    .enum(["never", "on_request", "always"], "must be never, on_request or always")
    .default("on_request"),
  transcribes_recordings: Flag.default(false),
});

const HuntGroup = z.strictObject({
  name: name(100),
  extension: Extension.optional(),
  rings: z.enum(["together", "one_by_one"], "must be together or one_by_one").default("together"),
  ring_seconds: whole(5, 120).default(20),
  on_call: z.enum(["first", "only"], "must be first or only").default("first"),
  when_unanswered: DestinationText.default("none"),
  lines: list(
    z.strictObject({
      number: matching(/^\d{2,15}$/, "must be an extension or a public number in digits"),
      level: whole(1, 20).default(1),
      available: Flag.default(true),
    }),
  ).default([]),
});

const Room = z.strictObject({
  extension: Extension,
  name: name(100),
  max_members: whole(2, 500).default(50),
});
const InboundNumber = z.strictObject({
  number: PublicNumber,
  to: DestinationText,
  priority: whole(0, 100).default(0),
  skills: list(Skill).default([]),
});
const BlockedCaller = z.strictObject({ number: matching(/^[\d*#]{1,20}$/, "must be digits") });

const Parking = z.strictObject({
  extension: Extension,
  first: whole(10, 999_999),
  last: whole(10, 999_999),
  timeout_seconds: whole(10, 3_600).default(180),
});

/** What one line may call outside. */
const LineLimits = z.strictObject({
  calls_at_once: whole(0, 1_000).default(4),
  calls_per_hour: whole(0, 100_000).default(60),
  calls_per_day: whole(0, 100_000).default(300),
  minutes_per_day: whole(0, 1_000_000).default(600),
  minutes_per_call: whole(1, 100_000).default(240),
});

/** Where responders are to go, and the users who are told. */
const Emergency = z.strictObject({
  location: text(300).default(""),
  address: EmergencyAddress.optional(),
  notify: list(Username).default([]),
  outside_prefixes: list(matching(/^\d{1,3}$/, "must be one to three digits")).default(["9", "0"]),
});

const DialPlan = z.strictObject({
  trunks: list(name(60)).default([]),
  international: Flag.default(false),
  countries: list(matching(/^[A-Z]{2}$/, "must be a country in two capital letters, such as CA")).default([]),
  premium: Flag.default(false),
  satellite: Flag.default(false),
  blocked_prefixes: list(matching(/^\d{1,15}$/, "must be digits")).default([]),
  default_number: z.union([z.literal(""), PublicNumber]).default(""),
  daily_spend_limit: amount().default(25),
  max_outside_calls: whole(0, 10_000).default(10),
  max_calls_per_line: whole(1, 1_000).default(20),
  max_legs: whole(1, 10_000).default(300),
  line_limits: LineLimits.prefault({}),
  emergency: Emergency.prefault({}),
  parking: Parking.optional(),
});

const Trunk = z.strictObject({
  id: matching(/^[a-z0-9][a-z0-9-]{0,59}$/, "must be small letters, digits and dashes"),
  host: name(200),
  port: whole(1, 65_535).default(5060),
  transport: z.enum(["UDP", "TCP", "TLS"], "must be UDP, TCP or TLS").default("UDP"),
  domain: text(200).optional(),
  username: text(100).optional(),
  password: Secret.optional(),
  registers: Flag.default(false),
  register_seconds: whole(60, 86_400).default(300),
  trusted_addresses: list(name(60)).default([]),
  max_calls: whole(1, 100_000).default(100),
  number_format: z.enum(["e164", "digits"], "must be e164 or digits").default("e164"),
  location_format: z.enum(["pidf", "header"], "must be pidf or header").default("pidf"),
  t38: Flag.optional(),
  rates: list(
    z.strictObject({ prefix: matching(/^\d{0,15}$/, "must be digits"), per_minute: amount() }),
  ).default([]),
  probe_seconds: whole(5, 3_600).default(60),
});

/** A company as one file. A section that is left out is left alone; a field that is left out has its default. */
export const CompanyFile = z.strictObject({
  company: z.strictObject({
    name: name(100),
    region: matching(/^[A-Z]{2}$/, "must be a country in two capital letters, such as US").default("US"),
    timezone: text(60).default("America/New_York"),
    hours: list(Hours).default([]),
    fax_covers: list(FaxCover).default([]),
    pause_reasons: list(name(MAX_PAUSE_REASON)).default(["Lunch", "Meeting", "Break", "Training"]),
    supervision_notice: z.enum(["none", "shown", "heard"]).default("none"),
  }),
  trunks: list(Trunk).optional(),
  users: list(User).optional(),
  phones: list(Phone).optional(),
  desk_phones: list(DeskPhone).optional(),
  voicemail_boxes: list(VoicemailBox).optional(),
  sms_lines: list(MessageLine).optional(),
  fax_lines: list(FaxLine).optional(),
  queues: list(Queue).optional(),
  hunt_groups: list(HuntGroup).optional(),
  rooms: list(Room).optional(),
  numbers: list(InboundNumber).optional(),
  blocked_callers: list(BlockedCaller).optional(),
  dial_plan: DialPlan.optional(),
});
export type CompanyFile = z.infer<typeof CompanyFile>;

/** The sections that are lists of things. */
export type SectionName = Exclude<keyof CompanyFile, "company" | "dial_plan">;
export type SectionItem<Name extends SectionName> = NonNullable<CompanyFile[Name]>[number];

/** Something of the file that cannot be, and where. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface Destination {
  readonly type: string;
  readonly number: string;
}

/** "huntgroup 401" in the two columns of a row. */
export function readDestination(written: string): Destination {
  const [type = "", ...rest] = written.split(" ");
  return { type: type === "none" ? "" : type, number: rest.join(" ").trim() };
}

export const writeDestination = ({ type, number }: Destination): string =>
  type === "" ? "none" : `${type} ${number}`.trim();

const byText = <Item>(textOf: (item: Item) => string) => {
  return (a: Item, b: Item): number => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : 0);
};
const withSortedUsers = <Item extends { readonly users: readonly string[] }>(item: Item) => ({
  ...item,
  users: item.users.toSorted(),
});

/** Lines that ring one by one do so in the order of the file; that of lines that ring together means nothing. */
function inRingingOrder({ rings, lines }: z.infer<typeof HuntGroup>): z.infer<typeof HuntGroup>["lines"] {
  const byLevel = byText(({ level }: (typeof lines)[number]) => String(level).padStart(2, "0"));
  if (rings === "one_by_one") return lines.toSorted(byLevel);
  return lines.toSorted(byText(({ number }) => number)).toSorted(byLevel);
}

/** The users of a line and the agents of a queue are sets: their order in the file means nothing. */
export function normalize(file: CompanyFile): CompanyFile {
  const { users, phones, voicemail_boxes, sms_lines, fax_lines, queues, hunt_groups } = file;
  return {
    ...file,
    ...(users && {
      users: users.map((user) => ({ ...user, email: user.email === user.username ? "" : user.email })),
    }),
    ...(phones && { phones: phones.map(withSortedUsers) }),
    ...(voicemail_boxes && {
      voicemail_boxes: voicemail_boxes.map((box) => ({
        ...withSortedUsers(box),
        managers: box.managers.toSorted(),
      })),
    }),
    ...(sms_lines && { sms_lines: sms_lines.map(withSortedUsers) }),
    ...(fax_lines && { fax_lines: fax_lines.map(withSortedUsers) }),
    ...(queues && {
      queues: queues.map((queue) => ({
        ...queue,
        agents: queue.agents.toSorted(byText(({ phone }) => phone)),
      })),
    }),
    ...(hunt_groups && {
      hunt_groups: hunt_groups.map((group) => ({
        ...group,
        lines: inRingingOrder(group),
      })),
    }),
  };
}
