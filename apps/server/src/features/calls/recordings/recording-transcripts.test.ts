import { randomUUID } from "node:crypto";
import type { SpokenSentence } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Transcriber } from "../../../platform/transcriber.ts";
import { aCompany, aPhone, aUser, eventsOf } from "../../testing/company.ts";
import { UnreadService } from "../../unread/index.ts";
import { CallHistoryService } from "../history/call-history-service.ts";
import { RecordingTranscripts, type StoredRecording } from "./recording-transcripts.ts";

const WAIT = { timeout: 10_000, interval: 20 };
const SAID = {
  own: [
    { text: "Harborlight, this is Maya.", start: 0.4, end: 2 },
    { text: "At nine.", start: 5, end: 5.8 },
  ],
  other: [{ text: "When do you come?", start: 2.5, end: 4.1 }],
} as const satisfies Record<string, readonly SpokenSentence[]>;

let database: TestDatabase;
let clock: FakeClock;
let maya: Actor;
let line: { id: number; name: string };
let transcripts: RecordingTranscripts;
let history: CallHistoryService;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new FakeClock();
  maya = await aUser(database, await aCompany(database));
  line = await aPhone(database, maya);
});
afterEach(() => transcripts?.close());

function start(transcribe?: Transcriber["transcribe"]): void {
  transcripts = new RecordingTranscripts({
    ...{ database, clock, log: { warn: () => {}, error: expect.fail } },
    files: { playable: async (key) => key },
    transcriber: transcribe && { transcribe },
  });
  const unread = new UnreadService({ database, clock });
  history = new CallHistoryService({ database, unread, fileUrl: (key) => `/files/${key}`, transcripts });
  transcripts.start();
}

const hears: Transcriber["transcribe"] = async (key) => SAID[key === "own" ? "own" : "other"];

/** One that is seen waiting before it listens. */
function anEngine(): { readonly isListening: Promise<void>; readonly listen: () => void } {
  let listen = (): void => {};
  const isListening = new Promise<void>((resolve) => {
    listen = resolve;
  });
  return { isListening, listen: () => listen() };
}

interface Given {
  readonly hasSides?: boolean;
  readonly phoneId?: number;
  readonly queueId?: number | null;
}

/** A call that was recorded; returns the id of the recording. */
async function recorded({ hasSides = true, phoneId = line.id, queueId = null }: Given = {}): Promise<string> {
  const id = randomUUID();
  const stored: StoredRecording = {
    ...{ id, customerId: maya.customerId, callId: `call-${id}`, phoneId, phone: line.name, hasSides },
  };
  await database.transaction(async (tx) => {
    await tx.query
      .insertInto("call_recordings")
      .values({
        ...{ id, customer_id: maya.customerId, call_id: stored.callId, phone_id: phoneId },
        ...{ object_key: "whole", own_key: hasSides ? "own" : null, other_key: hasSides ? "other" : null },
        ...{ duration_ms: 6_000, created_at: new Date(clock.now()) },
      })
      .execute();
    await transcripts.storedWithin(tx, stored, queueId);
  });
  return id;
}

const stateOf = async (id: string) => (await transcripts.of([{ id, hasSides: true }])).get(id);

test("[RTR1] a recording is transcribed when somebody asks, and says who spoke in which order", async () => {
  const { isListening, listen } = anEngine();
  start(async (...request) => {
    await isListening;
    return hears(...request);
  });
  const id = await recorded();
  expect(await stateOf(id)).toEqual({ state: "unasked", sentences: [] });
  expect(await history.transcribe(maya, id)).toMatchObject({ state: "waiting" });
  listen();
  await vi.waitFor(async () => expect((await stateOf(id))?.state).toBe("done"), WAIT);
  expect((await stateOf(id))?.sentences).toEqual([
    { ...SAID.own[0], speaker: "line" },
    { ...SAID.other[0], speaker: "other" },
    { ...SAID.own[1], speaker: "line" },
  ]);
  const told = await eventsOf(database, maya.customerId);
  expect(told.map(({ event }) => event)).toEqual(
    ["waiting", "done"].map((state) => ({
      ...{ type: "RECORDING_TRANSCRIPT", phone: line.name, callid: `call-${id}`, id, state },
    })),
  );
});

test("[RTR2] asking again changes nothing, and colleagues of other lines or companies cannot ask", async () => {
  start(hears);
  const id = await recorded();
  await history.transcribe(maya, id);
  await vi.waitFor(async () => expect((await stateOf(id))?.state).toBe("done"), WAIT);
  expect(await history.transcribe(maya, id)).toMatchObject({ state: "done" });
  expect(await eventsOf(database, maya.customerId)).toHaveLength(2);
  const colleague = await aUser(database, maya.customerId);
  const stranger = await aUser(database, await aCompany(database));
  for (const other of [colleague, stranger])
    await expect(history.transcribe(other, id)).rejects.toThrow("There is no recording of this call");
});

test("[RTR3] the rule of a line or of the call's queue has it transcribed without being asked", async () => {
  start(hears);
  const ruled = await aPhone(database, maya, { transcribes_recordings: true });
  const { id: queueId } = await database.query
    .insertInto("queues")
    .values({
      ...{ customer_id: maya.customerId, extension: "301", name: "Care", transcribes_recordings: true },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const id of [await recorded({ phoneId: ruled.id }), await recorded({ queueId })])
    await vi.waitFor(async () => expect((await stateOf(id))?.state).toBe("done"), WAIT);
  expect((await stateOf(await recorded()))?.state).toBe("unasked");
});

test("[RTR4] without an engine, and of older recordings, nothing is promised", async () => {
  start();
  const id = await recorded();
  await expect(history.transcribe(maya, id)).rejects.toThrow("This recording cannot be transcribed here.");
  await transcripts.close();
  start(hears);
  const old = await recorded({ hasSides: false });
  await expect(history.transcribe(maya, old)).rejects.toThrow("This recording cannot be transcribed here.");
});

test("[RTR5] what failed three times is given up, and can be asked for again", async () => {
  let isBroken = true;
  const { isListening, listen } = anEngine();
  start(async (key) => {
    if (isBroken) throw new Error("no audio");
    await isListening;
    return hears(key);
  });
  const id = await recorded();
  await history.transcribe(maya, id);
  await vi.waitFor(async () => {
    clock.advance(10_000);
    expect((await stateOf(id))?.state).toBe("failed");
  }, WAIT);
  isBroken = false;
  expect(await history.transcribe(maya, id)).toMatchObject({ state: "waiting" });
  listen();
  await vi.waitFor(async () => expect((await stateOf(id))?.state).toBe("done"), WAIT);
});
