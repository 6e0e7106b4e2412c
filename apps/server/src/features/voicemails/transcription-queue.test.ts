import { readFile, stat } from "node:fs/promises";
import type { SpokenSentence } from "@offhook/contract";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../platform/actor.ts";
import { aCompany, aUser, eventsOf } from "../testing/company.ts";
import type { Mailbox } from "./mailbox-access-repository.ts";
import { VoicemailsWorld } from "./testing/voicemails-world.ts";
import { insertTranscript } from "./transcript-repository.ts";

const SAID: readonly SpokenSentence[] = [
  { text: "Hello.", start: 0.4, end: 1.1 },
  { text: "Call me back.", start: 1.6, end: 3 },
];

let world: VoicemailsWorld;
let maya: Actor;
let mailbox: Mailbox;

beforeEach(async () => {
  world = await VoicemailsWorld.create();
  maya = await aUser(world.database, await aCompany(world.database));
  mailbox = await world.mailbox([maya], "101");
});
afterEach(() => world.close());

const first = async () => (await world.ask("getVoicemails", maya, { query: {} }))[0];

test("[VMT1] a message waits, is listened to from its own file, and its words are told", async () => {
  const heard: string[] = [];
  world.transcriber = {
    transcribe: async (file) => {
      heard.push(await readFile(file, "utf8"));
      return SAID;
    },
  };
  await world.restart();
  const id = await world.arrives(mailbox);
  await world.until(async () =>
    expect(await first()).toMatchObject({
      transcription: "Hello. Call me back.",
      transcription_state: "done",
    }),
  );
  expect(heard).toEqual([`ID3 sound of ${id}`]);
  expect(await world.ask("getVoicemail", maya, { query: { mailbox: "101", id } })).toMatchObject({
    sentences: SAID,
  });
  const told = await eventsOf(world.database, maya.customerId);
  expect(told[0]?.event).toMatchObject({ voicemail: { transcription_state: "waiting" } });
  expect(told.at(-1)?.event).toMatchObject({
    type: "VOICEMAIL_CHANGED",
    voicemails: [{ id, transcription_state: "done" }],
  });
});

test("[VMT2] no words are no words, and without an engine nothing waits", async () => {
  await world.restart();
  await world.arrives(mailbox);
  expect(await first()).toMatchObject({ transcription_state: "off" });
  world.transcriber = { transcribe: async () => [] };
  await world.restart();
  await world.arrives(mailbox);
  await world.until(async () =>
    expect(await first()).toMatchObject({ transcription: "", transcription_state: "none" }),
  );
});

test("[VMT3] what fails is tried three times and then given up; others do not wait for it", async () => {
  let tries = 0;
  world.transcriber = {
    transcribe: async (file) => {
      if (!(await readFile(file, "utf8")).includes("message-1")) return SAID;
      tries += 1;
      throw new Error("no audio");
    },
  };
  await world.restart();
  const broken = await world.arrives(mailbox);
  await world.arrives(mailbox);
  await world.until(async () => expect(await first()).toMatchObject({ transcription_state: "done" }));
  await world.until(async () => {
    const details = await world.ask("getVoicemail", maya, { query: { mailbox: "101", id: broken } });
    expect(details.transcription_state).toBe("failed");
  }, 5_000);
  expect(tries).toBe(3);
});

test("[VMT4] what a killed server was listening to is listened to again by the next one", async () => {
  let finish: (said: readonly SpokenSentence[]) => void = () => {};
  const begun = new Promise<void>((resolve) => {
    world.transcriber = {
      transcribe: () => {
        resolve();
        return new Promise((done) => {
          finish = done;
        });
      },
    };
  });
  await world.restart();
  await world.arrives(mailbox);
  await begun;
  const row = await world.database.query
    .selectFrom("voicemail_transcripts")
    .select(["state", "tries"])
    .executeTakeFirst();
  expect(row).toEqual({ state: "waiting", tries: 0 });
  world.transcriber = { transcribe: async () => SAID };
  finish([]);
  await world.restart();
  await world.arrives(mailbox);
  await world.until(async () => expect(await first()).toMatchObject({ transcription_state: "done" }));
});

test("[VMT5] many long messages that wait are listened to one at a time, oldest first, each from a file", async () => {
  const WAITING = 40;
  const listened: string[] = [];
  const finish: (() => void)[] = [];
  world.transcriber = {
    // A long one takes its time: it ends when the test says so.
    transcribe: async (file) => {
      listened.push(await readFile(file, "utf8"));
      await new Promise<void>((resolve) => finish.push(resolve));
      return SAID;
    },
  };
  await world.restart();
  const arrived: string[] = [];
  for (let count = 0; count < WAITING; count += 1) {
    arrived.push(await world.arrives(mailbox, { duration_ms: 240_000 }));
    world.clock.advance(1_000);
  }
  for (let done = 0; done < WAITING; done += 1) {
    await world.until(() => expect(finish).toHaveLength(done + 1));
    // Whatever else is due, in the database and nowhere else, the engine has one.
    expect(await waiting()).toBe(WAITING - done);
    expect(listened).toHaveLength(done + 1);
    finish[done]?.();
    await world.until(async () => expect(await waiting()).toBe(WAITING - done - 1));
  }
  expect(listened).toEqual(arrived.map((id) => `ID3 sound of ${id}`));
});

test("[VMT6] what waits is not held in memory: a file passes through on its way to the engine", async () => {
  const [WAITING, FOUR_MINUTES_BYTES] = [20, 240 * 16_000 * 2];
  const sound = Buffer.alloc(FOUR_MINUTES_BYTES);
  sound.write("RIFF");
  let peak = 0;
  let listened = 0;
  world.transcriber = {
    transcribe: async (file) => {
      expect((await stat(file)).size).toBe(FOUR_MINUTES_BYTES);
      listened += 1;
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      return SAID;
    },
  };
  // The server has not started to listen yet: all of them wait when it does.
  for (let count = 0; count < WAITING; count += 1) {
    sound.writeUInt32LE(count, 4);
    const { key } = await world.objects.put(sound, { maxBytes: FOUR_MINUTES_BYTES });
    const id = await world.arrives(mailbox, { duration_ms: 240_000, phone_key: key });
    await insertTranscript(world.database.query, mailbox.customerId, id, new Date(world.clock.now()));
  }
  const before = process.memoryUsage().arrayBuffers;
  await world.restart();
  await world.until(() => expect(listened).toBe(WAITING));
  // Pieces that have passed are collected late, about 30 MB of the 150: all of them at once would be seen.
  expect(peak - before).toBeLessThan((WAITING * FOUR_MINUTES_BYTES) / 2);
});

async function waiting(): Promise<number> {
  const { rows } = await world.database.query
    .selectFrom("voicemail_transcripts")
    .select((select) => select.fn.countAll<number>().as("rows"))
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return rows;
}
