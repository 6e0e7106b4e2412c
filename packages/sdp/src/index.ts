export { AUDIO_CODECS, audioCodecNamed, TELEPHONE_EVENT } from "./audio-codecs.ts";
export {
  codecAttributes,
  codecsOf,
} from "./sdp-codecs.ts";
export {
  answerDirection,
  type Direction,
  directionOf,
  receives,
  sends,
} from "./sdp-direction.ts";
export {
  type AudioCapability,
  agreeOnAudio,
  createSdpAnswer,
  createSdpOffer,
  type LocalTransport,
  newOrigin,
  readSdpAnswer,
  type StreamAgreement,
  type StreamAnswer,
} from "./sdp-negotiation.ts";
export { parseSdp, SDP_LIMITS } from "./sdp-parser.ts";
export { formatSdp, SDP_TYPE } from "./sdp-serializer.ts";
export {
  connectionTo,
  type IceCredentials,
  isTransportRestart,
  profileOf,
  rtcpAddressOf,
  rtpAddressOf,
  type SecureTransport,
  secureTransportOf,
} from "./sdp-transport.ts";
export {
  attribute,
  attributeValues,
  bundledMids,
  isOffered,
  midOf,
  type SdpAttribute,
  type SdpMedia,
  type SdpOrigin,
  type SessionDescription,
} from "./session-description.ts";
export {
  agreeOnT38,
  createT38Answer,
  createT38Offer,
  FAX_AUDIO_ATTRIBUTES,
  isT38,
  readT38Answer,
} from "./t38.ts";
