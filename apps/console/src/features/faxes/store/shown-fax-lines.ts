import type { MyProfile, UserSettings } from "@offhook/contract";
import { linesInSight } from "../../settings/index.ts";

/** Pure. The fax lines of the user that the settings let the list show. */
export function shownFaxLines(
  { fax_lines: lines }: Pick<MyProfile, "fax_lines">,
  { filters, activeFaxes }: Pick<UserSettings, "filters" | "activeFaxes">,
): readonly string[] {
  const all = lines.map(({ fax_line }) => fax_line);
  return linesInSight(all, activeFaxes, filters.faxes);
}

/** Pure. The line a new fax is sent from. */
export function defaultFaxLine(
  { fax_lines: lines }: Pick<MyProfile, "fax_lines">,
  { defaultFaxLine: wanted }: Pick<UserSettings, "defaultFaxLine">,
): string | undefined {
  const chosen = lines.find(({ fax_line, fax_linename }) => fax_line === wanted || fax_linename === wanted);
  return (chosen ?? lines[0])?.fax_line;
}
