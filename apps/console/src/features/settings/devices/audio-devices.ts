import type { AudioDevice } from "@offhook/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import {
  camerasFrom,
  type DeviceLists,
  type DeviceProblem,
  deviceListsFrom,
  deviceProblem,
} from "./device-lists.ts";

export type MicrophonePermission = "unknown" | "granted" | "denied";

export interface AudioDevicesState extends DeviceLists {
  readonly permission: MicrophonePermission;
  readonly isLoaded: boolean;
  readonly cameras: readonly AudioDevice[];
}

/** `navigator.mediaDevices`, as far as it is used here; absent on a page that is not served securely. */
export type MediaDevicesPort = Pick<
  MediaDevices,
  "enumerateDevices" | "getUserMedia" | "addEventListener" | "removeEventListener"
>;

const NOTHING: AudioDevicesState = {
  inputs: [],
  outputs: [],
  areOutputsHidden: false,
  permission: "unknown",
  isLoaded: false,
  cameras: [],
};
/** Safari has no choice of outputs, and then no list of them either. */
const CAN_CHOOSE_OUTPUT = "setSinkId" in HTMLMediaElement.prototype;

/** The microphones and speakers of this machine, kept true while they are plugged in and out. */
export class AudioDevices {
  readonly state: StoreApi<AudioDevicesState>;
  readonly #media: MediaDevicesPort | undefined;
  readonly #canChooseOutput: boolean;
  readonly #changed = (): void => void this.refresh();

  constructor(media: MediaDevicesPort | undefined, canChooseOutput = CAN_CHOOSE_OUTPUT) {
    this.#media = media;
    this.#canChooseOutput = canChooseOutput;
    this.state = createStore<AudioDevicesState>()(() => NOTHING);
  }

  start(): () => void {
    this.#media?.addEventListener("devicechange", this.#changed);
    void this.refresh();
    return () => this.#media?.removeEventListener("devicechange", this.#changed);
  }

  async refresh(): Promise<void> {
    const infos = (await this.#media?.enumerateDevices().catch(() => [])) ?? [];
    const lists = deviceListsFrom(infos, this.#canChooseOutput);
    // Names are only told to pages that may listen, so a name is proof of permission.
    const isGranted = infos.some((info) => info.kind === "audioinput" && info.label !== "");
    this.state.setState(({ permission }) => ({
      ...lists,
      cameras: camerasFrom(infos),
      isLoaded: true,
      permission: isGranted ? "granted" : permission === "granted" ? "unknown" : permission,
    }));
  }

  /** Asks the user for the microphone, once it is needed and not before. */
  async requestMicrophone(): Promise<MicrophonePermission> {
    try {
      const stream = await this.open(null);
      for (const track of stream.getTracks()) track.stop();
      this.state.setState({ permission: "granted" });
    } catch (failure) {
      const isRefused = failure instanceof DOMException && failure.name === "NotAllowedError";
      this.state.setState({ permission: isRefused ? "denied" : "unknown" });
    }
    await this.refresh();
    return this.state.getState().permission;
  }

  /** A microphone to listen to; one that has gone gives way to the system's default. */
  async open(browserId: string | null): Promise<MediaStream> {
    if (!browserId) return this.#capture({ audio: true });
    try {
      return await this.#capture({ audio: { deviceId: { exact: browserId } } });
    } catch (failure) {
      const isGone =
        failure instanceof DOMException && ["NotFoundError", "OverconstrainedError"].includes(failure.name);
      if (!isGone) throw failure;
      return this.#capture({ audio: true });
    }
  }

  /** The pictures of a camera; one that has gone gives way to the system's default. */
  async openCamera(browserId: string | undefined): Promise<MediaStream> {
    return this.#capture({ video: browserId === undefined || { deviceId: { ideal: browserId } } });
  }

  /** Why a call cannot be made now; undefined when it can. */
  problem(): DeviceProblem | undefined {
    const { permission, ...lists } = this.state.getState();
    return deviceProblem(lists, permission !== "denied");
  }

  async #capture(wanted: MediaStreamConstraints): Promise<MediaStream> {
    if (!this.#media) throw new DOMException("Calls need a page served over HTTPS", "SecurityError");
    return this.#media.getUserMedia(wanted);
  }
}

export type OutputChoice = "changed" | "default" | "insecure";

/**
 * Sends an element's sound to a device. The specification's two exceptions: an insecure page may not choose, and a
 * device that is gone gives way to the default one.
 */
export async function chooseOutput(
  element: { setSinkId?: ((id: string) => Promise<void>) | undefined },
  browserId: string,
): Promise<OutputChoice> {
  if (!element.setSinkId) return "default";
  try {
    await element.setSinkId(browserId);
    return "changed";
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === "SecurityError") return "insecure";
    await element.setSinkId("");
    return "default";
  }
}
