import type { ReactNode } from "react";
import { externalAppProblem } from "../../external-app.ts";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { SwitchSetting, TextSetting } from "../setting-controls.tsx";

export function ExternalAppSection(): ReactNode {
  const app = useSettings((settings) => settings.openCallInExternalApp);
  const changeSettings = useChangeSettings();
  const change = (part: Partial<typeof app>): void =>
    changeSettings({ openCallInExternalApp: { ...app, ...part } });
  return (
    <>
      <SwitchSetting
        label="Open calls in an external app"
        description="Each call opens an address of your choice in a new tab."
        keywords="crm url screen pop"
        isOn={app.isEnabled}
        onChange={(isEnabled) => change({ isEnabled })}
      />
      <TextSetting
        label="Address"
        description="{number} and {name} stand for the caller. Always opened over https."
        keywords="url template external app"
        inputMode="url"
        isWide
        value={app.url}
        placeholder="https://crm.example/search?phone={number}&name={name}"
        problemOf={externalAppProblem}
        onChange={(url) => change({ url })}
      />
      <SwitchSetting
        label="Only for incoming calls"
        keywords="external app"
        isOn={app.onlyForIncomingCalls}
        onChange={(onlyForIncomingCalls) => change({ onlyForIncomingCalls })}
      />
      <SwitchSetting
        label="Include the country code"
        keywords="external app"
        isOn={app.includeCountryCode}
        onChange={(includeCountryCode) => change({ includeCountryCode })}
      />
    </>
  );
}
