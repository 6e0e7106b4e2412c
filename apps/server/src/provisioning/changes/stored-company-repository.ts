import type { Kysely } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { pinContext } from "../../pbx/directory/company-config-builder.ts";
import { storedAddress } from "../../pbx/directory/emergency-address.ts";
import { deviceContext } from "../../pbx/directory/live-directory.ts";
import { trunkContext } from "../../pbx/directory/trunk-config-builder.ts";
import type { Sealer } from "../../platform/secrets/secrets-sealing.ts";
import { type CompanyFile, type SectionItem, writeDestination } from "../file/company-file.ts";

/** Stored in one row and one column each; empty ones are left out of the file. */
const given = <Key extends string, Value>(key: Key, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [Name in Key]?: Value };

export async function findCompanyId(query: Kysely<DB>, name: string): Promise<number | undefined> {
  const rows = await query.selectFrom("customers").select("id").where("name", "=", name).execute();
  if (rows.length > 1) throw new Error(`There are ${rows.length} companies with the name "${name}"`);
  return rows[0]?.id;
}

export async function listCompanyNames(query: Kysely<DB>): Promise<string[]> {
  const rows = await query.selectFrom("customers").select("name").orderBy("id").execute();
  return rows.map(({ name }) => name);
}

/** Everything of a company that a file can say, secrets included. `trunkIds` besides those of its dial plan. */
export async function readStoredCompany(
  query: Kysely<DB>,
  customerId: number,
  sealer: Sealer,
  trunkIds: readonly string[] = [],
): Promise<CompanyFile> {
  const company = await query
    .selectFrom("customers")
    .select(["name", "region", "timezone", "hours", "fax_covers", "pause_reasons", "supervision_notice"])
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  const dialPlan = await readDialPlan(query, customerId);
  return {
    // Written from a file that was checked.
    company: {
      ...company,
      fax_covers: company.fax_covers as CompanyFile["company"]["fax_covers"],
      supervision_notice: company.supervision_notice as CompanyFile["company"]["supervision_notice"],
    },
    trunks: await readTrunks(query, [...trunkIds, ...(dialPlan?.trunks ?? [])], sealer),
    users: await readUsers(query, customerId),
    ...(await readLines(query, customerId, sealer)),
    ...(await readMessageLines(query, customerId)),
    ...(await readGroups(query, customerId)),
    rooms: await query
      .selectFrom("conference_rooms")
      .select(["extension", "name", "max_members"])
      .where("customer_id", "=", customerId)
      .orderBy("extension")
      .execute(),
    numbers: (
      await query
        .selectFrom("inbound_numbers")
        .select(["number", "dtype", "dnumber", "priority", "skills"])
        .where("customer_id", "=", customerId)
        .orderBy("number")
        .execute()
    ).map(({ dtype, dnumber, ...row }) => ({
      ...row,
      to: writeDestination({ type: dtype, number: dnumber }),
    })),
    blocked_callers: await query
      .selectFrom("blocked_callers")
      .select("caller_number as number")
      .where("customer_id", "=", customerId)
      .where("phone_id", "is", null)
      .orderBy("caller_number")
      .execute(),
    ...given("dial_plan", dialPlan),
  };
}

export async function readTrunks(
  query: Kysely<DB>,
  ids: readonly string[],
  sealer: Sealer,
): Promise<SectionItem<"trunks">[]> {
  if (ids.length === 0) return [];
  const rows = await query.selectFrom("trunks").selectAll().where("id", "in", ids).orderBy("id").execute();
  return rows.map(({ sealed_password, domain, username, t38, rates, ...row }) => ({
    ...row,
    // Written through the tables' own checks, and through the file's schema.
    transport: row.transport as SectionItem<"trunks">["transport"],
    number_format: row.number_format as SectionItem<"trunks">["number_format"],
    location_format: row.location_format as SectionItem<"trunks">["location_format"],
    ...given("domain", domain),
    ...given("username", username),
    ...given("t38", t38),
    ...given("password", sealed_password && sealer.open(trunkContext(row.id), sealed_password)),
    rates: (rates as { prefix: string; perMinute: number }[]).map(({ prefix, perMinute }) => ({
      prefix,
      per_minute: perMinute,
    })),
  }));
}

async function readUsers(query: Kysely<DB>, customerId: number): Promise<SectionItem<"users">[]> {
  const rows = await query
    .selectFrom("users")
    .select(["username", "firstname", "lastname", "title", "email", "mobile", "extension", "timezone"])
    .select(["country", "roles"])
    .where("customer_id", "=", customerId)
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ extension, timezone, country, roles, email, ...row }) => ({
    ...row,
    email: email === row.username ? "" : email,
    ...given("extension", extension),
    ...given("timezone", timezone),
    ...given("country", country),
    roles: roles as SectionItem<"users">["roles"],
  }));
}

