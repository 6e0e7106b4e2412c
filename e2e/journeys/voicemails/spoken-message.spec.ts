import { fileURLToPath } from "node:url";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";

test.use(withMicrophones);

const SPOKEN = fileURLToPath(
  new URL("../../../apps/server/src/demo/seeders/calls/audio/voicemail-nurse-late.opus", import.meta.url),
);
/** A second on a machine that does nothing else. */
const AT_ONCE = { timeout: 5_000, intervals: [50] };
/** Of two cores, shared with browsers, the words get what is left. */
const WORDS = { timeout: 60_000, intervals: [500] };

interface Voicemail {
  readonly id: string;
  readonly transcription: string;
}

interface HistoryEntry {
  readonly id: string;
  readonly number: string;
}

interface CallDetail {
  readonly quality: readonly { readonly loss: number }[];
}

test("what is spoken to a box is there at once, its words follow, and a call beside it loses no frame", async ({
  phoneOf,
}) => {
  const { phone: maya, user: caller } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");
  const { user: owner } = await phoneOf("ines");
  const { phone: samuel } = await phoneOf("samuel");
  const newest = async (): Promise<Voicemail | undefined> => {
    const [first] = await owner.call<Voicemail[]>("GET", `/voicemail?mailbox=${EXTENSION.ines}&limit=1`);
    return first;
  };
  const history = (): Promise<HistoryEntry[]> => caller.call("GET", "/phone/cdrs?limit=10");
  const known = new Set((await history()).map(({ id }) => id));
  // Whatever stands at the top: what is wrong is said with the entries that came.
  const newCalls = async (): Promise<HistoryEntry[]> => (await history()).filter(({ id }) => !known.has(id));
  const before = await newest();
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await dev.hears(VOICE.maya);

  await samuel.leaveMessage(`*${EXTENSION.ines}`, SPOKEN);
  await expect.poll(async () => (await newest())?.id, AT_ONCE).not.toBe(before?.id);
  await expect.poll(async () => (await newest())?.transcription, WORDS).toMatch(/nurse.* supposed to come/);

  await maya.hears(VOICE.dev);
  await maya.hangUp();
  await dev.hasEnded();
  await expect.poll(newCalls).toContainEqual(expect.objectContaining({ number: EXTENSION.dev }));
  const call = (await newCalls()).find(({ number }) => number === EXTENSION.dev);
  const { quality } = await caller.call<CallDetail>("GET", `/phone/cdr?id=${call?.id}`);
  // On a machine with nothing else to do all of this takes less than two intervals.
  expect(quality).not.toHaveLength(0);
  expect(quality.filter(({ loss }) => loss > 0)).toEqual([]);
});
