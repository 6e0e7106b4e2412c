import { expect, test } from "vitest";
import type { PbxEvents, RunningMessage } from "../pbx-events.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { anEndpoint } from "../testing/test-company.ts";

const BOX = { id: "box", name: "102", pin: "1234", maxMessages: 10, maxMessageMs: 120_000 };

/** 101 speaks to the mailbox of 102, who is there and does not want to be disturbed. */
async function speaking() {
  const quiet = anEndpoint("102", { mailboxId: "box", isDoNotDisturb: true });
  const endpoints = [anEndpoint("101"), quiet, anEndpoint("103")];
  const world = worldWith({ endpoints, mailboxes: [BOX] });
  const begun: RunningMessage[] = [];
  const ended: PbxEvents["messageEnded"][] = [];
  world.pbx.on("messageBegun", (message) => begun.push(message));
  world.pbx.on("messageEnded", (message) => ended.push(message));
  const anna = await world.phone("101");
  const ben = await world.phone("102", "browser", "102-1");
  anna.dial("102");
  await world.run(50);
  const [message] = begun;
  if (!message) throw new Error("Nobody speaks");
  const { companyId, callId } = message;
  const pickUp = (endpointId: string, account?: string) =>
    world.pbx.commands.pickUpMessage({ companyId, callId, endpointId, account });
  return { world, anna, ben, begun, ended, message, pickUp };
}

test("[LVM1] who speaks to which mailbox is told at the beep, and the end once the message is stored", async () => {
  const { world, anna, message, ended } = await speaking();
  expect(message).toMatchObject({ mailboxId: "box", callerNumber: "101", callerName: "Person 101" });
  expect(message.file).toMatch(/^\/drafts\/.*\.wav$/);
  expect(world.media.recordings.get(message.messageId)).toMatchObject({ isFollowed: true });
  expect(ended).toEqual([]);
  anna.hangUp();
  await world.run(50);
  expect(ended).toEqual([{ messageId: message.messageId, isKept: true }]);
  expect(world.messages).toMatchObject([{ id: message.messageId }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LVM1] whoever hangs up at the beep leaves nothing", async () => {
  const { world, message, ended } = await speaking();
  const finished = { reason: "silence", durationMs: 6_500, trailingSilenceMs: 6_000 } as const;
  world.media.finishRecording(message.messageId, finished);
  await world.run(50);
  expect(ended).toEqual([{ messageId: message.messageId, isKept: false }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LVM2] picked up in the middle, the two talk, and what was said stays as a message", async () => {
  const { world, anna, ben, message, pickUp } = await speaking();
  expect(pickUp("phone-102")).toEqual({ isDone: true });
  await world.run(50);
  expect(ben.call).toMatchObject({ direction: "in", state: "ringing" });
  expect(world.messages).toMatchObject([{ id: message.messageId, callerNumber: "101" }]);
  ben.answer();
  await world.run(50);
  expect([anna.call.state, ben.call.state]).toEqual(["talking", "talking"]);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(world.media.recordings.size).toBe(0);
  ben.hangUp();
  await world.run(20);
  expect(world.messages).toHaveLength(1);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LVM3] of two who pick up at once the second is refused", async () => {
  const { world, anna, ben, pickUp } = await speaking();
  const clara = await world.phone("103");
  expect(pickUp("phone-102")).toEqual({ isDone: true });
  expect(pickUp("phone-103")).toEqual({ isDone: false, refusal: "wrongState" });
  await world.run(50);
  expect(clara.calls).toHaveLength(0);
  ben.answer();
  await world.run(50);
  expect(ben.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LVM4] only the devices of the one who asks ring; without any the caller goes on speaking", async () => {
  const { world, anna, ben, pickUp, ended } = await speaking();
  expect(pickUp("phone-102", "somebody-else")).toEqual({ isDone: false, refusal: "unreachable" });
  expect(pickUp("phone-999")).toEqual({ isDone: false, refusal: "unknownEndpoint" });
  await world.run(50);
  expect(ben.calls).toHaveLength(0);
  expect(ended).toEqual([]);
  expect(world.media.recordings.size).toBe(1);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LVM5] where nobody answers after all, the caller is back at the mailbox", async () => {
  const { world, anna, ben, begun, pickUp } = await speaking();
  pickUp("phone-102");
  await world.run(50);
  ben.decline(486);
  await world.run(50);
  expect(begun).toHaveLength(2);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  await world.run(50);
  expect(world.messages.map(({ id }) => id)).toEqual(begun.map(({ messageId }) => messageId));
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LVM5] a caller who hangs up while it rings is gone, and the message is kept", async () => {
  const { world, anna, pickUp } = await speaking();
  pickUp("phone-102");
  await world.run(50);
  anna.hangUp();
  await world.run(50);
  expect(world.pbx.commands.calls()).toEqual([]);
  expect(world.messages).toHaveLength(1);
  expect(await leftovers(world)).toEqual(NOTHING);
});
