import {
  type CompanyConfig,
  type EmergencyConfig,
  type EndpointConfig,
  type HuntGroupConfig,
  type LineLimits,
  type MailboxConfig,
  type OutboundConfig,
  type ParkingConfig,
  parseHours,
  type QueueConfig,
  type RingStrategy,
  type SupervisionNotice,
} from "@offhook/pbx";
import type { Selectable } from "kysely";
import type { HuntGroups, Phones, Queues, VoicemailBoxes } from "../../database/schema/database-schema.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { DestinationFinder } from "./destination-finder.ts";
import type { CompanyRows } from "./directory-repository.ts";
import { placeOfRow } from "./emergency-address.ts";
import { findMusic, type Music } from "./music-folder.ts";

/** A company as call control sees it, from its rows. Ids are those of the rows, as text. */
export function buildCompanyConfig(
  rows: CompanyRows,
  sealer: Sealer,
  music: Music = new Map(),
): CompanyConfig {
  const finder = new DestinationFinder(rows);
  return {
    id: String(rows.customer.id),
    name: rows.customer.name,
    musicPath: findMusic(music),
    region: rows.customer.region,
    timeZone: rows.customer.timezone,
    // What the file says was checked when it was applied.
    hours: rows.customer.hours.flatMap((written) => parseHours(written) ?? []),
    endpoints: rows.phones.map((phone) => endpointOf(rows, finder, phone, music)),
    queues: rows.queues.map((queue) => queueOf(rows, finder, queue, music)),
    huntGroups: rows.huntGroups.map((group) => huntGroupOf(rows, finder, group)),
    mailboxes: rows.voicemailBoxes.map((box) => mailboxOf(box, sealer)),
    rooms: rows.rooms.map(({ id, name, extension, max_members }) => ({
      id: String(id),
      name,
      extension,
      maxMembers: max_members,
    })),
    faxLines: rows.faxLines.map(({ id, number, name, station, detects_faxes }) => ({
      id: String(id),
      number: `+${number}`,
      name,
      stationId: station || `+${number}`,
      isShared: detects_faxes,
    })),
    inboundNumbers: inboundNumbersOf(rows, finder),
    // Written through the table's own check.
    supervisionNotice: rows.customer.supervision_notice as SupervisionNotice,
    outbound: outboundOf(rows),
    ...(rows.dialPlan && {
      limits: { maxCallsPerLine: rows.dialPlan.max_calls_per_line, maxLegs: rows.dialPlan.max_legs },
    }),
    emergency: emergencyOf(rows),
    parking: parkingOf(rows),
    blockedCallers: blockedFor(rows, null),
  };
}

/** Stored without a plus; call control writes E.164. */
const withPlus = (digits: string): string | undefined => (digits === "" ? undefined : `+${digits}`);

const blockedFor = ({ blockedCallers }: CompanyRows, phoneId: number | null): string[] =>
  blockedCallers.filter(({ phone_id }) => phone_id === phoneId).map(({ caller_number }) => caller_number);

function endpointOf(
  rows: CompanyRows,
  finder: DestinationFinder,
  phone: Selectable<Phones>,
  music: Music,
): EndpointConfig {
  const users = rows.phoneUsers.filter(({ phone_id }) => phone_id === phone.id);
  const mailboxId = finder.mailbox(phone.extension);
  const onNoAnswer = finder.find(
    {
      type: phone.utype,
      number: phone.utype === "huntgroup" ? phone.unumber_group || phone.unumber : phone.unumber,
    },
    mailboxId,
  );
  return {
    id: String(phone.id),
    userIds: users.map(({ user_id }) => String(user_id)),
    name: phone.label || phone.name,
    extension: phone.extension ?? undefined,
    kind: phone.kind === "doorbell" ? "doorbell" : "phone",
    rejectsAnonymous: phone.acr,
    isDoNotDisturb: phone.dnd,
    // Whoever shares the line and takes calls still wants to hear it ring.
    isCallsDisabled: users.length > 0 && users.every(({ calls_disabled }) => calls_disabled),
    forwardAlways: phone.forwarding === "" ? undefined : { kind: "number", number: phone.forwarding },
    onDoNotDisturb: finder.find({ type: phone.dtype, number: phone.dnumber }, mailboxId),
    onBusy: finder.find({ type: phone.btype, number: phone.bnumber }, mailboxId),
    onNoAnswer,
    onUnreachable: onNoAnswer,
    mailboxId,
    hasCallWaiting: phone.totalmaximum > 1,
    maxCalls: phone.totalmaximum,
    externalCallerId: withPlus(phone.callerid_external),
    musicPath: findMusic(music, phone.music),
    hasMusicRinging: phone.music_ringing,
    blockedCallers: blockedFor(rows, phone.id),
    mayCallOutside: phone.kind !== "doorbell",
    emergencyPlace: placeOfRow(phone),
  };
}

