export interface MediaSettings {
  /** Address for all sockets; undefined for every interface. */
  readonly bindAddress?: string;
  /** What clients behind our router reach us by; replaces our own addresses in SDP. */
  readonly announcedAddresses: readonly string[];
  /** One UDP port for all browser legs; undefined takes a free port for each. */
  readonly webRtcPort?: number;
  /** STUN servers, `stun:host:port`; none are needed where clients can reach us. */
  readonly iceServers: readonly string[];
  /** Ports for plain RTP, an even one and the next for each leg. */
  readonly rtpPorts: { readonly first: number; readonly last: number };
  /** Address written into SDP for plain RTP, and bound, where a leg names none. */
  readonly rtpAddress: string;
  /** How many ports are kept open for the next legs, once there was one; 0 for none. */
  readonly heldRtpPorts: number;
  readonly maxLegs: number;
  readonly qualityIntervalMs: number;
  readonly mediaTimeoutMs: number;
  /** Folder of the prompts; default: those of this package. */
  readonly promptsFolder?: string;
}

export const DEFAULT_MEDIA_SETTINGS: MediaSettings = {
  announcedAddresses: [],
  iceServers: [],
  rtpPorts: { first: 20_000, last: 29_999 },
  rtpAddress: "127.0.0.1",
  heldRtpPorts: 0,
  maxLegs: 500,
  qualityIntervalMs: 5_000,
  mediaTimeoutMs: 20_000,
};
