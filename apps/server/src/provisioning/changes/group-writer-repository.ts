import { trunkContext } from "../../pbx/directory/trunk-config-builder.ts";
import { type CompanyFile, readDestination } from "../file/company-file.ts";
import { idValue, type SectionWriter, userIdOf, type WriteContext } from "./company-writer-repository.ts";
import { taken } from "./people-writer-repository.ts";

export const queueWriter: SectionWriter<"queues"> = {
  async save(context, { extension, agents, overflow, ...settings }) {
    const { query, customerId } = context;
    const { type: otype, number: onumber } = readDestination(overflow);
    const values = { ...settings, otype, onumber };
    const { id } = await query
      .insertInto("queues")
      .values({ ...values, ...idValue(context, "queues", extension), customer_id: customerId, extension })
      .onConflict((conflict) => conflict.columns(["customer_id", "extension"]).doUpdateSet(values))
      .returning("id")
      .executeTakeFirstOrThrow();
    const phones = await query
      .selectFrom("phones")
      .select(["id", "name"])
      .where("customer_id", "=", customerId)
      .where(
        "name",
        "in",
        agents.map(({ phone }) => phone),
      )
      .execute();
    const wanted = phones.map((phone) => phone.id);
    await query
      .deleteFrom("queue_members")
      .where("queue_id", "=", id)
      .$if(wanted.length > 0, (all) => all.where("phone_id", "not in", wanted))
      .execute();
    if (phones.length === 0) return;
    const listed = new Map(agents.map((agent) => [agent.phone, agent]));
    await query
      .insertInto("queue_members")
      .values(
        phones.map((phone) => ({
          queue_id: id,
          phone_id: phone.id,
          available: listed.get(phone.name)?.logged_in ?? false,
          penalty: listed.get(phone.name)?.penalty ?? 0,
          position: listed.get(phone.name)?.position ?? 0,
          skills: [...(listed.get(phone.name)?.skills ?? [])],
        })),
      )
      // Agents who have logged in or out themselves stay so, and are rung in the order that supervisors gave them.
      .onConflict((conflict) =>
        conflict
          .columns(["queue_id", "phone_id"])
          .doUpdateSet(({ ref }) => ({ skills: ref("excluded.skills") })),
      )
      .execute();
  },
  async remove({ query, customerId }, extension) {
    await query
      .deleteFrom("queues")
      .where("customer_id", "=", customerId)
      .where("extension", "=", extension)
      .execute();
  },
};

