import type { Shortcut, ShortcutAction } from "@offhook/contract";
import type { ShortcutPlatform } from "@offhook/ui";
import { ShortcutRecorder } from "@offhook/ui/inputs";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import { type ReactNode, useState } from "react";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { SettingRow } from "../setting-row.tsx";
import { conflictOf, currentPlatform } from "./shortcut-conflicts.ts";
import { SHORTCUT_LABELS } from "./shortcut-labels.ts";

export function ShortcutsSection(): ReactNode {
  const shortcuts = useSettings((settings) => settings.shortcuts);
  const change = useChangeSettings();
  const [platform, setPlatform] = useState<ShortcutPlatform>(currentPlatform());
  const ofPlatform = shortcuts[platform];
  const record = (action: ShortcutAction, keys: string): void => {
    const changed = ofPlatform.map((each) => (each.value === action ? { ...each, shortcut: keys } : each));
    change({ shortcuts: { ...shortcuts, [platform]: changed } });
  };
  return (
    <>
      <SettingRow
        label="Keyboard"
        description="Each platform has its own keys."
        keywords="shortcut mac windows"
      >
        {({ labelId }) => (
          <SegmentedControl
            aria-labelledby={labelId}
            value={platform}
            onChange={setPlatform}
            segments={[
              { value: "windows", label: "Windows, Linux" },
              { value: "macOS", label: "Mac" },
            ]}
          />
        )}
      </SettingRow>
      {ofPlatform.map((each) => (
        <ShortcutRow
          key={each.value}
          shortcut={each}
          others={ofPlatform}
          platform={platform}
          onRecord={(keys) => record(each.value, keys)}
        />
      ))}
    </>
  );
}

interface ShortcutRowProps {
  readonly shortcut: Shortcut;
  readonly others: readonly Shortcut[];
  readonly platform: ShortcutPlatform;
  readonly onRecord: (keys: string) => void;
}

function ShortcutRow({ shortcut, others, platform, onRecord }: ShortcutRowProps): ReactNode {
  const [refused, setRefused] = useState<string>();
  const label = SHORTCUT_LABELS[shortcut.value];
  const record = (keys: string): void => {
    const conflict = conflictOf(keys, shortcut.value, others);
    setRefused(conflict && `Already used: ${SHORTCUT_LABELS[conflict]}`);
    if (conflict === undefined) onRecord(keys);
  };
  const where =
    shortcut.scope === "global" ? "Also works while another program is in front (desktop app)." : "";
  return (
    <SettingRow label={label} description={where} keywords="shortcut key">
      {({ labelId }) => (
        <ShortcutRecorder
          label={label}
          labelledBy={labelId}
          value={shortcut.shortcut}
          platform={platform}
          conflict={refused}
          onChange={record}
        />
      )}
    </SettingRow>
  );
}
