import { readFile } from "node:fs/promises";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/console-phones.ts";

test.use(withMicrophones);

test("a recording is downloaded as MP3, with both voices in it", async ({ consoleOf, phoneOf }) => {
  const [maya, { phone: dev }] = await Promise.all([consoleOf("maya"), phoneOf("dev")]);
  await maya.dial(EXTENSION.dev);
  await dev.takeCall();
  await maya.hears(VOICE.dev);
  await maya.press("Record");
  await expect(maya.screen().getByText("Recording", { exact: true })).toBeVisible();
  // Something has to be on it.
  await maya.page.waitForTimeout(1_500);
  const arrival = maya.page.waitForEvent("download", { timeout: 30_000 });
  await maya.press("Stop recording");
  const download = await arrival;
  expect(download.suggestedFilename()).toMatch(/^call-.*\.mp3$/);
  const bytes = await readFile(await download.path());
  const levels = await maya.page.evaluate(
    async ({ base64, tones }) => {
      const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const decoded = await new AudioContext().decodeAudioData(file.buffer);
      const samples = decoded.getChannelData(0);
      /** How strongly a tone is in it, by Goertzel's way. */
      const power = (hz: number): number => {
        const turn = (2 * Math.PI * hz) / decoded.sampleRate;
        let [one, two] = [0, 0];
        for (const sample of samples) [one, two] = [sample + 2 * Math.cos(turn) * one - two, one];
        return (one * one + two * two - 2 * Math.cos(turn) * one * two) / samples.length ** 2;
      };
      return { seconds: decoded.duration, powers: tones.map(power), silence: power(2_345) };
    },
    { base64: bytes.toString("base64"), tones: [VOICE.maya, VOICE.dev] },
  );
  expect(levels.seconds).toBeGreaterThan(1);
  for (const power of levels.powers) expect(power).toBeGreaterThan(levels.silence * 100);
  await maya.press("Hang up");
  await dev.hasEnded();
});
