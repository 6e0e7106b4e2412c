import type { Theme, ThemeBackground } from "@offhook/contract";
import { backgroundNames, backgrounds, useColorSchemeOf } from "@offhook/ui";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { SelectSetting, SwitchSetting } from "../setting-controls.tsx";
import { SettingRow } from "../setting-row.tsx";
import classes from "./appearance-section.module.css";

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "systemDefault", label: "System" },
];

const BACKGROUND_LABELS: Readonly<Record<ThemeBackground, string>> = {
  isabelline: "Isabelline",
  aquaHaze: "Aqua haze",
  whiteSmoke: "White smoke",
  iceberg: "Iceberg",
  champagne: "Champagne",
  platinum: "Platinum",
};

export function AppearanceSection(): ReactNode {
  const theme = useSettings((settings) => settings.theme);
  const showUnreadCount = useSettings((settings) => settings.showUnreadCount);
  const change = useChangeSettings();
  return (
    <>
      <SelectSetting
        label="Theme"
        description="How the console looks on all your devices."
        keywords="dark light mode colour color"
        value={theme}
        options={THEMES}
        onChange={(chosen) => change({ theme: chosen })}
      />
      <BackgroundSetting />
      <SwitchSetting
        label="Show unread counts"
        description="Numbers on the navigation and in the window title."
        keywords="badge"
        isOn={showUnreadCount}
        onChange={(isOn) => change({ showUnreadCount: isOn })}
      />
    </>
  );
}

function BackgroundSetting(): ReactNode {
  const chosen = useSettings((settings) => settings.themeBg);
  const scheme = useColorSchemeOf(useSettings((settings) => settings.theme));
  const change = useChangeSettings();
  return (
    <SettingRow label="Background" description="The tint behind lists and panes." keywords="colour color">
      {({ labelId }) => (
        <div role="radiogroup" aria-labelledby={labelId} className={classes.swatches}>
          {backgroundNames.map((name) => (
            <label key={name} className={classes.swatch} title={BACKGROUND_LABELS[name]}>
              <input
                type="radio"
                name="background"
                value={name}
                checked={name === chosen}
                onChange={() => change({ themeBg: name })}
                aria-label={BACKGROUND_LABELS[name]}
              />
              <span style={{ background: backgrounds[name][scheme] }}>
                {name === chosen && <Check size={16} aria-hidden="true" />}
              </span>
            </label>
          ))}
        </div>
      )}
    </SettingRow>
  );
}
