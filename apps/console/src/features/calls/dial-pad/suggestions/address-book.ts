import type { Contact } from "@offhook/contract";
import type { AccountQueries } from "../../../../platform/api/account-queries.ts";
import type { Client } from "../../../../platform/api/api-client.ts";
import { createQueryClient } from "../../../../platform/api/queries.ts";

const FRESH_MS = 5 * 60_000;

/** The contacts a number may be looked for in. Asked for with the first key, not with the page. */
export async function loadAddressBook(
  queries: AccountQueries,
  client: Pick<Client, "syncContacts">,
): Promise<readonly Contact[]> {
  const { contacts } = await queries.client(createQueryClient).fetchQuery({
    queryKey: ["dial-pad-contacts"],
    queryFn: () => client.syncContacts({ query: {} }),
    staleTime: FRESH_MS,
  });
  return contacts;
}
