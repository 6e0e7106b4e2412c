import type { AudioFiles } from "../../platform/files/audio-files.ts";
import type { DueLoop } from "../../platform/loops/due-loop.ts";
import { createForgettingLoop, type ForgettingDeps } from "../../platform/loops/forgetting-loop.ts";
import { listDeleted, voicemailItems } from "./voicemail-repository.ts";

export interface ForgottenVoicemailsDeps extends Pick<ForgettingDeps, "database" | "clock" | "log"> {
  readonly files: Pick<AudioFiles, "forget">;
}

export function createForgetting({ database, clock, log, files }: ForgottenVoicemailsDeps): DueLoop {
  return createForgettingLoop({
    name: "forgetting deleted voicemails",
    database,
    clock,
    log,
    repository: voicemailItems,
    listDeleted,
    forgetFile: (key) => files.forget(key),
  });
}
