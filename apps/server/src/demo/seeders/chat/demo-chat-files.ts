import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { DEMO_AUDIO } from "../calls/demo-audio.ts";
import { GARDEN, HARBOR, ROUTE_MAP } from "./drawn-pictures.ts";
import { pdfOf } from "./plain-pdf.ts";

/** Spoken for the voicemails of the demo; a note in chat sounds no different. */
// In the bundle the sounds lie beside this very file.
const VOICE = new URL("voicemail-friday.opus", DEMO_AUDIO);
const VOICE_MS = 5_340;
const PICTURE = { width: 720, height: 480 };

interface DemoChatFile {
  readonly make: () => Promise<Uint8Array>;
  readonly details?: { readonly width?: number; readonly height?: number; readonly durationMs?: number };
}

const drawn = (svg: string): DemoChatFile => ({
  make: () =>
    sharp(Buffer.from(svg))
      .resize(PICTURE.width, PICTURE.height)
      .png({ palette: true, effort: 1 })
      .toBuffer(),
  details: PICTURE,
});
const printed = (title: string, lines: readonly string[]): DemoChatFile => ({
  make: async () => pdfOf(title, lines),
});

/** What is shared in the conversations of the demo, by name; all of it is made on the spot. */
export const DEMO_CHAT_FILES: Readonly<Record<string, DemoChatFile>> = {
  "garden.png": drawn(GARDEN),
  "harbor.png": drawn(HARBOR),
  "route-map.png": drawn(ROUTE_MAP),
  "weekend-rota.pdf": printed("Weekend rota", [
    "Saturday   07:00 - 15:00   Marcus Bell, Lena Brandt",
    "Saturday   15:00 - 22:00   Carlos Mendoza, Priya Nair",
    "Sunday     07:00 - 15:00   Lena Brandt, Samuel Adeyemi",
    "Sunday     15:00 - 22:00   Marcus Bell, Grace Lin",
    "",
    "On call both nights: Nurses on call, extension 402",
  ]),
  "care-plan.pdf": printed("Care plan", [
    "Client: ______________________    Since: ____________",
    "",
    "1. Goals of the next four weeks",
    "2. Visits: days, times, who",
    "3. Medication, and who reminds",
    "4. Whom to call: 212-555-0110, day and night",
  ]),
  "intake-form.pdf": printed("Intake form", [
    "Mrs. Kowalski, Red Hook",
    "Three visits a week, mornings",
    "Keys: with the neighbor on the second floor",
    "Speaks English and Polish",
  ]),
  "call-volume.csv": { make: async () => Buffer.from(CALL_VOLUME) },
  "voice-note.opus": { make: () => readFile(VOICE), details: { durationMs: VOICE_MS } },
};

const CALL_VOLUME = `day,answered,missed,average wait
Monday,87,4,0:11
Tuesday,74,2,0:09
Wednesday,69,5,0:14
Thursday,81,3,0:10
Friday,92,6,0:17
`;
