import type { CodecName } from "@offhook/media";

/** What mixes many phones: ours or a peer's, as a load generator sees it. */
export interface ConferencePath {
  readonly name: string;
  readonly pid: number;
  /** Takes a phone that listens at this port into the one conference; where it has to send. */
  join(codec: CodecName, phonePort: number): Promise<number>;
  stop(): Promise<void>;
}

export const PAYLOAD_TYPES = { opus: 111, G722: 9, PCMU: 0, PCMA: 8 } as const satisfies Record<
  CodecName,
  number
>;
