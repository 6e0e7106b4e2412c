import type { Clock } from "@offhook/kernel";
import { findSpeechEngine, SpeechEngine, speechProgram } from "@offhook/speech";
import type { Logger } from "../logging/logger.ts";
import type { Transcriber } from "../transcriber.ts";
import { createHttpTranscriber } from "./http-transcriber.ts";
import type { TranscriptionConfig } from "./transcription-config.ts";

export interface TranscriberDeps {
  readonly config: TranscriptionConfig;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn">;
}

export interface RunningTranscriber extends Transcriber {
  close(): void;
}

/** Undefined where nothing is transcribed. */
export function createTranscriber({
  config,
  clock,
  logger,
}: TranscriberDeps): RunningTranscriber | undefined {
  if (config.by === "nobody") return undefined;
  if (config.by === "service") return { ...createHttpTranscriber(config), close: () => {} };
  const folder = findSpeechEngine();
  if (folder !== undefined) return new SpeechEngine({ clock, program: speechProgram(folder) });
  logger.warn(
    "Voicemails are not transcribed: the speech engine is not installed. npm start downloads it where it can; OFFHOOK_TRANSCRIPTION=0 does without.",
  );
  return undefined;
}
