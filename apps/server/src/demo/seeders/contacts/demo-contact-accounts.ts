import { contactAccountSealer, sealTokens } from "../../../features/contacts/index.ts";
import { demoPerson, emailOf } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";

/** What the simulated providers always take for Maya's. It opens nothing anywhere else. */
export const MAYA_CONTACTS_TOKEN = "demo-refresh-token-of-maya";

/** Maya has connected her address books with both providers. */
export async function seedContactAccounts({ tx, now, secrets }: SeedContext): Promise<void> {
  const maya = demoPerson("maya");
  const sealer = contactAccountSealer(secrets);
  const tokens = { accessToken: "", expiresAt: 0, refreshToken: MAYA_CONTACTS_TOKEN };
  await tx.query
    .insertInto("contact_accounts")
    .values(
      (["google", "microsoft"] as const).map((provider) => ({
        user_id: maya.id,
        customer_id: maya.customerId,
        provider,
        email: emailOf(maya),
        sealed_tokens: sealTokens(sealer, maya.id, provider, tokens),
        connected_at: new Date(now),
      })),
    )
    .execute();
}
