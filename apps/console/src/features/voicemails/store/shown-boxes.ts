import type { MyProfile, UserSettings } from "@offhook/contract";
import { linesInSight } from "../../settings/index.ts";

/** Pure. The boxes of the user that the settings let the list show. */
export function shownBoxes(
  { vox_boxes: boxes }: Pick<MyProfile, "vox_boxes">,
  { filters, activeVoicemails }: Pick<UserSettings, "filters" | "activeVoicemails">,
): readonly string[] {
  const all = boxes.map(({ name }) => name);
  return linesInSight(all, activeVoicemails, filters.voicemails);
}
