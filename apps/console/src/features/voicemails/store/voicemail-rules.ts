import type { Voicemail, VoicemailFilter, VoicemailFolder } from "@offhook/contract";
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
export type VoicemailChoice = BoxChoice<VoicemailFolder, VoicemailFilter>;

export const VOICEMAIL_FILTERS: BoxFilters<Voicemail, VoicemailFilter> = {
  ...COMMON_FILTERS,
  new: (voicemail) => voicemail.new,
};

/** What happens to messages of the user's boxes. */
export const VOICEMAIL_RULES = {
  VOICEMAIL_NEW: ({ voicemail }) => [{ put: voicemail }],
  VOICEMAIL_CHANGED: ({ voicemails }) => voicemails.map((voicemail) => ({ put: voicemail })),
  VOICEMAIL_DELETED: ({ ids }) => [dropItems(ids)],
  VOICEMAIL_TASK: ({ task, current }) => [patchTask(task, current)],
  // The counter says that nothing is unread any more.
  UNREAD_UPDATE: ({ vox }) => (vox === 0 ? [readAll()] : []),
} satisfies ListRules<Voicemail>;
