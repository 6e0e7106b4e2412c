import { Alert, Box, Button } from "@mantine/core";
import type { AudioDevice } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { LevelMeter } from "@offhook/ui/inputs";
import { Play, Square } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSoundPlayer } from "../../../platform/sounds/sound-context.ts";
import { chooseCamera, chosenCamera } from "../../../platform/storage/media-choices.ts";
import { SelectSetting } from "../page/setting-controls.tsx";
import { SettingRow } from "../page/setting-row.tsx";
import { useChangeSettings, useSettings } from "../settings-context.ts";
import { chooseOutput } from "./audio-devices.ts";
import { chosenDevice } from "./device-lists.ts";
import { useAudioDeviceState, useAudioDevices } from "./devices-context.ts";
import { useMicrophoneLevel } from "./use-microphone-level.ts";

const NONE = "none";
const optionsOf = (devices: readonly AudioDevice[]) =>
  devices.map(({ label, browserId }) => ({ value: browserId, label }));

/** Microphone, output and second ringer of this machine. Also shown in the top bar's menu. */
export function AudioSection(): ReactNode {
  const { permission, isLoaded } = useAudioDeviceState((state) => state);
  const devices = useAudioDevices();
  return (
    <>
      {isLoaded && permission !== "granted" && (
        <SettingRow
          label="Microphone access"
          description={
            permission === "denied"
              ? "It looks like your device doesn't have a microphone connected or the necessary permissions haven't been granted."
              : "Allow the microphone to choose devices by name."
          }
        >
          {() => (
            <Button variant="default" onClick={() => void devices.requestMicrophone()}>
              Allow microphone
            </Button>
          )}
        </SettingRow>
      )}
      <MicrophoneSetting />
      <OutputSetting />
      <RingerSetting />
      <CameraSetting />
    </>
  );
}

function MicrophoneSetting(): ReactNode {
  const inputs = useAudioDeviceState((state) => state.inputs);
  const permission = useAudioDeviceState((state) => state.permission);
  const chosen = useSettings((settings) => settings.audioInput);
  const change = useChangeSettings();
  const snackbar = useSnackbar();
  const device = chosenDevice(inputs, chosen);
  const level = useMicrophoneLevel(permission === "granted" ? (device?.browserId ?? "") : undefined);
  return (
    <SelectSetting
      label="Microphone"
      keywords="audio input headset"
      value={device?.browserId ?? null}
      options={optionsOf(inputs)}
      placeholder="No Audio Input Devices Detected"
      aside={
        <Box w={96}>
          <LevelMeter label="Microphone level" level={level} />
        </Box>
      }
      onChange={(browserId) => {
        change({ audioInput: inputs.find((input) => input.browserId === browserId) ?? null });
        snackbar.show("Microphone changed successfully", { tone: "success" });
      }}
    />
  );
}

function OutputSetting(): ReactNode {
  const outputs = useAudioDeviceState((state) => state.outputs);
  const areHidden = useAudioDeviceState((state) => state.areOutputsHidden);
  const chosen = useSettings((settings) => settings.audioOutput);
  const change = useChangeSettings();
  const snackbar = useSnackbar();
  const device = chosenDevice(outputs, chosen);
  const [isInsecure, setIsInsecure] = useState(false);
  const choose = async (browserId: string): Promise<void> => {
    const outcome = await chooseOutput(new Audio(), browserId);
    setIsInsecure(outcome === "insecure");
    if (outcome === "insecure") return;
    change({ audioOutput: outputs.find((output) => output.browserId === browserId) ?? null });
    snackbar.show("Audio output changed successfully", { tone: "success" });
  };
  return (
    <>
      <SelectSetting
        label="Audio output"
        keywords="speaker headset"
        value={device?.browserId ?? null}
        options={optionsOf(outputs)}
        placeholder={areHidden ? "System default" : "No Audio Output Devices Detected"}
        aside={<TestSound output={device?.browserId ?? ""} label="the audio output" />}
        onChange={(browserId) => void choose(browserId)}
      />
      {isInsecure && (
        <Alert color="red" m="sm" role="alert">
          Choosing an audio output needs HTTPS.
        </Alert>
      )}
    </>
  );
}

function RingerSetting(): ReactNode {
  const outputs = useAudioDeviceState((state) => state.outputs);
  const chosen = useSettings((settings) => settings.ringerOutput);
  const change = useChangeSettings();
  const snackbar = useSnackbar();
  const device = chosen && chosenDevice(outputs, chosen);
  return (
    <SelectSetting
      label="Secondary ringer"
      description="Calls ring here as well."
      keywords="speaker ringtone output"
      value={device?.browserId ?? NONE}
      options={[{ value: NONE, label: "None" }, ...optionsOf(outputs)]}
      aside={device ? <TestSound output={device.browserId} label="the secondary ringer" /> : null}
      onChange={(browserId) => {
        change({ ringerOutput: outputs.find((output) => output.browserId === browserId) ?? null });
        snackbar.show("Secondary ringer changed successfully", { tone: "success" });
      }}
    />
  );
}

/** Only where there is one; kept in this browser, because the cameras of another machine are others. */
function CameraSetting(): ReactNode {
  const { store } = usePlatform().browser;
  const cameras = useAudioDeviceState((state) => state.cameras);
  const snackbar = useSnackbar();
  const [chosen, setChosen] = useState(() => chosenCamera(store));
  if (cameras.length === 0) return null;
  return (
    <SelectSetting
      label="Camera"
      description="For video calls."
      keywords="video input webcam"
      value={chosenDevice(cameras, chosen)?.browserId ?? null}
      options={optionsOf(cameras)}
      onChange={(browserId) => {
        const camera = cameras.find((each) => each.browserId === browserId) ?? null;
        chooseCamera(store, camera);
        setChosen(camera);
        snackbar.show("Camera changed successfully", { tone: "success" });
      }}
    />
  );
}

/** The test sound loops until it is stopped or the place is left. */
function TestSound({ output, label }: { readonly output: string; readonly label: string }): ReactNode {
  const sounds = useSoundPlayer();
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    sounds.play("test", { loop: true, outputs: [output] });
    return () => sounds.stop("test");
  }, [isPlaying, output, sounds]);
  const Icon = isPlaying ? Square : Play;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={isPlaying ? `Stop testing ${label}` : `Test ${label}`}
      leftSection={<Icon size={14} aria-hidden="true" />}
      onClick={() => setIsPlaying((was) => !was)}
    >
      {isPlaying ? "Stop" : "Test"}
    </Button>
  );
}
