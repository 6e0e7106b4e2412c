import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Recorded calls and voicemails of the demo, spoken once; see the README beside what comes out. */
const FOLDER = fileURLToPath(new URL("../src/demo/seeders/calls/audio/", import.meta.url));

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

const VOICEMAILS: Readonly<Record<string, readonly Line[]>> = {
  "voicemail-callback": [
    [
      "caller",
      "Hi, it is June Park. Please call me back about Friday's visit when you have a moment. Thank you.",
    ],
  ],
  "voicemail-delivery": [
    [
      "caller",
      "Good afternoon, Riverside Clinic here. The results are ready and can be picked up until five.",
    ],
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

function render(name: string, lines: readonly Line[], output: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), "offhook-speech-"));
  try {
    const files = lines.map(([speaker, text], index) => {
      const file = join(folder, `${index}.wav`);
      execFileSync("espeak-ng", ["-v", VOICES[speaker], "-s", "155", "-w", file, text]);
      return file;
    });
    const list = join(folder, "list.txt");
    writeFileSync(list, files.map((file) => `file '${file}'\n`).join(""));
    execFileSync("ffmpeg", [
      "-v",
      "error",
      "-y",
      "-f",
      "concat",
      "-safe",
      "0",
      "-i",
      list,
      ...SOUND,
      ...output,
      join(FOLDER, name),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [name, lines] of Object.entries(CALLS))
  render(`${name}.mp3`, lines, ["-c:a", "libmp3lame", "-b:a", "24k"]);
for (const [name, lines] of Object.entries(VOICEMAILS))
  render(`${name}.opus`, lines, ["-c:a", "libopus", "-b:a", "20k", "-frame_duration", "20", "-f", "ogg"]);
