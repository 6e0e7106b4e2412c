import type { Voicemail } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CallOptions, Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { createListCache } from "../../../platform/live/list-cache.ts";
import type { Page } from "../../../platform/live/list-pages.ts";
import { LiveList } from "../../../platform/live/live-list.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";
import { compareVoicemails, fitsChoice, VOICEMAIL_RULES, type VoicemailChoice } from "./voicemail-rules.ts";

export interface VoicemailListOptions {
  readonly client: Pick<Client, "getVoicemails">;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly userId: number;
  /** The user's boxes, also those that are not shown. */
  readonly allBoxes: () => readonly string[];
  readonly choice: VoicemailChoice;
}

const PAGE = 100;
const CACHE_VERSION = 1;
/** Of boxes that are shown a few among many, as many pages are looked through for one of the list. */
const MAX_LOOKS = 5;

export const choiceKey = ({ boxes, dir, filter }: VoicemailChoice): string =>
  `${filter} ${dir} ${boxes.join(",")}`;

/** The messages of the user's boxes. */
export class VoicemailList extends LiveList<Voicemail, VoicemailChoice> {
  constructor(options: VoicemailListOptions) {
    const { log, clock, store, userId, choice } = options;
    super({
      log,
      clock,
      choice,
      keyOf: choiceKey,
      idOf: ({ id }) => id,
      compare: compareVoicemails,
      fits: (voicemail, wanted) => fitsChoice(voicemail, wanted, userId),
      rules: VOICEMAIL_RULES,
      page: (wanted, before, call) => loadPage(options, wanted, before, call),
      cache: createListCache({
        store,
        key: STORAGE_KEYS.voicemails,
        version: CACHE_VERSION,
        userId,
        keeps: ({ filter, dir }) => filter === "all" && dir === "INBOX",
        keyOf: choiceKey,
      }),
    });
  }

  of(id: string): Voicemail | undefined {
    return this.find((row) => row.id === id);
  }
}

/** The service lists one box or all of them: what lies between is picked here. */
async function loadPage(
  { client, allBoxes, userId }: VoicemailListOptions,
  choice: VoicemailChoice,
  from: string | undefined,
  call: CallOptions,
): Promise<Page<Voicemail>> {
  const { boxes, dir, filter } = choice;
  const [only, ...others] = boxes;
  if (only === undefined) return { rows: [], next: null };
  const isOne = others.length === 0 && allBoxes().length > 1;
  const rows: Voicemail[] = [];
  let before = from || undefined;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const query = { filter, limit: PAGE, before, ...(dir && { dir }), ...(isOne && { mailbox: only }) };
    const page = entities(await client.getVoicemails({ query }, look === 0 ? call : {}));
    rows.push(...page.filter((voicemail) => fitsChoice(voicemail, choice, userId)));
    before = page.length < PAGE ? undefined : page.at(-1)?.id;
    if (before === undefined || rows.length >= PAGE / 2) break;
  }
  return { rows, next: before ?? null };
}