export const huntGroupWriter: SectionWriter<"hunt_groups"> = {
  async save(context, { name, extension, rings, ring_seconds, on_call, when_unanswered, lines }) {
    const { query, customerId } = context;
    const { type: utype, number: unumber } = readDestination(when_unanswered);
    const values = { extension: extension ?? null, rings, ring_seconds, on_call, utype, unumber };
    const { id } = await query
      .insertInto("hunt_groups")
      .values({ ...values, ...idValue(context, "hunt_groups", name), customer_id: customerId, name })
      .onConflict((conflict) => conflict.columns(["customer_id", "name"]).doUpdateSet(values))
      .returning("id")
      .executeTakeFirstOrThrow();
    const numbers = lines.map(({ number }) => number);
    await query
      .deleteFrom("hunt_group_lines")
      .where("hunt_group_id", "=", id)
      .$if(numbers.length > 0, (all) => all.where("dnumber", "not in", numbers))
      .execute();
    if (lines.length === 0) return;
    await query
      .insertInto("hunt_group_lines")
      .values(
        lines.map(({ number, level, available }, position) => ({
          hunt_group_id: id,
          dnumber: number,
          level,
          position,
          available,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["hunt_group_id", "dnumber"]).doUpdateSet((set) => ({
          level: set.ref("excluded.level"),
          position: set.ref("excluded.position"),
        })),
      )
      .execute();
  },
  async remove({ query, customerId }, name) {
    await query
      .deleteFrom("hunt_groups")
      .where("customer_id", "=", customerId)
      .where("name", "=", name)
      .execute();
  },
};

export const roomWriter: SectionWriter<"rooms"> = {
  async save(context, { extension, name, max_members }) {
    const values = { name, max_members };
    await context.query
      .insertInto("conference_rooms")
      .values({
        ...values,
        ...idValue(context, "rooms", extension),
        customer_id: context.customerId,
        extension,
      })
      .onConflict((conflict) => conflict.columns(["customer_id", "extension"]).doUpdateSet(values))
      .execute();
  },
  async remove({ query, customerId }, extension) {
    await query
      .deleteFrom("conference_rooms")
      .where("customer_id", "=", customerId)
      .where("extension", "=", extension)
      .execute();
  },
};

export const numberWriter: SectionWriter<"numbers"> = {
  async save({ query, customerId }, { number, to, priority, skills }) {
    const { type, number: dnumber } = readDestination(to);
    const values = { dtype: type === "" ? "hangup" : type, dnumber, priority, skills: [...skills] };
    await query
      .insertInto("inbound_numbers")
      .values({ number, customer_id: customerId, ...values })
      .onConflict((conflict) =>
        conflict.column("number").doUpdateSet(values).where("inbound_numbers.customer_id", "=", customerId),
      )
      .returning("number")
      .executeTakeFirstOrThrow(taken);
  },
  async remove({ query, customerId }, number) {
    await query
      .deleteFrom("inbound_numbers")
      .where("customer_id", "=", customerId)
      .where("number", "=", number)
      .execute();
  },
};

export const blockedCallerWriter: SectionWriter<"blocked_callers"> = {
  async save({ query, customerId }, { number }) {
    await query
      .insertInto("blocked_callers")
      .values({ customer_id: customerId, phone_id: null, caller_number: number })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  async remove({ query, customerId }, number) {
    await query
      .deleteFrom("blocked_callers")
      .where("customer_id", "=", customerId)
      .where("phone_id", "is", null)
      .where("caller_number", "=", number)
      .execute();
  },
};

export const trunkWriter: SectionWriter<"trunks"> = {
  async save({ query, sealer }, { id, password, rates, domain, username, t38, ...settings }) {
    const values = {
      ...settings,
      domain: domain ?? null,
      username: username ?? null,
      t38: t38 ?? null,
      rates: JSON.stringify(rates.map(({ prefix, per_minute }) => ({ prefix, perMinute: per_minute }))),
      ...(password !== undefined && { sealed_password: sealer.seal(trunkContext(id), password) }),
    };
    await query
      .insertInto("trunks")
      .values({ id, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  },
  async remove({ query }, id) {
    await query.deleteFrom("trunks").where("id", "=", id).execute();
  },
  async reasonToStay({ query, customerId }, id) {
    const { rows } = await usersOfTrunk(query, id, customerId);
    return rows.length > 0 ? `${rows.map(({ name }) => name).join(", ")} calls over it too` : undefined;
  },
};

async function usersOfTrunk(query: WriteContext["query"], id: string, customerId: number) {
  const all = await query
    .selectFrom("dial_plans")
    .innerJoin("customers", "customers.id", "dial_plans.customer_id")
    .select(["customers.name", "dial_plans.trunk_ids"])
    .where("dial_plans.customer_id", "!=", customerId)
    .execute();
  return { rows: all.filter(({ trunk_ids }) => trunk_ids.includes(id)) };
}

export async function saveDialPlan(
  context: WriteContext,
  plan: NonNullable<CompanyFile["dial_plan"]>,
): Promise<void> {
  const { query, customerId } = context;
  const { parking, emergency } = plan;
  const notified = await Promise.all(emergency.notify.map((username) => userIdOf(context, username)));
  const values = {
    trunk_ids: plan.trunks,
    international: plan.international,
    countries: plan.countries,
    premium: plan.premium,
    satellite: plan.satellite,
    line_calls_at_once: plan.line_limits.calls_at_once,
    line_calls_per_hour: plan.line_limits.calls_per_hour,
    line_calls_per_day: plan.line_limits.calls_per_day,
    line_minutes_per_day: plan.line_limits.minutes_per_day,
    line_minutes_per_call: plan.line_limits.minutes_per_call,
    emergency_location: emergency.location || null,
    emergency_address: emergency.address ? JSON.stringify(emergency.address) : null,
    emergency_notify: notified.filter((id) => id !== null),
    outside_prefixes: emergency.outside_prefixes,
    blocked_prefixes: plan.blocked_prefixes,
    default_callerid: plan.default_number,
    daily_spend_limit: plan.daily_spend_limit,
    max_outside_calls: plan.max_outside_calls,
    max_calls_per_line: plan.max_calls_per_line,
    max_legs: plan.max_legs,
    park_extension: parking?.extension ?? null,
    park_first: parking?.first ?? null,
    park_last: parking?.last ?? null,
    ...(parking && { park_timeout_seconds: parking.timeout_seconds }),
  };
  await query
    .insertInto("dial_plans")
    .values({ ...values, customer_id: customerId })
    .onConflict((conflict) => conflict.column("customer_id").doUpdateSet(values))
    .execute();
}
