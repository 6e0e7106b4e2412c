/** For tests, the simulator's tests and benchmarks alone: phones that hum and tell what they hear. */
export type { AudioCodec } from "../codecs/audio-codec.ts";
export { CODECS } from "../codecs/codec-table.ts";
export { amplitudeAt } from "../tones/goertzel.ts";

export { boundSocket } from "./rtp-phone.ts";
export { TestVoice } from "./test-voice.ts";

export { WebRtcPeers } from "./webrtc-peers.ts";
