import { storableText } from "@offhook/kernel";
import type { SavedBinding } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface BindingKey {
  readonly endpointId: string;
  readonly key: string;
}

/** Phones whose line was deleted meanwhile are left out. */
export async function saveBindings(query: Kysely<DB>, bindings: readonly SavedBinding[]): Promise<void> {
  if (bindings.length === 0) return;
  const rows = bindings.map((each) => ({
    phone_id: Number(each.endpointId),
    binding_key: each.key,
    device_id: each.deviceId,
    username: each.username,
    secret_mark: each.secretMark,
    contact: each.contact,
    transport: each.transport,
    address: each.address,
    port: each.port,
    call_id: each.callId,
    sequence: each.sequence,
    user_agent: each.userAgent ?? null,
    registered_at: new Date(each.registeredAt),
    expires_at: new Date(each.expiresAt),
  }));
  await sql`
    insert into sip_bindings
    select row.* from jsonb_populate_recordset(null::sip_bindings, ${storable(rows)}::jsonb) as row
    join phones on phones.id = row.phone_id
    on conflict (phone_id, binding_key) do update set
      device_id = excluded.device_id, username = excluded.username, secret_mark = excluded.secret_mark,
      contact = excluded.contact, transport = excluded.transport, address = excluded.address,
      port = excluded.port, call_id = excluded.call_id, sequence = excluded.sequence,
      user_agent = excluded.user_agent, registered_at = excluded.registered_at,
      expires_at = excluded.expires_at`.execute(query);
}

/** What a phone sends is any text. */
const storable = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_name, value) => (typeof value === "string" ? storableText(value) : value));

export async function deleteBindings(query: Kysely<DB>, keys: readonly BindingKey[]): Promise<void> {
  if (keys.length === 0) return;
  await query
    .deleteFrom("sip_bindings")
    .where((where) =>
      where.or(
        keys.map(({ endpointId, key }) => where.and({ phone_id: Number(endpointId), binding_key: key })),
      ),
    )
    .execute();
}

/** Those that have not ended, oldest first; the others are deleted. */
export async function loadBindings(query: Kysely<DB>, now: Date): Promise<SavedBinding[]> {
  await query.deleteFrom("sip_bindings").where("expires_at", "<=", now).execute();
  const rows = await query.selectFrom("sip_bindings").selectAll().orderBy("registered_at").execute();
  return rows.map((row) => ({
    endpointId: String(row.phone_id),
    key: row.binding_key,
    deviceId: row.device_id,
    username: row.username,
    secretMark: row.secret_mark,
    contact: row.contact,
    transport: row.transport === "TCP" ? "TCP" : "UDP",
    address: row.address,
    port: row.port,
    callId: row.call_id,
    sequence: Number(row.sequence),
    userAgent: row.user_agent ?? undefined,
    registeredAt: row.registered_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }));
}
