export { MediaEngine } from "./client/media-engine.ts";
export type { CodecName } from "./codecs/audio-codec.ts";
export type * from "./protocol/media-commands.ts";
export { MediaError } from "./protocol/media-error.ts";

export type { MediaSettings } from "./protocol/media-settings.ts";
