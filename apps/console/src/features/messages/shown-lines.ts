import type { MyProfile, UserSettings } from "@offhook/contract";
import { linesInSight } from "../settings/index.ts";

/** Pure. The lines of the user that the settings let the inbox show, in the order of the profile. */
export function shownLines(
  { sms_lines: lines }: Pick<MyProfile, "sms_lines">,
  { filters, activeSmsLines }: Pick<UserSettings, "filters" | "activeSmsLines">,
): readonly string[] {
  const all = lines.map(({ sms_line }) => sms_line);
  return linesInSight(all, activeSmsLines, filters.sms);
}

/** Pure. The line a new message goes out from. */
export function defaultLine(
  { sms_lines: lines }: Pick<MyProfile, "sms_lines">,
  { defaultSmsLine }: Pick<UserSettings, "defaultSmsLine">,
): string | undefined {
  const wanted = lines.find(
    ({ sms_line, sms_linename }) => sms_line === defaultSmsLine || sms_linename === defaultSmsLine,
  );
  return (wanted ?? lines[0])?.sms_line;
}