async function readLines(query: Kysely<DB>, customerId: number, sealer: Sealer) {
  const rows = await query
    .selectFrom("phones")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  const members = await query
    .selectFrom("phone_users")
    .innerJoin("users", "users.id", "phone_users.user_id")
    .select(["phone_id as line", "username"])
    .where("users.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .orderBy("users.id")
    .execute();
  const phones = rows.map((row): SectionItem<"phones"> => {
    const group = row.utype === "huntgroup" ? row.unumber_group || row.unumber : row.unumber;
    return {
      name: row.name,
      kind: row.kind === "doorbell" ? "doorbell" : "phone",
      label: row.label,
      ...given("extension", row.extension),
      number: row.callerid_external,
      users: membersOf(members, row.id),
      emergency_location: row.emergency_location ?? "",
      ...given("emergency_address", storedAddress(row.emergency_address)),
      transcribes_recordings: row.transcribes_recordings,
      max_calls: row.totalmaximum,
      rejects_anonymous: row.acr,
      when_away: writeDestination({ type: row.dtype, number: row.dnumber }),
      when_busy: writeDestination({ type: row.btype, number: row.bnumber }),
      when_unanswered: writeDestination({ type: row.utype, number: group }),
      music: row.music,
      music_while_ringing: row.music_ringing,
    };
  });
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    phones,
    desk_phones: await readDeskPhones(query, customerId, nameOf, sealer),
    voicemail_boxes: await readBoxes(query, customerId, sealer),
  };
}

interface Membership {
  readonly line: number;
  readonly username: string;
}

/** A set: the order in which people share a line means nothing. */
const membersOf = (members: readonly Membership[], line: number): string[] =>
  members
    .filter((member) => member.line === line)
    .map(({ username }) => username)
    .sort();

async function readDeskPhones(
  query: Kysely<DB>,
  customerId: number,
  nameOf: ReadonlyMap<number, string>,
  sealer: Sealer,
): Promise<SectionItem<"desk_phones">[]> {
  const rows = await query
    .selectFrom("sip_devices")
    .leftJoin("users", "users.id", "sip_devices.user_id")
    .selectAll("sip_devices")
    .select("users.username as user")
    .where("sip_devices.customer_id", "=", customerId)
    .orderBy("sip_devices.username")
    .execute();
  return rows.map(({ username, label, phone_id, user, sealed_password }) => ({
    username,
    phone: nameOf.get(phone_id) ?? "",
    ...given("user", user),
    label,
    password: sealer.open(deviceContext(username), sealed_password),
  }));
}

