import type { Fax, FaxDirection, FaxFilter } from "@offhook/contract";
import {
  type BoxChoice,
  type BoxFilters,
  COMMON_FILTERS,
  dropItems,
  patchTask,
  readAll,
} from "../../../platform/boxes/box-rules.ts";
import type { ListRules } from "../../../platform/live/live-list.ts";

/** What the list shows. */
export type FaxChoice = BoxChoice<FaxDirection, FaxFilter>;

/** The same fax is the one of the same time and id. */
export const faxKey = ({ time_ms, id }: Pick<Fax, "time_ms" | "id">): string => `${time_ms} ${id}`;

export const FAX_FILTERS: BoxFilters<Fax, FaxFilter> = {
  ...COMMON_FILTERS,
  failed: (fax) => fax.dlr_status > 0,
};

/** What happens to faxes of the user's lines. */
export const FAX_RULES = {
  FAX_NEW: ({ fax }) => [{ put: fax }],
  FAX_DLR: ({ fax }) => [{ put: fax }],
  FAX_CHANGED: ({ faxes }) => faxes.map((fax) => ({ put: fax })),
  FAX_DELETED: ({ ids }) => [dropItems(ids)],
  FAX_TASK: ({ task, current }) => [patchTask(task, current)],
  // The counter says that nothing is unread any more.
  UNREAD_UPDATE: ({ fax }) => (fax === 0 ? [readAll()] : []),
} satisfies ListRules<Fax>;
