import type { Fax, FaxDirection, FaxFilter } from "@offhook/contract";
import type { Client } from "../../../platform/api/api-client.ts";
import { BoxList, type BoxListOptions } from "../../../platform/boxes/box-list.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { FAX_FILTERS, FAX_RULES, faxKey } from "./fax-rules.ts";

export interface FaxListOptions extends BoxListOptions<FaxDirection, FaxFilter> {
  readonly client: Pick<Client, "getFaxes">;
}

/** The faxes of the user's lines. */
export class FaxList extends BoxList<Fax, FaxDirection, FaxFilter> {
  constructor({ client, ...options }: FaxListOptions) {
    super(options, {
      rules: FAX_RULES,
      filters: FAX_FILTERS,
      idOf: faxKey,
      storageKey: STORAGE_KEYS.faxes,
      firstDir: null,
      load: ({ limit, ...page }, call) => client.getFaxes({ query: { ...page, _limit: limit } }, call),
    });
  }
}