async function readBoxes(
  query: Kysely<DB>,
  customerId: number,
  sealer: Sealer,
): Promise<SectionItem<"voicemail_boxes">[]> {
  const rows = await query
    .selectFrom("voicemail_boxes")
    .leftJoin("users", "users.id", "voicemail_boxes.owner_id")
    .selectAll("voicemail_boxes")
    .select("users.username as owner")
    .where("voicemail_boxes.customer_id", "=", customerId)
    .orderBy("voicemail_boxes.id")
    .execute();
  const members = await query
    .selectFrom("voicemail_box_users")
    .innerJoin("users", "users.id", "voicemail_box_users.user_id")
    .select(["voicemail_box_id as line", "username", "is_manager"])
    .where("users.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .execute();
  const managers = members.filter(({ is_manager }) => is_manager);
  return rows.map(({ id, name, label, owner, sealed_pin, max_messages, max_seconds, ...box }) => ({
    name,
    label,
    ...given("owner", owner),
    users: membersOf(members, id),
    managers: membersOf(managers, id),
    ...given("pin", sealed_pin && sealer.open(pinContext(id), sealed_pin)),
    max_messages,
    max_seconds,
    keep_days: box.keep_days ?? 0,
    mail: box.sends_mail,
    live: box.is_live,
  }));
}

async function readMessageLines(query: Kysely<DB>, customerId: number) {
  const sms = await query
    .selectFrom("sms_lines")
    .select(["id", "number", "name"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  const smsUsers = await query
    .selectFrom("sms_line_users")
    .innerJoin("users", "users.id", "sms_line_users.user_id")
    .select(["sms_line_id as line", "username"])
    .where("users.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .execute();
  const fax = await query
    .selectFrom("fax_lines")
    .leftJoin("users", "users.id", "fax_lines.owner_id")
    .selectAll("fax_lines")
    .select("users.username as owner")
    .where("fax_lines.customer_id", "=", customerId)
    .orderBy("fax_lines.id")
    .execute();
  const faxUsers = await query
    .selectFrom("fax_line_users")
    .innerJoin("users", "users.id", "fax_line_users.user_id")
    .select(["fax_line_id as line", "username"])
    .where("users.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .execute();
  return {
    sms_lines: sms.map(({ id, number, name }) => ({ number, name, users: membersOf(smsUsers, id) })),
    fax_lines: fax.map(({ id, number, name, owner, station, ...line }) => ({
      number,
      name,
      users: membersOf(faxUsers, id),
      ...given("owner", owner),
      station,
      detect: line.detects_faxes,
      mail: line.sends_mail,
      receipts: line.sends_receipts,
    })),
  };
}

async function readGroups(query: Kysely<DB>, customerId: number) {
  const queues = await query
    .selectFrom("queues")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("extension")
    .execute();
  const agents = await query
    .selectFrom("queue_members")
    .innerJoin("phones", "phones.id", "queue_members.phone_id")
    .select(["queue_id", "phones.name as phone", "available as logged_in", "penalty", "position", "skills"])
    .where("phones.customer_id", "=", customerId)
    .orderBy("phones.name")
    .execute();
  const groups = await query
    .selectFrom("hunt_groups")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  const lines = await query
    .selectFrom("hunt_group_lines")
    .innerJoin("hunt_groups", "hunt_groups.id", "hunt_group_lines.hunt_group_id")
    .select(["hunt_group_id", "dnumber as number", "level", "available"])
    .where("hunt_groups.customer_id", "=", customerId)
    .orderBy("level")
    .orderBy("hunt_group_lines.position")
    .orderBy("dnumber")
    .execute();
  return {
    queues: queues.map(({ id, otype, onumber, customer_id: _, strategy, recording, ...queue }) => ({
      ...queue,
      strategy: strategy as SectionItem<"queues">["strategy"],
      recording: recording as SectionItem<"queues">["recording"],
      agents: agents.filter(({ queue_id }) => queue_id === id).map(({ queue_id: _, ...agent }) => agent),
      overflow: writeDestination({ type: otype, number: onumber }),
    })),
    hunt_groups: groups.map(({ id, name, extension, rings, ring_seconds, on_call, utype, unumber }) => ({
      name,
      ...given("extension", extension),
      // Written through the table's own checks.
      rings: rings as SectionItem<"hunt_groups">["rings"],
      ring_seconds,
      on_call: on_call as SectionItem<"hunt_groups">["on_call"],
      when_unanswered: writeDestination({ type: utype, number: unumber }),
      lines: lines
        .filter(({ hunt_group_id }) => hunt_group_id === id)
        .map(({ number, level, available }) => ({ number, level, available })),
    })),
  };
}

async function readDialPlan(query: Kysely<DB>, customerId: number): Promise<CompanyFile["dial_plan"]> {
  const row = await query
    .selectFrom("dial_plans")
    .selectAll()
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { park_extension, park_first, park_last, park_timeout_seconds } = row;
  const notified = await query
    .selectFrom("users")
    .select("username")
    .where("customer_id", "=", customerId)
    .where("id", "=", (is) => is.fn.any(is.val(row.emergency_notify)))
    .orderBy("username")
    .execute();
  return {
    trunks: row.trunk_ids,
    international: row.international,
    countries: row.countries,
    premium: row.premium,
    satellite: row.satellite,
    line_limits: {
      calls_at_once: row.line_calls_at_once,
      calls_per_hour: row.line_calls_per_hour,
      calls_per_day: row.line_calls_per_day,
      minutes_per_day: row.line_minutes_per_day,
      minutes_per_call: row.line_minutes_per_call,
    },
    emergency: {
      location: row.emergency_location ?? "",
      ...given("address", storedAddress(row.emergency_address)),
      notify: notified.map(({ username }) => username),
      outside_prefixes: row.outside_prefixes,
    },
    blocked_prefixes: row.blocked_prefixes,
    default_number: row.default_callerid,
    daily_spend_limit: Number(row.daily_spend_limit),
    max_outside_calls: row.max_outside_calls,
    max_calls_per_line: row.max_calls_per_line,
    max_legs: row.max_legs,
    ...(park_extension !== null &&
      park_first !== null &&
      park_last !== null && {
        parking: {
          extension: park_extension,
          first: park_first,
          last: park_last,
          timeout_seconds: park_timeout_seconds,
        },
      }),
  };
}
