import { type Kysely, type Selectable, sql } from "kysely";
import type {
  BlockedCallers,
  ConferenceRooms,
  Customers,
  DB,
  DialPlans,
  FaxLines,
  HuntGroupLines,
  HuntGroups,
  InboundNumbers,
  OnCallShifts,
  Phones,
  QueueMembers,
  Queues,
  SipDevices,
  Trunks,
  VoicemailBoxes,
} from "../../database/schema/database-schema.ts";

interface PhoneUserRow {
  readonly phone_id: number;
  readonly user_id: number;
  readonly calls_disabled: boolean;
}

interface QueueMemberRow extends Selectable<QueueMembers> {
  /** Null: not paused. */
  readonly paused_reason: string | null;
}

/** Everything the database knows of one company's telephones. */
export interface CompanyRows {
  readonly customer: Selectable<Customers>;
  readonly dialPlan: Selectable<DialPlans> | undefined;
  readonly phones: readonly Selectable<Phones>[];
  readonly phoneUsers: readonly PhoneUserRow[];
  readonly blockedCallers: readonly Selectable<BlockedCallers>[];
  readonly queues: readonly Selectable<Queues>[];
  readonly queueMembers: readonly QueueMemberRow[];
  readonly huntGroups: readonly Selectable<HuntGroups>[];
  readonly huntGroupLines: readonly Selectable<HuntGroupLines>[];
  readonly shifts: readonly Selectable<OnCallShifts>[];
  readonly voicemailBoxes: readonly Selectable<VoicemailBoxes>[];
  readonly rooms: readonly Selectable<ConferenceRooms>[];
  readonly inboundNumbers: readonly Selectable<InboundNumbers>[];
  readonly faxLines: readonly Selectable<FaxLines>[];
}

export async function listCompanyIds(query: Kysely<DB>): Promise<number[]> {
  const rows = await query.selectFrom("customers").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export async function loadCompany(query: Kysely<DB>, customerId: number): Promise<CompanyRows | undefined> {
  const customer = await query
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", customerId)
    .executeTakeFirst();
  if (!customer) return undefined;
  return {
    customer,
    ...(await loadLines(query, customerId)),
    ...(await loadGroups(query, customerId)),
    ...(await loadPlan(query, customerId)),
  };
}

async function loadLines(query: Kysely<DB>, customerId: number) {
  const [phones, phoneUsers, blockedCallers, voicemailBoxes] = await Promise.all([
    query.selectFrom("phones").selectAll().where("customer_id", "=", customerId).orderBy("id").execute(),
    listPhoneUsers(query, customerId),
    query.selectFrom("blocked_callers").selectAll().where("customer_id", "=", customerId).execute(),
    query.selectFrom("voicemail_boxes").selectAll().where("customer_id", "=", customerId).execute(),
  ]);
  return { phones, phoneUsers, blockedCallers, voicemailBoxes };
}

async function listPhoneUsers(query: Kysely<DB>, customerId: number): Promise<PhoneUserRow[]> {
  return query
    .selectFrom("phone_users")
    .innerJoin("phones", "phones.id", "phone_users.phone_id")
    .innerJoin("users", "users.id", "phone_users.user_id")
    .leftJoin("user_settings", "user_settings.user_id", "phone_users.user_id")
    .select(["phone_users.phone_id", "phone_users.user_id"])
    .select(sql<boolean>`coalesce(settings -> 'disableCalls' = 'true', false)`.as("calls_disabled"))
    .where("phones.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .orderBy("phone_users.user_id")
    .execute();
}

async function loadGroups(query: Kysely<DB>, customerId: number) {
  const [queues, queueMembers, huntGroups, huntGroupLines, shifts] = await Promise.all([
    query.selectFrom("queues").selectAll().where("customer_id", "=", customerId).orderBy("id").execute(),
    query
      .selectFrom("queue_members")
      .innerJoin("queues", "queues.id", "queue_members.queue_id")
      .leftJoin("queue_pauses", "queue_pauses.phone_id", "queue_members.phone_id")
      .selectAll("queue_members")
      .select("queue_pauses.reason as paused_reason")
      .where("queues.customer_id", "=", customerId)
      .orderBy("queue_members.position")
      .orderBy("queue_members.phone_id")
      .execute(),
    query.selectFrom("hunt_groups").selectAll().where("customer_id", "=", customerId).orderBy("id").execute(),
    query
      .selectFrom("hunt_group_lines")
      .innerJoin("hunt_groups", "hunt_groups.id", "hunt_group_lines.hunt_group_id")
      .selectAll("hunt_group_lines")
      .where("hunt_groups.customer_id", "=", customerId)
      .orderBy("hunt_group_lines.position")
      .orderBy("hunt_group_lines.id")
      .execute(),
    query
      .selectFrom("on_call_shifts")
      .selectAll()
      .where("customer_id", "=", customerId)
      .where("phase", "!=", "ended")
      .orderBy("starts_at")
      .execute(),
  ]);
  return { queues, queueMembers, huntGroups, huntGroupLines, shifts };
}

async function loadPlan(query: Kysely<DB>, customerId: number) {
  const [dialPlan, rooms, inboundNumbers, faxLines] = await Promise.all([
    query.selectFrom("dial_plans").selectAll().where("customer_id", "=", customerId).executeTakeFirst(),
    query.selectFrom("conference_rooms").selectAll().where("customer_id", "=", customerId).execute(),
    query.selectFrom("inbound_numbers").selectAll().where("customer_id", "=", customerId).execute(),
    query.selectFrom("fax_lines").selectAll().where("customer_id", "=", customerId).orderBy("id").execute(),
  ]);
  return { dialPlan, rooms, inboundNumbers, faxLines };
}

export async function listTrunks(query: Kysely<DB>): Promise<Selectable<Trunks>[]> {
  return query.selectFrom("trunks").selectAll().orderBy("id").execute();
}

/** Without the phones of lines that belong to disabled users alone. A line that nobody has, a lobby's say, keeps its own. */
export async function listSipDevices(query: Kysely<DB>): Promise<Selectable<SipDevices>[]> {
  return query
    .selectFrom("sip_devices")
    .selectAll("sip_devices")
    .where(
      sql<boolean>`
        not exists (select from phone_users where phone_users.phone_id = sip_devices.phone_id)
        or exists (
          select from phone_users join users on users.id = phone_users.user_id
          where phone_users.phone_id = sip_devices.phone_id and users.disabled_at is null
        )`,
    )
    .execute();
}