/** As the company file writes it. */
const RECORDING = { never: "never", on_request: "onRequest", always: "always" } as const;

function queueOf(
  rows: CompanyRows,
  finder: DestinationFinder,
  queue: Selectable<Queues>,
  music: Music,
): QueueConfig {
  return {
    id: String(queue.id),
    name: queue.name,
    extension: queue.extension,
    // Written through the table's own check.
    strategy: queue.strategy as RingStrategy,
    agents: rows.queueMembers
      .filter(({ queue_id }) => queue_id === queue.id)
      .map(({ phone_id, available, paused_reason, penalty, skills }) => ({
        endpointId: String(phone_id),
        isLoggedIn: available,
        pausedReason: paused_reason ?? undefined,
        penalty,
        skills,
      })),
    ringTimeoutMs: queue.ring_seconds * 1000,
    wrapUpMs: queue.wrap_up_seconds * 1000,
    maxWaitMs: queue.max_wait_seconds * 1000,
    maxWaiting: queue.max_waiting,
    announceEveryMs: queue.announce_seconds * 1000,
    announcesWait: queue.announces_wait,
    comfortEveryMs: queue.comfort_seconds * 1000,
    musicPath: findMusic(music, `queue-${queue.extension}`),
    overflow: finder.find({ type: queue.otype, number: queue.onumber }, finder.mailbox(queue.extension)),
    leavesWhenEmpty: queue.leaves_when_empty,
    leavesWhenPaused: queue.leaves_when_paused,
    pausesAfterMissed: queue.pauses_after_missed,
    canChoose: queue.can_choose,
    skillPatienceMs: queue.skill_patience_seconds * 1000,
    hours: queue.hours.flatMap((written) => parseHours(written) ?? []),
    callerPriorities: queue.caller_priorities.map((written) => {
      const [number = "", priority] = written.split(" ");
      return { number, priority: Number(priority) };
    }),
    // Written through the table's own check.
    recording: RECORDING[queue.recording as keyof typeof RECORDING],
    tagPriorities: queue.tag_priorities.map((written) => {
      const space = written.lastIndexOf(" ");
      return { tag: written.slice(0, space), priority: Number(written.slice(space + 1)) };
    }),
    callback: queue.callback ? { retryAfterMs: queue.callback_retry_minutes * 60_000 } : undefined,
  };
}

function huntGroupOf(
  rows: CompanyRows,
  finder: DestinationFinder,
  group: Selectable<HuntGroups>,
): HuntGroupConfig {
  const lines = rows.huntGroupLines.filter(({ hunt_group_id }) => hunt_group_id === group.id);
  return {
    id: String(group.id),
    name: group.name,
    extension: group.extension ?? undefined,
    lines: lines.map(({ dnumber, level, available }) => {
      const phone = rows.phones.find(({ extension }) => extension === dnumber);
      return {
        destination: phone
          ? ({ kind: "endpoint", id: String(phone.id) } as const)
          : ({ kind: "number", number: dnumber } as const),
        level,
        isAvailable: available,
      };
    }),
    rings: group.rings === "one_by_one" ? "oneByOne" : "together",
    ringTimeoutMs: group.ring_seconds * 1000,
    onNoAnswer: finder.find({ type: group.utype, number: group.unumber }),
    onCall: {
      isAlone: group.on_call === "only",
      shifts: rows.shifts
        .filter(({ hunt_group_id }) => hunt_group_id === group.id)
        .map(({ phone_id, starts_at, ends_at }) => ({
          endpointId: String(phone_id),
          startsAt: starts_at.getTime(),
          endsAt: ends_at.getTime(),
        })),
    },
  };
}

