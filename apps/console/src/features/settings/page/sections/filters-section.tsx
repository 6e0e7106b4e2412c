import type { ActiveLine, Filters } from "@offhook/contract";
import type { ReactNode } from "react";
import { useUser } from "../../../session/index.ts";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { ListSetting } from "../setting-controls.tsx";
import { faxLinesOf, smsLinesOf, voicemailBoxesOf } from "./lines-section.tsx";

/** Which lines the lists show when they open. */
export function FiltersSection(): ReactNode {
  const user = useUser();
  return (
    <>
      {user.features.messaging && <FilterSetting name="sms" label="Messages" lines={smsLinesOf(user)} />}
      {user.features.voicemail && (
        <FilterSetting name="voicemails" label="Voicemails" lines={voicemailBoxesOf(user)} />
      )}
      {user.features.fax && <FilterSetting name="faxes" label="Faxes" lines={faxLinesOf(user)} />}
    </>
  );
}

interface FilterSettingProps {
  readonly name: keyof Filters;
  readonly label: string;
  readonly lines: readonly ActiveLine[];
}

function FilterSetting({ name, label, lines }: FilterSettingProps): ReactNode {
  const filters = useSettings((settings) => settings.filters);
  const change = useChangeSettings();
  // A line that came after the filter was set is shown until the user says otherwise.
  const hidden = new Set(filters[name].lines.filter((line) => !line.selected).map((line) => line.name));
  return (
    <ListSetting
      label={`Lines shown in ${label}`}
      keywords="filter"
      values={lines.filter(({ value }) => !hidden.has(value)).map(({ value }) => value)}
      options={lines.map(({ title, value }) => ({ value, label: title }))}
      empty="None assigned to you"
      onChange={(values) => {
        const selection = lines.map(({ value }) => ({ name: value, selected: values.includes(value) }));
        change({ filters: { ...filters, [name]: { lines: selection } } });
      }}
    />
  );
}
