import { Button } from "@mantine/core";
import { Play, Square } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { SoundName } from "../../../../platform/sounds/sound-catalog.ts";
import { useSoundPlayer } from "../../../../platform/sounds/sound-context.ts";
import { useChangeSettings, useSettings } from "../../settings-context.ts";
import { SwitchSetting } from "../setting-controls.tsx";

const PREVIEW_MS = 3_000;

export function SoundsSection(): ReactNode {
  const settings = useSettings((all) => all);
  const change = useChangeSettings();
  return (
    <>
      <SwitchSetting
        label="Ring for incoming calls"
        keywords="sound ringtone"
        isOn={settings.playCallIncomingSound}
        onChange={(playCallIncomingSound) => change({ playCallIncomingSound })}
        aside={<SoundTest name="incoming" label="incoming calls" />}
      />
      <SwitchSetting
        label="Sound for incoming messages"
        keywords="sms text"
        isOn={settings.playSMSIncomingSound}
        onChange={(playSMSIncomingSound) => change({ playSMSIncomingSound })}
        aside={<SoundTest name="sms" label="incoming messages" />}
      />
      <SwitchSetting
        label="Sound for chat"
        keywords="teams notification"
        isOn={settings.teamsNotificationsSound}
        onChange={(teamsNotificationsSound) => change({ teamsNotificationsSound })}
        aside={<SoundTest name="chat" label="chat" />}
      />
    </>
  );
}

function SoundTest({ name, label }: { readonly name: SoundName; readonly label: string }): ReactNode {
  const sounds = useSoundPlayer();
  const output = useSettings((settings) => settings.audioOutput?.browserId ?? "");
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    sounds.play(name, { outputs: [output] });
    const timer = setTimeout(() => setIsPlaying(false), PREVIEW_MS);
    return () => {
      clearTimeout(timer);
      sounds.stop(name);
    };
  }, [isPlaying, name, output, sounds]);
  const Icon = isPlaying ? Square : Play;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={14} aria-hidden="true" />}
      aria-label={isPlaying ? `Stop the sound for ${label}` : `Test the sound for ${label}`}
      onClick={() => setIsPlaying((was) => !was)}
    >
      {isPlaying ? "Stop" : "Test"}
    </Button>
  );
}
