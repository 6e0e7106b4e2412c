import type { Page } from "@playwright/test";
import { UNREACHABLE } from "../../support/complaints.ts";
import { EXTENSION, expect, test, VOICE, withMicrophones } from "../../support/phone/demo-phones.ts";

test.use(withMicrophones);

interface CallRecord {
  readonly id: string;
  readonly callid: string;
  readonly dir: string;
  readonly status: string;
}

interface CallDetail extends CallRecord {
  readonly cause: string | null;
  readonly recordings: readonly { readonly id: string; readonly duration: number }[];
}

interface LiveCall {
  readonly callid: string;
  readonly channel: string;
  readonly phone: string | null;
  readonly recording: boolean;
}

/** How strong frequencies are in a sound file, as the browser decodes it; the channels together. */
function levelsIn(page: Page, url: string, frequencies: readonly number[]): Promise<number[]> {
  return page.evaluate(
    async ({ address, wanted }) => {
      const file = await (await fetch(address)).arrayBuffer();
      const audio = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(file);
      const channels = Array.from({ length: audio.numberOfChannels }, (_, index) =>
        audio.getChannelData(index),
      );
      const from = Math.floor(audio.length / 2);
      const level = (samples: Float32Array, hz: number): number => {
        const step = (2 * Math.PI * hz) / audio.sampleRate;
        let [real, imaginary] = [0, 0];
        for (let at = from; at < samples.length; at += 1) {
          real += (samples[at] ?? 0) * Math.cos(step * at);
          imaginary += (samples[at] ?? 0) * Math.sin(step * at);
        }
        return (2 * Math.hypot(real, imaginary)) / (samples.length - from);
      };
      return wanted.map((hz) => Math.max(...channels.map((samples) => level(samples, hz))));
    },
    { address: url, wanted: [...frequencies] },
  );
}

test("a recorded call has both voices in it", async ({ phoneOf, server }) => {
  const { phone: maya, user } = await phoneOf("maya");
  const { phone: dev } = await phoneOf("dev");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await maya.hears(VOICE.dev);
  await dev.hears(VOICE.maya);
  const own = async () =>
    (await user.call<LiveCall[]>("GET", "/calls/live")).find(({ phone }) => phone === "maya");
  const call = await own();
  await user.call("POST", "/call/control", { action: "startRecording", channel: call?.channel });
  await expect.poll(async () => (await own())?.recording).toBe(true);
  // Two seconds of both.
  const begun = await maya.page.evaluate<number>("context.currentTime");
  await expect.poll(() => maya.page.evaluate<number>("context.currentTime")).toBeGreaterThan(begun + 2);
  await maya.hangUp();
  await dev.hasEnded();
  const recordings = async (): Promise<CallDetail["recordings"]> => {
    const [record] = await user.call<CallRecord[]>("GET", "/phone/cdrs?limit=1");
    if (record?.callid !== call?.callid) return [];
    return (await user.call<CallDetail>("GET", `/phone/cdr?id=${record?.id}`)).recordings;
  };
  await expect.poll(async () => (await recordings()).length, { timeout: 20_000 }).toBe(1);
  const [recording] = await recordings();
  const { url } = await user.call<{ url: string }>("GET", `/call/recording?id=${recording?.id}`);
  const [first, second, nobody] = await levelsIn(dev.page, new URL(url, server.url).href, [
    VOICE.maya,
    VOICE.dev,
    2_200,
  ]);
  expect(first).toBeGreaterThan(0.02);
  expect(second).toBeGreaterThan(0.02);
  expect(nobody).toBeLessThan(0.005);
});

test("a server that is killed in a call closes its records when it is back, once", async ({
  phoneOf,
  server,
  complaints,
}) => {
  complaints.expect(UNREACHABLE);
  const { phone: maya, user } = await phoneOf("maya");
  const { phone: dev, user: devsUser } = await phoneOf("dev");
  await maya.call(EXTENSION.dev);
  await dev.takeCall();
  await maya.hears(VOICE.dev);
  const [live] = await user.call<LiveCall[]>("GET", "/calls/live");
  await server.kill9();
  await server.boot();
  for (const client of [user, devsUser]) {
    const records = await client.call<CallRecord[]>("GET", "/phone/cdrs?limit=20");
    const own = records.filter(({ callid }) => callid === live?.callid);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ status: "answer" });
    const detail = await client.call<CallDetail>("GET", `/phone/cdr?id=${own[0]?.id}`);
    expect(detail.cause).toBe("crashed");
  }
  expect(await user.call<LiveCall[]>("GET", "/calls/live")).toEqual([]);
});

interface Voicemail {
  readonly id: string;
  readonly duration: number;
  readonly new: boolean;
  readonly cut_off: boolean;
}

test("[VM17] what was said until the server was killed is a voicemail when it is back, marked as cut off, once", async ({
  phoneOf,
  server,
  complaints,
}) => {
  complaints.expect(UNREACHABLE);
  const { phone: maya } = await phoneOf("maya");
  const { phone: devsPhone, user: dev } = await phoneOf("dev");
  const messages = () => dev.call<Voicemail[]>("GET", `/voicemail?mailbox=${EXTENSION.dev}`);
  const before = (await messages()).map(({ id }) => id);
  const added = async () => (await messages()).filter(({ id }) => !before.includes(id));
  // Straight into the box.
  await maya.call(`*${EXTENSION.dev}`);
  await maya.talks();
  const begun = await maya.page.evaluate<number>("context.currentTime");
  const now = () => maya.page.evaluate<number>("context.currentTime");
  // The greeting is over by then, and she has spoken for a while.
  await expect.poll(now, { timeout: 60_000 }).toBeGreaterThan(begun + 20);
  await server.kill9();
  await server.boot();
  await expect.poll(async () => (await added()).length, { timeout: 30_000 }).toBe(1);
  const [message] = await added();
  expect(message).toMatchObject({ new: true, cut_off: true });
  // A second may be lost.
  expect(message?.duration).toBeGreaterThanOrEqual(2);
  const { url } = await dev.call<{ url: string }>(
    "GET",
    `/voicemail/file?mailbox=${EXTENSION.dev}&id=${message?.id}`,
  );
  const [said, nobody] = await levelsIn(devsPhone.page, new URL(url, server.url).href, [VOICE.maya, 2_200]);
  expect(said).toBeGreaterThan(0.02);
  expect(nobody).toBeLessThan(0.005);
  await server.kill9();
  await server.boot();
  expect(await added()).toHaveLength(1);
});
