import type { Clock } from "@offhook/kernel";
import type { AsciiDecoder, DigestAlgorithm, Hash, Random, TimerSettings } from "@offhook/sip";
import type { Arrivals } from "./ports/arrivals.ts";
import type { BindingStore } from "./ports/binding-store.ts";
import type { CallRecords } from "./ports/call-records.ts";
import type { CallbackStore } from "./ports/callback-store.ts";
import type { CallerTags } from "./ports/caller-tags.ts";
import type { FaxMachines } from "./ports/fax-machine.ts";
import type { FlowOpener } from "./ports/flow-opener.ts";
import type { LegLimits } from "./ports/leg-limits.ts";
import type { MailboxStore } from "./ports/mailbox-store.ts";
import type { MediaPort } from "./ports/media-port.ts";
import type { NumberPlan, PbxDirectory } from "./ports/pbx-directory.ts";
import type { PbxLog } from "./ports/pbx-log.ts";
import type { RecordingFolder } from "./ports/recording-folder.ts";
import type { TollStore } from "./ports/toll-store.ts";
import type { WaitingCallStore } from "./ports/waiting-call-store.ts";

/** Everything the PBX needs of the world around it. */
export interface PbxPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly hash: Hash;
  /** The platform's own way to read bytes as ASCII, faster than any of ours. */
  readonly decodeAscii?: AsciiDecoder;
  /** What addresses count as where guesses are counted: a whole IPv6 network say. */
  readonly sourceOf?: (address: string) => string;
  readonly directory: PbxDirectory;
  readonly numbers: NumberPlan;
  readonly media: MediaPort;
  readonly mailboxes: MailboxStore;
  readonly records: CallRecords;
  readonly tolls: TollStore;
  readonly flows: FlowOpener;
  /** Without it a line without devices is unreachable at once. */
  readonly arrivals?: Arrivals;
  /** Without it desk phones are forgotten with the process. */
  readonly bindings?: BindingStore;
  /** Without it callers who wait are let go when the process ends. */
  readonly waitingCalls?: WaitingCallStore;
  /** Without it callbacks of queues are forgotten with the process. */
  readonly callbacks?: CallbackStore;
  /** Without it no queue knows the tags of callers. */
  readonly callerTags?: CallerTags;
  readonly recordings: RecordingFolder;
  /** Without it nobody faxes over the phone. */
  readonly faxes?: FaxMachines;
  readonly legLimits: LegLimits;
  readonly log: PbxLog;
}

export interface PbxSettings {
  /** Realm of the digest challenges, and the host of our addresses. */
  readonly domain: string;
  /** Signs nonces; unguessable and kept over restarts. */
  readonly nonceSecret: string;
  readonly product?: string;
  readonly ringTimeoutMs: number;
  /** How long a call waits for a leg that vanished. */
  readonly reattachMs: number;
  /** Registrations: what we grant at most and at least. */
  readonly maxExpiresSeconds: number;
  /** The same at most for phones over UDP. */
  readonly maxDatagramExpiresSeconds: number;
  readonly minExpiresSeconds: number;
  readonly maxBindings: number;
  /** How often devices are asked whether they are still there. */
  readonly probeEveryMs: number;
  /** Offered to desk phones, best first; old ones that take only the first want MD5 alone. */
  readonly digestAlgorithms?: readonly DigestAlgorithm[];
  readonly timers?: TimerSettings;
}

export const DEFAULT_PBX_SETTINGS: Omit<PbxSettings, "domain" | "nonceSecret"> = {
  product: "Offhook",
  ringTimeoutMs: 45_000,
  reattachMs: 30_000,
  maxExpiresSeconds: 600,
  maxDatagramExpiresSeconds: 300,
  minExpiresSeconds: 60,
  maxBindings: 10,
  probeEveryMs: 30_000,
};
