import { constants, setPriority } from "node:os";
import { type GreetingAudioJob, readGreetingAudio } from "./greeting-audio.ts";

// Calls go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once("message", (job: GreetingAudioJob) => {
  readGreetingAudio(job).then(
    (audio) => process.send?.(audio, () => process.disconnect()),
    () => process.exit(1),
  );
});
process.once("disconnect", () => process.exit(0));
