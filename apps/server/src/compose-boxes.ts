import { join } from "node:path";
import { findOffice } from "@offhook/fax-pages";
import type { Config } from "./config.ts";
import { RecordingTranscripts } from "./features/calls/index.ts";
import {
  createFaxesFeature,
  createFaxPages,
  type FaxesFeature,
  type FaxesFeatureDeps,
} from "./features/faxes/index.ts";
import {
  createVoicemailsFeature,
  type VoicemailsFeature,
  type VoicemailsFeatureDeps,
} from "./features/voicemails/index.ts";
import { AudioFiles } from "./platform/files/audio-files.ts";

/** What keeps what comes in by telephone. */
export interface Boxes {
  readonly audioFiles: AudioFiles;
  readonly voicemails: VoicemailsFeature;
  readonly transcripts: RecordingTranscripts;
  readonly faxes: FaxesFeature;
}

type GivenDeps = "database" | "objects" | "clock" | "logger" | "transcriber";
export interface BoxesDeps extends Pick<VoicemailsFeatureDeps, GivenDeps> {
  readonly config: Pick<Config, "publicUrl" | "dataDir" | "searchPath" | "faxProvider">;
}

/** Made before the phones, which store what callers say, and carry and take faxes. */
export async function composeBoxes(
  deps: BoxesDeps,
  parts: Pick<FaxesFeatureDeps, "unread" | "fileUrl" | "outbox">,
): Promise<Boxes> {
  const { publicUrl, dataDir, searchPath } = deps.config;
  const files = new AudioFiles(deps.objects, join(dataDir, "audio"));
  const folder = join(dataDir, "faxes");
  const pages = createFaxPages({ office: await findOffice(searchPath) });
  return {
    audioFiles: files,
    voicemails: createVoicemailsFeature({ ...deps, ...parts, files, publicUrl }),
    transcripts: new RecordingTranscripts({ ...deps, files, log: deps.logger }),
    faxes: createFaxesFeature({ ...deps, ...parts, publicUrl, folder, pages }),
  };
}
