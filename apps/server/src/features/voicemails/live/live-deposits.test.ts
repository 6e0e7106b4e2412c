import { LiveVoicemail } from "@offhook/contract";
import type { RunningMessage } from "@offhook/pbx";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../platform/actor.ts";
import type { SpokenSoFar } from "../../../platform/transcriber.ts";
import { aCompany, aUser, eventsOf } from "../../testing/company.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";
import { VoicemailsWorld } from "../testing/voicemails-world.ts";

const HELLO = { text: "Hello.", start: 0.4, end: 1.1 };
let world: VoicemailsWorld;
let maya: Actor;
let mailbox: Mailbox;
let spoken: SpokenSoFar | Error;
let rounds: number;

beforeEach(async () => {
  world = await VoicemailsWorld.create();
  maya = await aUser(world.database, await aCompany(world.database));
  mailbox = await world.mailbox([maya], "101", "Front desk");
  spoken = { sentences: [], unfinished: "" };
  rounds = 0;
  const next = async (): Promise<SpokenSoFar> => {
    rounds += 1;
    if (spoken instanceof Error) throw spoken;
    return spoken;
  };
  world.transcriber = { transcribe: async () => [], follow: () => ({ next }) };
  await world.restart();
});
afterEach(() => world.close());

const aMessage = (): RunningMessage => ({
  companyId: String(mailbox.customerId),
  mailboxId: String(mailbox.id),
  callId: "call-1",
  messageId: "message-1",
  file: "/drafts/message-1.wav",
  callerNumber: "12125550155",
  callerName: "June Park",
  startedAt: 5_000,
});

const told = async (): Promise<LiveVoicemail[]> => {
  const events = await eventsOf(world.database, maya.customerId);
  return events.flatMap(({ event }) =>
    event.type === "VOICEMAIL_LIVE" ? LiveVoicemail.parse(event.live) : [],
  );
};
const deposits = () => world.feature.deposits;

test("[LVM7] readers of the box are told who speaks, then every new word, then that it is over", async () => {
  deposits().begun(aMessage());
  await world.until(async () => expect(await told()).toHaveLength(1));
  expect((await told())[0]).toEqual({
    id: "message-1",
    mailbox: "101",
    name: "Front desk",
    callerId: "12125550155",
    callername: "June Park",
    since_ms: 5_000,
    state: "speaking",
    readable: true,
    sentences: [],
    unfinished: "",
  });
  spoken = { sentences: [], unfinished: "Hello" };
  await world.until(async () => expect(await told()).toHaveLength(2), 600);
  spoken = { sentences: [HELLO], unfinished: "Call me" };
  await world.until(async () => expect(await told()).toHaveLength(3), 600);
  expect((await told())[2]).toMatchObject({ sentences: [HELLO], unfinished: "Call me" });
  const before = rounds;
  await world.until(() => expect(rounds).toBeGreaterThan(before + 2), 600);
  expect(await told()).toHaveLength(3);
  deposits().ended({ messageId: "message-1", isKept: true });
  await world.until(async () =>
    expect((await told()).at(-1)).toMatchObject({ state: "over", kept: true, by: null }),
  );
  expect(deposits().find("message-1")).toBeUndefined();
});

test("[LVM8] who picked up is told, and stays told at the end", async () => {
  deposits().begun(aMessage());
  await world.until(() => expect(deposits().find("message-1")).toBeDefined());
  const by = { user_id: maya.userId, name: "Maya Okafor" };
  deposits().pickedUp(deposits().find("message-1")!, by);
  deposits().ended({ messageId: "message-1", isKept: true });
  await world.until(async () =>
    expect((await told()).map(({ state }) => state)).toEqual(["speaking", "pickedUp", "over"]),
  );
  expect((await told()).slice(1)).toMatchObject([{ by }, { by }]);
});

test("[LVM9] of a box whose switch is off nobody hears anything", async () => {
  await world.ask("updateVoicemailBox", maya, { body: { mailbox: "101", live: false } });
  deposits().begun(aMessage());
  deposits().ended({ messageId: "message-1", isKept: true });
  const other = await world.mailbox([maya], "102");
  deposits().begun({ ...aMessage(), messageId: "message-2", mailboxId: String(other.id) });
  await world.until(async () => expect((await told()).map(({ id }) => id)).toEqual(["message-2"]));
});

test("[LVM7] a caller who is gone before the box is looked up leaves no card behind", async () => {
  deposits().begun(aMessage());
  deposits().ended({ messageId: "message-1", isKept: false });
  deposits().begun({ ...aMessage(), messageId: "message-2" });
  await world.until(async () => expect((await told()).map(({ id }) => id)).toEqual(["message-2"]));
});

test("[LVM10] an engine that fails is left alone after three times, and the card stays", async () => {
  spoken = new Error("The transcriber hangs");
  deposits().begun(aMessage());
  await world.until(() => expect(rounds).toBe(3), 600);
  spoken = { sentences: [HELLO], unfinished: "" };
  world.clock.advance(5_000);
  await world.until(() => expect(deposits().find("message-1")?.isSpeaking).toBe(true));
  expect(rounds).toBe(3);
});

test("[LVM10] where nothing can be read along the card says so", async () => {
  world.transcriber = { transcribe: async () => [] };
  await world.restart();
  deposits().begun(aMessage());
  await world.until(async () => expect(await told()).toMatchObject([{ state: "speaking", readable: false }]));
});
