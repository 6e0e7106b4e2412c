import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { withDemoServer } from "./server-process.ts";
import { MeasuredPhone } from "./soft-phone-page.ts";

const CALLS = 20;
/** Before somebody answers: nobody does so in the moment it begins to ring. */
const RINGS_MS = 1_000;
const PULSES = 20;
const RELOADS = 8;
const MANY_CALLS = 200;
const WARM_CALLS = 20;
const RING_GOAL_MS = 100;
const AUDIO_GOAL_MS = 150;
const DELAY_GOAL_MS = 25;
const REATTACH_GOAL_MS = 3_000;
/** What a page may grow between its 20th and its 200th call and still count as flat. */
const GROWTH_GOAL_MB = 2;
const MAYA = "maya@harborlight.example";
const DEV = "dev@harborlight.example";
const DEV_EXTENSION = "102";
const ECHO = "*43";

export const notes = [
  "Two consoles in one Chromium on the machine of the server: Maya calls Dev, who lets it ring for a second. Times are taken in the pages: the click, the ringing card in the other page, the first sound in the page that answered.",
  "The delay added by the server is that of a tone through the call less that of the same tone between two connections of one page.",
];

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

interface Callers {
  readonly maya: MeasuredPhone;
  readonly dev: MeasuredPhone;
}

async function measureCalls({ maya, dev }: Callers): Promise<BenchResult[]> {
  const ring: number[] = [];
  const audio: number[] = [];
  // The first call loads what later ones have.
  for (let round = -1; round < CALLS; round += 1) {
    await dev.prepare();
    const clickedAt = await maya.dial(DEV_EXTENSION);
    const rangAt = await dev.moment("rangAt");
    await dev.page.waitForTimeout(RINGS_MS);
    const answeredAt = await dev.answer();
    const heardAt = await dev.moment("heardAt");
    if (round >= 0) {
      ring.push(rangAt - clickedAt);
      audio.push(heardAt - answeredAt);
    }
    await maya.talks();
    await maya.hangUp();
    await Promise.all([maya.isIdle(), dev.isIdle()]);
  }
  return [
    { name: "Click to ring, p95", value: percentile(ring, 0.95), unit: "ms", goal: RING_GOAL_MS },
    { name: "Click to ring, median", value: percentile(ring, 0.5), unit: "ms" },
    { name: "Answer to sound, p95", value: percentile(audio, 0.95), unit: "ms", goal: AUDIO_GOAL_MS },
    { name: "Answer to sound, median", value: percentile(audio, 0.5), unit: "ms" },
  ];
}

async function measureDelay({ maya, dev }: Callers): Promise<BenchResult[]> {
  const direct = await maya.directDelay(PULSES);
  await dev.prepare();
  await maya.dial(DEV_EXTENSION);
  await dev.moment("rangAt");
  await dev.answer();
  await dev.moment("heardAt");
  const through: number[] = [];
  for (let round = 0; round < PULSES; round += 1) {
    await maya.setVoice(false);
    await maya.page.waitForTimeout(400);
    await dev.prepare();
    const begun = await maya.pulse();
    through.push((await dev.moment("heardAt")) - begun);
  }
  await maya.hangUp();
  await Promise.all([maya.isIdle(), dev.isIdle()]);
  const value = percentile(through, 0.5) - percentile(direct, 0.5);
  return [{ name: "Delay added by the server, median", value, unit: "ms", goal: DELAY_GOAL_MS }];
}

async function measureReloads({ maya, dev }: Callers): Promise<BenchResult[]> {
  await dev.prepare();
  await maya.dial(DEV_EXTENSION);
  await dev.moment("rangAt");
  await dev.answer();
  await maya.talks();
  const times: number[] = [];
  for (let round = 0; round < RELOADS; round += 1) {
    const begun = Date.now();
    await maya.page.reload({ waitUntil: "commit" });
    times.push((await maya.moment("heardAt")) - begun);
    await maya.talks();
  }
  await maya.hangUp();
  await Promise.all([maya.isIdle(), dev.isIdle()]);
  const value = percentile(times, 0.95);
  return [{ name: "Reload to sound, p95", value, unit: "ms", goal: REATTACH_GOAL_MS }];
}

/** How much the page grows from its 20th to its 200th call. */
async function measureGrowth({ maya }: Callers): Promise<BenchResult[]> {
  let before = 0;
  for (let count = 1; count <= MANY_CALLS; count += 1) {
    await maya.dial(ECHO);
    await maya.talks();
    await maya.hangUp();
    await maya.isIdle();
    if (count === WARM_CALLS) before = await maya.heapMb();
    if (count % WARM_CALLS === 0) console.log(`  ${count} of ${MANY_CALLS} calls`);
  }
  const value = (await maya.heapMb()) - before;
  const name = `Growth of the page from call ${WARM_CALLS} to call ${MANY_CALLS}`;
  return [{ name, value, unit: "MB", goal: GROWTH_GOAL_MB }];
}

/** In the order of the page. */
const PARTS = { calls: measureCalls, delay: measureDelay, reloads: measureReloads, growth: measureGrowth };
export const parts = Object.keys(PARTS);

export function run(asked: readonly string[] = parts): Promise<BenchResult[]> {
  return withDemoServer((server) =>
    withBrowser(
      async (browser) => {
        const maya = await MeasuredPhone.open(browser, server.url, MAYA);
        const dev = await MeasuredPhone.open(browser, server.url, DEV);
        const results: BenchResult[] = [];
        for (const [name, measure] of Object.entries(PARTS))
          if (asked.includes(name)) results.push(...(await measure({ maya, dev })));
        return results;
      },
      [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--autoplay-policy=no-user-gesture-required",
      ],
    ),
  );
}
