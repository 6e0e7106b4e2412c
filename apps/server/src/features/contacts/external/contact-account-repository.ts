import type { ContactProvider } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Viewer } from "../book/contact-repository.ts";

export interface StoredAccount {
  readonly provider: ContactProvider;
  readonly email: string | null;
  readonly sealed_tokens: Buffer;
}

export async function listAccounts(query: Kysely<DB>, userId: number): Promise<StoredAccount[]> {
  const rows = await query
    .selectFrom("contact_accounts")
    .select(["provider", "email", "sealed_tokens"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => ({ ...row, provider: row.provider as ContactProvider }));
}

export async function saveAccount(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  account: StoredAccount,
  connectedAt: Date,
): Promise<void> {
  const { provider, email, sealed_tokens } = account;
  await query
    .insertInto("contact_accounts")
    .values({
      user_id: userId,
      customer_id: customerId,
      provider,
      email,
      sealed_tokens,
      connected_at: connectedAt,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "provider"]).doUpdateSet({ sealed_tokens, email }))
    .execute();
}

export async function deleteAccount(
  query: Kysely<DB>,
  userId: number,
  provider: ContactProvider,
): Promise<void> {
  await query
    .deleteFrom("contact_accounts")
    .where("user_id", "=", userId)
    .where("provider", "=", provider)
    .execute();
}
