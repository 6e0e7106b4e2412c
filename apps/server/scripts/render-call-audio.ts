import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { samplesFromFile } from "@offhook/media/samples";
import { findSpeechEngine, SpeechEngine, speechProgram } from "@offhook/speech";
import { DEMO_VOICEMAILS, type DemoVoicemail } from "../src/demo/seeders/calls/demo-voicemails.ts";
import { readWavPeaks } from "../src/platform/files/wav-peaks.ts";
import { systemClock } from "../src/platform/system-clock.ts";

/** Recorded calls and voicemails of the demo, spoken once; see the README beside what comes out. */
const FOLDER = fileURLToPath(new URL("../src/demo/seeders/calls/audio/", import.meta.url));
const HEARD = join(FOLDER, "voicemails.json");

type Line = readonly [speaker: "staff" | "caller", text: string];

const VOICES = { staff: "en-us+f4", caller: "en-us+m3" } as const;

const CALLS: Readonly<Record<string, readonly Line[]>> = {
  "call-visit": [
    ["staff", "Harborlight Home Care, good morning. How can I help you?"],
    ["caller", "Good morning. My mother's nurse was to come at nine, and it is ten past."],
    ["staff", "I am sorry about that. Let me look. She is on her way and will be there in five minutes."],
    ["caller", "Oh good, thank you. Could you also move the visit on Friday to the afternoon?"],
    ["staff", "Friday at two, would that suit you?"],
    ["caller", "Two is perfect. Thank you very much. Goodbye."],
  ],
  "call-pharmacy": [
    ["caller", "Hello, this is Beacon Pharmacy. I am calling about a refill that needs a signature."],
    ["staff", "Thank you for calling. Which prescription is it about?"],
    ["caller", "The blood pressure tablets, thirty days. We sent a fax this morning."],
    ["staff", "I have it in front of me. The doctor signs it at noon, and we fax it back at once."],
    ["caller", "Wonderful. Have a nice day."],
  ],
  "call-billing": [
    ["staff", "Billing, you are speaking with Aisha."],
    ["caller", "Hi. I think I was charged twice for October."],
    ["staff", "Let me check. Yes, I see two payments on the same day. I will send one of them back to you."],
    ["caller", "How long will that take?"],
    ["staff", "About three working days. You will get a text when it is on its way."],
    ["caller", "Great, thanks for your help."],
  ],
};

const SOUND = [
  "-ac",
  "1",
  "-ar",
  "16000",
  "-map_metadata",
  "-1",
  "-fflags",
  "+bitexact",
  "-flags:a",
  "+bitexact",
];

const OPUS = ["-c:a", "libopus", "-b:a", "16k", "-frame_duration", "20", "-f", "ogg"];
/** Between the sentences of a voicemail, while people think of the next. */
const PAUSE_SECONDS = 0.7;
/** Of the file that nobody can play: how it begins, and no sound. */
const BROKEN_BYTES = 60;

type Speak = (file: string) => void;

interface Rendering {
  readonly output: readonly string[];
  /** Seconds after each part. */
  readonly pause?: number;
  readonly isHeard?: (part: number) => boolean;
}

function espeak(voice: string, text: string): Speak {
  return (file) => execFileSync("espeak-ng", ["-v", voice, "-s", "155", "-w", file, text]);
}

function speakers({ voice, sentences }: DemoVoicemail): Speak[] {
  const isForeign = voice === "es";
  return sentences.map((text) =>
    isForeign
      ? espeak(voice, text)
      : (file) => execFileSync("flite", ["-voice", voice, "-t", text, "-o", file]),
  );
}

/** Makes each part, brings all of them to one rate, and joins them. Where `isHeard` says no there is silence. */
function render(
  name: string,
  parts: readonly Speak[],
  { pause = 0, output, isHeard = () => true }: Rendering,
): void {
  const folder = mkdtempSync(join(tmpdir(), "offhook-speech-"));
  try {
    const lines = parts.map((speak, index) => {
      const [raw, file] = [join(folder, "raw.wav"), join(folder, `${index}.wav`)];
      speak(raw);
      const filters = [pause > 0 ? `apad=pad_dur=${pause}` : "", isHeard(index) ? "" : "volume=0"];
      const filter = filters.filter(Boolean).join(",");
      const sound = [...(filter ? ["-af", filter] : []), "-ac", "1", "-ar", "16000"];
      execFileSync("ffmpeg", ["-v", "error", "-y", "-i", raw, ...sound, file]);
      return `file '${file}'\n`;
    });
    const list = join(folder, "list.txt");
    writeFileSync(list, lines.join(""));
    const input = ["-v", "error", "-y", "-f", "concat", "-safe", "0", "-i", list];
    execFileSync("ffmpeg", [...input, ...SOUND, ...output, join(FOLDER, name)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How loud a file is from beginning to end, as a message that comes in by telephone is measured. */
async function peaksOf(file: string): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "offhook-peaks-"));
  try {
    const wav = join(folder, "sound.wav");
    execFileSync("ffmpeg", ["-v", "error", "-y", "-i", file, ...SOUND, wav]);
    return await readWavPeaks(wav);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the engine of the server hears in them, once: a first start has better things to do. */
async function listen(voicemails: readonly DemoVoicemail[]): Promise<void> {
  const engineFolder = findSpeechEngine();
  if (engineFolder === undefined)
    throw new Error("The speech engine is not installed: npm start downloads it");
  const engine = new SpeechEngine({ clock: systemClock, program: speechProgram(engineFolder) });
  const heard = JSON.parse(readFileSync(HEARD, "utf8")) as Record<string, object>;
  for (const { name } of voicemails) {
    const file = join(FOLDER, `voicemail-${name}.opus`);
    const samples = samplesFromFile(readFileSync(file));
    heard[name] = samples
      ? {
          durationMs: samples.length / 16,
          peaks: await peaksOf(file),
          sentences: await engine.transcribe(file),
        }
      : { durationMs: 0, error: "The file is neither WAV nor Ogg Opus" };
  }
  engine.close();
  const inOrder = Object.fromEntries(DEMO_VOICEMAILS.map(({ name }) => [name, heard[name]]));
  writeFileSync(HEARD, `${JSON.stringify(inOrder, null, 2)}\n`);
}

function renderCalls(): void {
  for (const [name, lines] of Object.entries(CALLS)) {
    const parts = lines.map(([speaker, text]) => espeak(VOICES[speaker], text));
    render(`${name}.mp3`, parts, { output: ["-c:a", "libmp3lame", "-b:a", "24k"] });
    for (const side of ["staff", "caller"])
      render(`${name}-${side}.opus`, parts, { output: OPUS, isHeard: (part) => lines[part]?.[0] === side });
  }
}

function renderVoicemail(voicemail: DemoVoicemail): void {
  const name = `voicemail-${voicemail.name}.opus`;
  render(name, speakers(voicemail), { output: OPUS, pause: PAUSE_SECONDS });
  if (voicemail.name !== "broken") return;
  const file = join(FOLDER, name);
  writeFileSync(file, readFileSync(file).subarray(0, BROKEN_BYTES));
}

/** Voicemails by name: the others, and the calls, stay as they are. */
const only = process.argv.slice(2);
const voicemails = DEMO_VOICEMAILS.filter(({ name }) => only.length === 0 || only.includes(name));
if (only.length === 0) renderCalls();
for (const voicemail of voicemails) renderVoicemail(voicemail);
await listen(voicemails);
