import type { Voicemail, VoicemailFilter, VoicemailFolder } from "@offhook/contract";
import type { Client } from "../../../platform/api/api-client.ts";
import { BoxList, type BoxListOptions } from "../../../platform/boxes/box-list.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { VOICEMAIL_FILTERS, VOICEMAIL_RULES } from "./voicemail-rules.ts";

export interface VoicemailListOptions extends BoxListOptions<VoicemailFolder, VoicemailFilter> {
  readonly client: Pick<Client, "getVoicemails">;
}

/** The messages of the user's boxes. */
export class VoicemailList extends BoxList<Voicemail, VoicemailFolder, VoicemailFilter> {
  constructor({ client, ...options }: VoicemailListOptions) {
    super(options, {
      rules: VOICEMAIL_RULES,
      filters: VOICEMAIL_FILTERS,
      idOf: ({ id }) => id,
      storageKey: STORAGE_KEYS.voicemails,
      firstDir: "INBOX",
      load: ({ after, ...page }, call) => client.getVoicemails({ query: { ...page, before: after } }, call),
    });
  }
}
