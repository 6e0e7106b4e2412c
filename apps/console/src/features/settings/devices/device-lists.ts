import type { AudioDevice } from "@offhook/contract";

export interface DeviceLists {
  readonly inputs: readonly AudioDevice[];
  readonly outputs: readonly AudioDevice[];
  /** Nothing is known of outputs, because the browser lists none of them: calls are heard on the system's own. */
  readonly areOutputsHidden: boolean;
}

/** The browser's own entries for "whatever the system uses"; they would stand twice in every list. */
const ALIASES = new Set(["default", "communications"]);

/**
 * Before the user allowed the microphone, browsers list devices without a name or an id. Some list no outputs until
 * then, and some, in which outputs cannot be chosen, never do.
 */
export function deviceListsFrom(
  infos: readonly Pick<MediaDeviceInfo, "kind" | "label" | "deviceId">[],
  canChooseOutput: boolean,
): DeviceLists {
  const of = (kind: MediaDeviceKind, fallback: string): AudioDevice[] =>
    infos
      .filter((info) => info.kind === kind && !ALIASES.has(info.deviceId))
      .map((info, index) => ({ label: info.label || `${fallback} ${index + 1}`, browserId: info.deviceId }));
  const inputs = of("audioinput", "Microphone");
  const outputs = of("audiooutput", "Speaker");
  const areNamesTold = infos.some(({ kind, label }) => kind === "audioinput" && label !== "");
  const areToldLater = inputs.length > 0 && !areNamesTold;
  return { inputs, outputs, areOutputsHidden: outputs.length === 0 && (!canChooseOutput || areToldLater) };
}

export function camerasFrom(
  infos: readonly Pick<MediaDeviceInfo, "kind" | "label" | "deviceId">[],
): readonly AudioDevice[] {
  return infos
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ label, deviceId }, index) => ({ label: label || `Camera ${index + 1}`, browserId: deviceId }));
}

/**
 * The device of this machine that a stored choice means. Ids differ between browsers and are renewed when site
 * data is cleared, so that the same headset is then known by its name.
 */
export function chosenDevice(
  devices: readonly AudioDevice[],
  chosen: AudioDevice | null,
): AudioDevice | undefined {
  if (chosen === null) return devices[0];
  return (
    devices.find((device) => device.browserId === chosen.browserId) ??
    devices.find((device) => device.label === chosen.label)
  );
}

/** Why no call can be made, in the words of the specification. */
export interface DeviceProblem {
  readonly kind: "none" | "microphone" | "speaker";
  readonly title: string;
  readonly text: string;
}

const NO_DEVICES: DeviceProblem = {
  kind: "none",
  title: "No speaker or microphone found",
  text: "We cannot find any mic or speaker on your system please connect a microphone and try again or you can dial from your desk phone.",
};
const NO_MICROPHONE: DeviceProblem = {
  kind: "microphone",
  title: "Check Microphone",
  text: "It looks like your device doesn't have a microphone connected or the necessary permissions haven't been granted.",
};
const NO_SPEAKER: DeviceProblem = {
  kind: "speaker",
  title: "Speakers missing",
  text: "This app requires a speaker to hear calls",
};

/** A call needs a microphone that is there and a speaker, which is taken to be there where the browser hides it. */
export function deviceProblem(lists: DeviceLists, isMicrophoneAllowed: boolean): DeviceProblem | undefined {
  const hasMicrophone = lists.inputs.length > 0 && isMicrophoneAllowed;
  const hasSpeaker = lists.outputs.length > 0 || lists.areOutputsHidden;
  if (!hasMicrophone && !hasSpeaker) return NO_DEVICES;
  if (!hasMicrophone) return NO_MICROPHONE;
  return hasSpeaker ? undefined : NO_SPEAKER;
}
