/** What a controller without any platform may know of the engine: types, and how numbers are said. */
export type { CodecName } from "../codecs/audio-codec.ts";
export type { PromptName } from "../players/prompt-texts.ts";
export { sayDigits, sayNumber } from "../players/spoken-number.ts";
export { sayMoment } from "../players/spoken-time.ts";
export { type DtmfDigit, isDtmfDigit } from "../rtp/dtmf/telephone-event.ts";

export type * from "./media-commands.ts";
export type { MediaErrorCode } from "./media-error.ts";
export type { MediaEvents, QualityReport, RecordingFinished } from "./media-events.ts";
