import { pinContext } from "../../pbx/directory/company-config-builder.ts";
import { deviceContext } from "../../pbx/directory/live-directory.ts";
import { readDestination } from "../file/company-file.ts";
import {
  idValue,
  type SectionWriter,
  setManagers,
  setMembers,
  userIdOf,
  type WriteContext,
} from "./company-writer-repository.ts";
import { taken } from "./people-writer-repository.ts";

const columns = (type: string, number: string, written: string | undefined) => {
  if (written === undefined) return {};
  const destination = readDestination(written);
  return { [type]: destination.type, [number]: destination.number };
};

export const phoneWriter: SectionWriter<"phones"> = {
  async save(context, phone) {
    const { query, customerId } = context;
    const { name, when_unanswered } = phone;
    const values = {
      kind: phone.kind,
      label: phone.label,
      extension: phone.extension ?? null,
      callerid_external: phone.number,
      callerid_internal: phone.extension ?? "",
      emergency_location: phone.emergency_location || null,
      emergency_address: phone.emergency_address ? JSON.stringify(phone.emergency_address) : null,
      transcribes_recordings: phone.transcribes_recordings,
      ...(phone.max_calls !== undefined && { totalmaximum: phone.max_calls }),
      ...(phone.rejects_anonymous !== undefined && { acr: phone.rejects_anonymous }),
      ...(phone.music !== undefined && { music: phone.music }),
      ...(phone.music_while_ringing !== undefined && { music_ringing: phone.music_while_ringing }),
      ...columns("dtype", "dnumber", phone.when_away),
      ...columns("btype", "bnumber", phone.when_busy),
      ...columns("utype", "unumber", when_unanswered),
      ...(when_unanswered !== undefined && { unumber_group: "" }),
    };
    const { id } = await query
      .insertInto("phones")
      .values({ ...values, ...idValue(context, "phones", name), customer_id: customerId, name })
      .onConflict((conflict) => conflict.columns(["customer_id", "name"]).doUpdateSet(values))
      .returning("id")
      .executeTakeFirstOrThrow();
    await setMembers(context, "phone_users", id, phone.users);
  },
  async remove({ query, customerId }, name) {
    await query.deleteFrom("phones").where("customer_id", "=", customerId).where("name", "=", name).execute();
  },
  async reasonToStay({ query, customerId }, name) {
    const { count } = await query
      .selectFrom("call_records")
      .innerJoin("phones", "phones.id", "call_records.phone_id")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("phones.customer_id", "=", customerId)
      .where("phones.name", "=", name)
      .where("call_records.ended_at", "is", null)
      .executeTakeFirstOrThrow();
    return Number(count) > 0 ? "it is on a call" : undefined;
  },
};

const phoneIdOf = async ({ query, customerId }: WriteContext, name: string): Promise<number> => {
  const { id } = await query
    .selectFrom("phones")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
};

export const deskPhoneWriter: SectionWriter<"desk_phones"> = {
  async save(context, { username, phone, user, label, password }, isNew) {
    const { query, customerId, sealer } = context;
    const phone_id = await phoneIdOf(context, phone);
    const sealed =
      password === undefined ? {} : { sealed_password: sealer.seal(deviceContext(username), password) };
    const user_id = await userIdOf(context, user);
    const values = { phone_id, user_id, label, ...sealed };
    if (!isNew) {
      await query.updateTable("sip_devices").set(values).where("username", "=", username).execute();
      return;
    }
    if (!sealed.sealed_password) throw new Error("needs a password");
    await query
      .insertInto("sip_devices")
      .values({ ...values, sealed_password: sealed.sealed_password, username, customer_id: customerId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("username")
      .executeTakeFirstOrThrow(taken);
  },
  async remove({ query, customerId }, username) {
    await query
      .deleteFrom("sip_devices")
      .where("customer_id", "=", customerId)
      .where("username", "=", username)
      .execute();
  },
};

export const boxWriter: SectionWriter<"voicemail_boxes"> = {
  async save(context, box) {
    const { query, customerId, sealer } = context;
    const { name, label, owner, users, managers, pin, max_messages, max_seconds, keep_days } = box;
    const values = {
      ...{ label, max_messages, max_seconds },
      owner_id: await userIdOf(context, owner),
      ...(keep_days !== undefined && { keep_days: keep_days || null }),
      ...(box.mail !== undefined && { sends_mail: box.mail }),
      ...(box.live !== undefined && { is_live: box.live }),
    };
    const { id } = await query
      .insertInto("voicemail_boxes")
      .values({ ...values, ...idValue(context, "voicemail_boxes", name), customer_id: customerId, name })
      .onConflict((conflict) => conflict.columns(["customer_id", "name"]).doUpdateSet(values))
      .returning("id")
      .executeTakeFirstOrThrow();
    if (pin !== undefined)
      await query
        .updateTable("voicemail_boxes")
        // A new PIN lets its owner in at once, whatever was guessed before.
        .set({ sealed_pin: sealer.seal(pinContext(id), pin), pin_wrong: 0, pin_locked_until: null })
        .where("id", "=", id)
        .execute();
    await setMembers(context, "voicemail_box_users", id, users);
    await setManagers(context, id, managers);
  },
  async remove({ query, customerId }, name) {
    await query
      .deleteFrom("voicemail_boxes")
      .where("customer_id", "=", customerId)
      .where("name", "=", name)
      .execute();
  },
  async reasonToStay({ query, customerId }, name) {
    const { count } = await query
      .selectFrom("voicemail_messages")
      .innerJoin("voicemail_boxes", "voicemail_boxes.id", "voicemail_messages.voicemail_box_id")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("voicemail_boxes.customer_id", "=", customerId)
      .where("voicemail_boxes.name", "=", name)
      .executeTakeFirstOrThrow();
    return Number(count) > 0 ? `it holds ${count} messages, delete them first` : undefined;
  },
};
