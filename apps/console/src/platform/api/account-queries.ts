import type { QueryClient } from "@tanstack/react-query";
import { createServiceContext, useService } from "../service-context.ts";

/**
 * Keeps what an account has asked the service. The client that does it is made with the first question: the screens a
 * start shows ask none, so they need not load it.
 */
export class AccountQueries {
  #client: QueryClient | undefined;

  client(create: () => QueryClient): QueryClient {
    this.#client ??= create();
    return this.#client;
  }

  /** What was asked under this key is asked anew; what was never asked needs no client. */
  invalidate(queryKey: readonly string[]): void {
    void this.#client?.invalidateQueries({ queryKey });
  }

  clear(): void {
    this.#client?.clear();
  }
}

const AccountQueriesContext = createServiceContext<AccountQueries>("AccountQueries");
export const AccountQueriesProvider = AccountQueriesContext.Provider;

export function useAccountQueries(): AccountQueries {
  return useService(AccountQueriesContext);
}
