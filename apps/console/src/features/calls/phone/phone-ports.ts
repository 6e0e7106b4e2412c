import type { SipSettings, UserSettings } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { StoreApi } from "zustand/vanilla";
import type { Client } from "../../../platform/api/api-client.ts";
import type { DownloadRequest } from "../../../platform/downloads/downloads.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import type { SoundPlayer } from "../../../platform/sounds/sound-player.ts";
import type { KeyValueStore } from "../../../platform/storage/key-value-store.ts";
import type { DeviceProblem } from "../../settings/index.ts";
import type { PhoneState } from "./phone.ts";
import type { StartAgent } from "./sip/sip-port.ts";
import type { TabLink } from "./tab-link.ts";

/** The microphones and speakers of this machine, as far as calls need them. */
interface PhoneDevices {
  refresh(): Promise<void>;
  /** Why a call cannot be made now; undefined when it can. */
  problem(): DeviceProblem | undefined;
  /** The microphone the user chose, or the default where that one is gone. */
  openMicrophone(): Promise<MediaStream>;
  /** What to say when it could not be opened although there is one: it was not allowed. */
  refusal(): DeviceProblem | undefined;
  openCamera(): Promise<MediaStream>;
  /** Where calls are heard; empty means the system's default. */
  outputId(): string;
  /** The second ringer, when there is one. */
  ringerId(): string | undefined;
  chooseOutput(element: HTMLAudioElement, outputId: string): Promise<unknown>;
}

/** Everything the soft phone needs of the world. */
export interface SoftPhonePorts {
  readonly state: StoreApi<PhoneState>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: () => string;
  readonly client: Pick<Client, "listLiveCalls" | "controlCall" | "sendCall" | "getCallRecording">;
  /** What the phone system tells of live calls. */
  readonly events: EventLog;
  readonly fetchSettings: () => Promise<SipSettings | null>;
  readonly startAgent: StartAgent;
  readonly store: KeyValueStore;
  /** Of this tab alone. */
  readonly tabStore: KeyValueStore;
  readonly link: TabLink;
  readonly devices: PhoneDevices;
  readonly sounds: SoundPlayer;
  readonly settings: () => UserSettings;
  /** The names of the user's lines. */
  readonly lines: () => readonly string[];
  readonly activeLine: () => string | undefined;
  readonly chooseLine: (line: string) => void;
  readonly isDndOn: () => boolean;
  readonly download: (request: DownloadRequest) => void;
  readonly openWindow: (address: string) => void;
  readonly notify: (message: string, tone: "success" | "error") => void;
  readonly log: (failure: unknown) => void;
}
