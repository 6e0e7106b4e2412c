import { Button, Group, Modal, Text } from "@mantine/core";
import { MicOff, VolumeX } from "lucide-react";
import { type ReactNode, useState } from "react";
import classes from "./device-alert.module.css";
import type { DeviceProblem } from "./device-lists.ts";
import { useAudioDevices } from "./devices-context.ts";

export interface DeviceAlertProps {
  /** Why the call cannot be made here; undefined closes the dialog. */
  readonly problem: DeviceProblem | undefined;
  readonly onCancel: () => void;
  /** Lets the desk phone place the call. */
  readonly onDialFromOtherDevice: () => void;
}

const WIDTH = 440;

/** 'No devices found' and 'Device missing': what keeps this machine from calling, and the way out. */
export function DeviceAlert({ problem, onCancel, onDialFromOtherDevice }: DeviceAlertProps): ReactNode {
  // What was shown stays painted while the dialog fades.
  const [shown, setShown] = useState(problem);
  if (problem && problem !== shown) setShown(problem);
  return (
    <Modal
      opened={problem !== undefined}
      onClose={onCancel}
      size={WIDTH}
      title={shown?.kind === "none" ? "No devices found" : "Device missing"}
    >
      {shown && (
        <>
          <Explanation problem={shown} />
          <Group justify="flex-end" gap="xs" mt="lg">
            {shown.kind !== "speaker" && <AllowButton />}
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button onClick={onDialFromOtherDevice} data-autofocus>
              Dial from other device
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

const ALSO: Readonly<Record<DeviceProblem["kind"], string>> = {
  none: "You cannot make calls unless you have at least one audio device",
  microphone: "No Audio Input Devices Detected",
  speaker: "No Audio Output Devices Detected",
};

function Explanation({ problem }: { readonly problem: DeviceProblem }): ReactNode {
  const Icon = problem.kind === "speaker" ? VolumeX : MicOff;
  return (
    <div className={classes.alert}>
      <span className={classes.icon}>
        <Icon size={22} aria-hidden="true" />
      </span>
      <div>
        <Text fw={600}>{problem.title}</Text>
        <Text mt={4}>{problem.text}</Text>
        <Text mt={8} size="sm" c="dimmed">
          {ALSO[problem.kind]}
        </Text>
      </div>
    </div>
  );
}

/** Often nothing is missing but the permission. */
function AllowButton(): ReactNode {
  const devices = useAudioDevices();
  return (
    <Button variant="subtle" onClick={() => void devices.requestMicrophone()}>
      Try again
    </Button>
  );
}
