import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FOREIGN_SENTENCES, SENTENCES } from "../src/testing/spoken-sentences.ts";

/** The test sentences, spoken once; see the README beside what comes out. */
const FOLDER = fileURLToPath(new URL("../sentences/", import.meta.url));

const PLAIN = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
const OPUS = ["-c:a", "libopus", "-frame_duration", "20", "-f", "ogg"];

const ffmpeg = (...args: readonly string[]): void => {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);
};

/** Once as a browser sends it, and once as it comes over a telephone line: 8 kHz, G.711. */
function keep(name: string, spoken: string, folder: string): void {
  const line = join(folder, "line.wav");
  ffmpeg("-i", spoken, "-ac", "1", "-ar", "8000", "-c:a", "pcm_mulaw", line);
  const wide = ["-ar", "16000", "-ac", "1", ...PLAIN, ...OPUS, "-b:a", "20k"];
  ffmpeg("-i", spoken, ...wide, join(FOLDER, `${name}-wide.opus`));
  ffmpeg("-i", line, ...PLAIN, ...OPUS, "-b:a", "16k", join(FOLDER, `${name}-narrow.opus`));
}

const folder = mkdtempSync(join(tmpdir(), "offhook-speech-"));
try {
  const spoken = join(folder, "spoken.wav");
  for (const { name, voice, text } of SENTENCES) {
    execFileSync("flite", ["-voice", voice, "-t", text, "-o", spoken]);
    keep(name, spoken, folder);
  }
  for (const { name, voice, text } of FOREIGN_SENTENCES) {
    execFileSync("espeak-ng", ["-v", voice, "-s", "150", "-w", spoken, text]);
    keep(name, spoken, folder);
  }
} finally {
  rmSync(folder, { recursive: true });
}
