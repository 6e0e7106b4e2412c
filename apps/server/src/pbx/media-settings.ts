import type { MediaSettings } from "@offhook/media";
import { ownAddress } from "./own-address.ts";
import type { TelephonyConfig } from "./telephony-config.ts";

export function mediaSettings(config: TelephonyConfig): Partial<MediaSettings> {
  const { mediaBindAddress, mediaAnnouncedAddresses, webRtcPort, rtpPorts } = config;
  return {
    ...(mediaBindAddress === undefined ? {} : { bindAddress: mediaBindAddress }),
    announcedAddresses: mediaAnnouncedAddresses,
    ...(webRtcPort === undefined ? {} : { webRtcPort }),
    rtpPorts,
    rtpAddress: mediaAnnouncedAddresses[0] === undefined ? (mediaBindAddress ?? ownAddress()) : "0.0.0.0",
  };
}
