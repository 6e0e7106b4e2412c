import {
  findDependents,
  idValue,
  type SectionWriter,
  setMembers,
  userIdOf,
  userIds,
  type WriteContext,
} from "./company-writer-repository.ts";

export const userWriter: SectionWriter<"users"> = {
  async save(context, user, isNew) {
    const { query, customerId, hashPassword } = context;
    const { username, initial_password, email, roles, extension, ...rest } = user;
    const values = {
      ...rest,
      email: email === "" ? username : email,
      roles: JSON.stringify(roles),
      extension: extension ?? null,
      disabled_at: null,
    };
    if (!isNew) {
      const changed = await query
        .updateTable("users")
        .set(values)
        .where("customer_id", "=", customerId)
        .where("username", "=", username)
        .returning("id")
        .executeTakeFirst();
      if (changed) context.rolesChanged(changed.id);
      return;
    }
    const password_hash = initial_password === undefined ? null : await hashPassword(initial_password);
    const [disabled] = await query
      .updateTable("users")
      .set(values)
      .where("customer_id", "=", customerId)
      .where("username", "=", username)
      .returning("id")
      .execute();
    // The user was here before: history and settings are still theirs.
    if (disabled) return;
    await query
      .insertInto("users")
      .values({
        ...values,
        ...idValue(context, "users", username),
        username,
        customer_id: customerId,
        password_hash,
      })
      .execute();
  },
  async remove(context, username) {
    const [id] = await userIds(context, [username]);
    if (id === undefined) return;
    await context.query.updateTable("users").set({ extension: null }).where("id", "=", id).execute();
    await context.disableUser(id);
  },
};

/** Two people who trade extensions would be in each other's way: those that change are taken back first. */
export async function freeExtensions(context: WriteContext, usernames: readonly string[]): Promise<void> {
  const ids = await userIds(context, usernames);
  if (ids.length === 0) return;
  await context.query.updateTable("users").set({ extension: null }).where("id", "in", ids).execute();
}

export const smsLineWriter: SectionWriter<"sms_lines"> = {
  async save(context, { number, name, users }) {
    const { id } = await context.query
      .insertInto("sms_lines")
      .values({ ...idValue(context, "sms_lines", number), customer_id: context.customerId, number, name })
      .onConflict((conflict) =>
        conflict
          .column("number")
          .doUpdateSet({ name })
          .where("sms_lines.customer_id", "=", context.customerId),
      )
      .returning("id")
      .executeTakeFirstOrThrow(taken);
    await setMembers(context, "sms_line_users", id, users);
  },
  async remove({ query, customerId }, number) {
    await query
      .deleteFrom("sms_lines")
      .where("customer_id", "=", customerId)
      .where("number", "=", number)
      .execute();
  },
  reasonToStay: (context, number) => reasonOfLine(context, "sms_lines", number),
};

export const faxLineWriter: SectionWriter<"fax_lines"> = {
  async save(context, { number, name, owner, users, station, detect, mail, receipts }) {
    const columns = {
      name,
      owner_id: await userIdOf(context, owner),
      station,
      detects_faxes: detect,
      ...(mail !== undefined && { sends_mail: mail }),
      ...(receipts !== undefined && { sends_receipts: receipts }),
    };
    const { id } = await context.query
      .insertInto("fax_lines")
      .values({
        ...idValue(context, "fax_lines", number),
        customer_id: context.customerId,
        number,
        ...columns,
      })
      .onConflict((conflict) =>
        conflict
          .column("number")
          .doUpdateSet(columns)
          .where("fax_lines.customer_id", "=", context.customerId),
      )
      .returning("id")
      .executeTakeFirstOrThrow(taken);
    await setMembers(context, "fax_line_users", id, users);
  },
  async remove({ query, customerId }, number) {
    await query
      .deleteFrom("fax_lines")
      .where("customer_id", "=", customerId)
      .where("number", "=", number)
      .execute();
  },
  reasonToStay: (context, number) => reasonOfLine(context, "fax_lines", number),
};

/** Messages that people have sent and read do not go with a line of a file. */
async function reasonOfLine(
  { query, customerId }: WriteContext,
  table: "sms_lines" | "fax_lines",
  number: string,
): Promise<string | undefined> {
  const line = await query
    .selectFrom(table)
    .select("id")
    .where("customer_id", "=", customerId)
    .where("number", "=", number)
    .executeTakeFirst();
  const found = line && (await findDependents(query, table, line.id));
  return found && `${found.count} rows of ${found.table} belong to it`;
}

/** A row of another company has this name, which is one for the whole installation. */
export const taken = (): Error => new TakenError();
export class TakenError extends Error {
  constructor() {
    super("belongs to another company of this installation");
    this.name = "TakenError";
  }
}
