import type { MyProfile, UserSettings } from "@offhook/contract";

/** Pure. The lines of the user that the settings let the inbox show, in the order of the profile. */
export function shownLines(
  { sms_lines: lines }: Pick<MyProfile, "sms_lines">,
  { filters, activeSmsLines }: Pick<UserSettings, "filters" | "activeSmsLines">,
): readonly string[] {
  const active = activeSmsLines && new Set(activeSmsLines.map(({ value }) => value));
  const hidden = new Set(filters.sms.lines.filter(({ selected }) => !selected).map(({ name }) => name));
  const all = lines.map(({ sms_line }) => sms_line);
  const shown = all.filter((line) => (!active || active.has(line)) && !hidden.has(line));
  // Settings of lines that are gone must not leave somebody without any.
  return shown.length > 0 ? shown : all;
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
