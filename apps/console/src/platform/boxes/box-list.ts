import type { Clock } from "@offhook/kernel";
import type { CallOptions } from "../api/api-client.ts";
import { entities } from "../api/entities.ts";
import type { EventLog } from "../live/event-log.ts";
import { createListCache } from "../live/list-cache.ts";
import type { Page } from "../live/list-pages.ts";
import { type ListRules, LiveList } from "../live/live-list.ts";
import type { KeyValueStore } from "../storage/key-value-store.ts";
import {
  type BoxChoice,
  type BoxFilters,
  type BoxItem,
  choiceKey,
  compareItems,
  isInChoice,
} from "./box-rules.ts";

export interface BoxListOptions<Dir extends string, Filter extends string> {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly userId: number;
  /** The user's boxes, also those that are not shown. */
  readonly allBoxes: () => readonly string[];
  readonly choice: BoxChoice<Dir, Filter>;
}

/** What a page is asked for with. */
interface BoxPage<Dir extends string, Filter extends string> {
  readonly filter: Filter;
  readonly dir?: Dir;
  /** Boxes, separated by commas; all of them where it is left out. */
  readonly mailbox?: string;
  /** The id of the item that the page follows. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** What is in the boxes of one kind. */
export interface BoxKind<Item extends BoxItem, Dir extends string, Filter extends string> {
  readonly rules: ListRules<Item>;
  readonly filters: BoxFilters<Item, Filter>;
  readonly idOf: (item: Item) => string;
  readonly load: (page: BoxPage<Dir, Filter>, call: CallOptions) => Promise<readonly Item[]>;
  /** Where the device keeps what the list begins with, which is everything of one direction or folder. */
  readonly storageKey: string;
  readonly firstDir: Dir | null;
}

const PAGE = 100;
const CACHE_VERSION = 1;

/** What is in the user's boxes of one kind. */
export class BoxList<Item extends BoxItem, Dir extends string, Filter extends string> extends LiveList<
  Item,
  BoxChoice<Dir, Filter>
> {
  /** Which rows are the same item. */
  readonly rowKey: (item: Item) => string;

  constructor(options: BoxListOptions<Dir, Filter>, kind: BoxKind<Item, Dir, Filter>) {
    const { log, clock, store, userId, choice } = options;
    super({
      log,
      clock,
      choice,
      keyOf: choiceKey,
      idOf: kind.idOf,
      compare: compareItems,
      fits: (item, wanted) => isInChoice(item, wanted) && kind.filters[wanted.filter](item, userId),
      rules: kind.rules,
      page: (wanted, after, call) => loadPage(options, kind, wanted, after, call),
      cache: createListCache({
        store,
        key: kind.storageKey,
        version: CACHE_VERSION,
        userId,
        keeps: ({ filter, dir }) => filter === "all" && dir === kind.firstDir,
        keyOf: choiceKey,
      }),
    });
    this.rowKey = kind.idOf;
  }

  of(id: string): Item | undefined {
    return this.find((row) => row.id === id);
  }
}

async function loadPage<Item extends BoxItem, Dir extends string, Filter extends string>(
  { allBoxes }: BoxListOptions<Dir, Filter>,
  { load }: BoxKind<Item, Dir, Filter>,
  { boxes, dir, filter }: BoxChoice<Dir, Filter>,
  after: string | undefined,
  call: CallOptions,
): Promise<Page<Item>> {
  if (boxes.length === 0) return { rows: [], next: null };
  const isAll = allBoxes().every((box) => boxes.includes(box));
  const page = await load(
    {
      filter,
      limit: PAGE,
      after: after || undefined,
      ...(dir && { dir }),
      ...(!isAll && { mailbox: boxes.join(",") }),
    },
    call,
  );
  return { rows: entities(page), next: page.length < PAGE ? null : (page.at(-1)?.id ?? null) };
}
