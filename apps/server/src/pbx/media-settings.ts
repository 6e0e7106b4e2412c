import type { MediaSettings } from "@offhook/media";
import { callPortsOf } from "./fax/fax-ports.ts";
import { ownAddress } from "./own-address.ts";
import type { TelephonyConfig } from "./telephony-config.ts";

/** Enough for the calls of a tenth of a second on a very busy server. */
const MAX_HELD_PORTS = 16;
/** Legs that call control has let go and the media process has not closed yet. */
const CLOSING_LEGS = 64;

export function mediaSettings(config: TelephonyConfig): Partial<MediaSettings> {
  const { mediaBindAddress, mediaAnnouncedAddresses, webRtcPort, maxLegs } = config;
  const rtpPorts = callPortsOf(config.rtpPorts);
  return {
    ...(mediaBindAddress === undefined ? {} : { bindAddress: mediaBindAddress }),
    announcedAddresses: mediaAnnouncedAddresses,
    ...(webRtcPort === undefined ? {} : { webRtcPort }),
    rtpPorts,
    // Call control counts and turns away; this is the wall behind it.
    maxLegs: maxLegs + CLOSING_LEGS,
    // Of a small range most is for calls that are there; a leg has two ports.
    heldRtpPorts: Math.min(MAX_HELD_PORTS, Math.floor((rtpPorts.last - rtpPorts.first + 1) / 8)),
    rtpAddress: mediaAnnouncedAddresses[0] === undefined ? (mediaBindAddress ?? ownAddress()) : "0.0.0.0",
  };
}