function mailboxOf(box: Selectable<VoicemailBoxes>, sealer: Sealer): MailboxConfig {
  return {
    id: String(box.id),
    name: box.name,
    pin: box.sealed_pin === null ? undefined : sealer.open(pinContext(box.id), box.sealed_pin),
    maxMessages: box.max_messages,
    maxMessageMs: box.max_seconds * 1000,
  };
}

/** What a sealed PIN is bound to. */
export const pinContext = (boxId: number): string => `voicemail-pin ${boxId}`;

/** A line's own number leads to it, unless a row says otherwise. */
function inboundNumbersOf(rows: CompanyRows, finder: DestinationFinder): CompanyConfig["inboundNumbers"] {
  const numbers = new Map<string, CompanyConfig["inboundNumbers"][number]["destination"]>();
  for (const phone of rows.phones) {
    if (phone.callerid_external === "" || numbers.has(phone.callerid_external)) continue;
    numbers.set(phone.callerid_external, { kind: "endpoint", id: String(phone.id) });
  }
  for (const { number, dtype, dnumber, priority, skills } of rows.inboundNumbers) {
    const destination = finder.find({ type: dtype, number: dnumber });
    const carried = destination?.kind === "queue" && (priority > 0 || skills.length > 0);
    if (destination) numbers.set(number, carried ? { ...destination, priority, skills } : destination);
  }
  for (const { id, number, detects_faxes } of rows.faxLines) {
    // Where the number is a person's too, the call goes there until a fax machine is heard.
    if (!(detects_faxes && numbers.has(number))) numbers.set(number, { kind: "fax", id: String(id) });
  }
  return [...numbers].map(([number, destination]) => ({ number: `+${number}`, destination }));
}

/** A company nobody has given a dial plan calls nobody outside. */
function outboundOf({ dialPlan }: CompanyRows): OutboundConfig {
  return {
    trunkIds: dialPlan?.trunk_ids ?? [],
    isInternationalAllowed: dialPlan?.international ?? false,
    domesticCountries: dialPlan?.countries ?? [],
    isPremiumAllowed: dialPlan?.premium ?? false,
    isSatelliteAllowed: dialPlan?.satellite ?? false,
    ...(dialPlan && { line: lineLimitsOf(dialPlan) }),
    blockedPrefixes: dialPlan?.blocked_prefixes ?? [],
    defaultCallerId: withPlus(dialPlan?.default_callerid ?? ""),
    dailySpendLimit: Number(dialPlan?.daily_spend_limit ?? 0),
    maxConcurrentCalls: dialPlan?.max_outside_calls ?? 0,
  };
}

function emergencyOf({ dialPlan }: CompanyRows): EmergencyConfig {
  return {
    place: dialPlan && placeOfRow(dialPlan),
    notify: (dialPlan?.emergency_notify ?? []).map(String),
    outsidePrefixes: dialPlan?.outside_prefixes ?? [],
  };
}

function lineLimitsOf(dialPlan: NonNullable<CompanyRows["dialPlan"]>): LineLimits {
  return {
    callsAtOnce: dialPlan.line_calls_at_once,
    callsPerHour: dialPlan.line_calls_per_hour,
    callsPerDay: dialPlan.line_calls_per_day,
    minutesPerDay: dialPlan.line_minutes_per_day,
    minutesPerCall: dialPlan.line_minutes_per_call,
  };
}

function parkingOf({ dialPlan }: CompanyRows): ParkingConfig | undefined {
  if (!dialPlan || dialPlan.park_extension === null) return undefined;
  const { park_extension, park_first, park_last, park_timeout_seconds } = dialPlan;
  if (park_first === null || park_last === null) return undefined;
  return {
    extension: park_extension,
    firstSlot: park_first,
    lastSlot: park_last,
    timeoutMs: park_timeout_seconds * 1000,
  };
}
