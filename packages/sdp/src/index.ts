export { AUDIO_CODECS, type AudioCodecName, audioCodecNamed, TELEPHONE_EVENT } from "./audio-codecs.ts";
export {
  type CodecName,
  codecAttributes,
  codecsOf,
  isSameCodec,
  type SdpCodec,
  speechCodecs,
  telephoneEventFor,
} from "./sdp-codecs.ts";
export {
  answerDirection,
  type Direction,
  directionOf,
  nextVersion,
  receives,
  redirected,
  reverseDirection,
  sends,
  withDirection,
} from "./sdp-direction.ts";
export {
  type AudioCapability,
  agreeOnAudio,
  type CodecOrder,
  createSdpAnswer,
  createSdpOffer,
  type LocalTransport,
  newOrigin,
  readSdpAnswer,
  type StreamAgreement,
  type StreamAnswer,
  type StreamOffer,
} from "./sdp-negotiation.ts";
export { parseSdp, SDP_LIMITS } from "./sdp-parser.ts";
export { formatSdp, SDP_TYPE } from "./sdp-serialiser.ts";
export {
  connectionTo,
  type DtlsParameters,
  dtlsOf,
  type IceCredentials,
  type IceParameters,
  iceOf,
  isTransportRestart,
  type MediaAddress,
  type MediaProfile,
  profileOf,
  rtcpAddressOf,
  rtpAddressOf,
  type SecureTransport,
  secureTransportOf,
} from "./sdp-transport.ts";
export {
  attribute,
  attributeValue,
  attributeValues,
  bundledMids,
  hasAttribute,
  isOffered,
  midOf,
  type SdpAttribute,
  type SdpConnection,
  type SdpMedia,
  type SdpOrigin,
  type SessionDescription,
  withoutAttributes,
} from "./session-description.ts";
