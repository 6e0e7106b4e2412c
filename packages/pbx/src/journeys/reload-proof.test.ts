import { SipHeaders } from "@offhook/sip";
import { expect, test } from "vitest";
import { ATTACH_PREFIX } from "../arrivals/invite-receiver.ts";
import { annaRingsBen, connect, leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { anEndpoint, aQueue } from "../testing/test-company.ts";

test("[LOST1] a page that vanishes leaves music, and its user comes back with a new leg", async () => {
  const world = worldWith();
  const { callee } = await connect(world);
  const [call] = world.pbx.commands.calls();
  world.vanish("101-1");
  await world.run(20);
  expect(world.pbx.commands.calls()[0]?.phase).toBe("connected");
  world.media.fallSilent(world.legOf("101").id);
  await world.run(20);
  expect(world.pbx.commands.calls()[0]?.phase).toBe("reattaching");
  expect(world.legOf("102").playing?.sources).toEqual([{ kind: "music" }]);
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(30);
  expect(reloaded.call.state).toBe("talking");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(callee.call.state).toBe("talking");
  callee.hangUp();
  await world.run(20);
  expect(reloaded.call.state).toBe("ended");
  expect(world.closed.map(({ endpointId, status }) => `${endpointId} ${status}`).toSorted()).toEqual([
    "phone-101 answer",
    "phone-102 answer",
  ]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST2] after 30 s without its user the call ends", async () => {
  const world = worldWith();
  const { callee } = await connect(world);
  world.vanish("101-1");
  world.media.lose(world.legOf("101").id);
  await world.run(29_000);
  expect(callee.call.state).toBe("talking");
  await world.run(2_000);
  expect(callee.call.state).toBe("ended");
  expect(world.ended[0]?.cause).toBe("lost");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST21] audio that is closed in good order is a hang-up whose BYE may still be on its way", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  world.media.lose(world.legOf("101").id, "transportClosed");
  await world.run(500);
  expect(world.pbx.commands.calls()[0]?.phase).toBe("connected");
  caller.hangUp();
  await world.run(20);
  expect(callee.call.state).toBe("ended");
  expect(world.ended[0]?.cause).toBe("hungUp");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST21] without a BYE it is a page that is reloaded, at once when its connection is closed too", async () => {
  const world = worldWith();
  await connect(world);
  const phase = () => world.pbx.commands.calls()[0]?.phase;
  world.media.lose(world.legOf("101").id, "transportClosed");
  await world.run(900);
  expect(phase()).toBe("connected");
  await world.run(200);
  expect(phase()).toBe("reattaching");

  const other = worldWith();
  await connect(other);
  other.media.lose(other.legOf("101").id, "transportClosed");
  other.vanish("101-1");
  await other.run(20);
  expect(other.pbx.commands.calls()[0]?.phase).toBe("reattaching");
});

test("[LOST3] a websocket that comes back in time changes nothing", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  world.vanish("101-1");
  await world.run(3_000);
  world.connect(caller, "101-again", "browser");
  caller.register();
  await world.run(50);
  expect(world.pbx.commands.calls()[0]?.phase).toBe("connected");
  callee.hangUp();
  await world.run(50);
  expect(caller.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST4] any device of the same user takes over a live call", async () => {
  const endpoints = [
    anEndpoint("101", { userIds: ["anna"] }),
    anEndpoint("102"),
    anEndpoint("121", { userIds: ["anna"] }),
  ];
  const world = worldWith({ endpoints });
  const { caller, callee } = await connect(world);
  const other = await world.phone("121", "phone");
  const [call] = world.pbx.commands.calls();
  other.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(30);
  expect(other.call.state).toBe("talking");
  expect(caller.call.state).toBe("ended");
  expect(caller.call.reason).toContain("continued elsewhere");
  callee.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST5] nobody else does", async () => {
  const world = worldWith();
  const { caller } = await connect(world);
  const stranger = await world.phone("103");
  const [call] = world.pbx.commands.calls();
  stranger.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(30);
  expect(stranger.call).toMatchObject({ state: "ended", news: "481" });
  expect(caller.call.state).toBe("talking");
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST6] an INVITE with Replaces takes the place of an own leg", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  world.pbx.commands.startRecording(world.channelOf("101"));
  const dialog = caller.call.usage?.link.dialog;
  const tablet = await world.phone("101", "browser", "tablet");
  const replaces = `${dialog?.callId};to-tag=${dialog?.remoteTag};from-tag=${dialog?.localTag}`;
  tablet.dial("102", SipHeaders.of(["Replaces", replaces]));
  await world.run(30);
  expect(tablet.call.state).toBe("talking");
  expect(caller.call.state).toBe("ended");
  expect(callee.calls).toHaveLength(1);
  // The recording keeps the line on its own side.
  const [recorded] = world.media.recordings.values();
  expect(recorded?.leftLegId).toBe(world.channelOf("101"));
  tablet.hangUp();
  await world.run(20);
  expect(callee.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST7] when the media process dies phones are offered anew and go on", async () => {
  const world = worldWith();
  const anna = await world.phone("101", "phone");
  const ben = await world.phone("102", "phone");
  anna.dial("102");
  await world.run(20);
  ben.answer();
  await world.run(20);
  world.media.die();
  await world.run(50);
  expect(world.legOf("101")).toMatchObject({ isConnected: true });
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(world.legOf("101").bridgeId).toBeDefined();
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST8] when the media process dies a browser is told, and may come back", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102", "phone");
  anna.dial("102");
  await world.run(20);
  ben.answer();
  await world.run(20);
  const [call] = world.pbx.commands.calls();
  world.media.die();
  await world.run(50);
  expect(anna.call).toMatchObject({ state: "ended" });
  expect(anna.call.reason).toContain("Connection lost");
  expect(world.legOf("102").playing?.sources).toEqual([{ kind: "music" }]);
  anna.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  ben.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

const SUPPORT = aQueue({ agents: [{ endpointId: "phone-102", isLoggedIn: true }] });

test("[LOST15] a caller who vanishes in a queue keeps the place, and hears the music again when back", async () => {
  const world = worldWith({ queues: [SUPPORT] });
  const anna = await world.phone("101", "browser", "101-1");
  anna.dial("301");
  await world.run(30);
  const [call] = world.pbx.commands.calls();
  world.vanish("101-1");
  world.media.lose(world.legOf("101").id);
  await world.run(5_000);
  expect(world.pbx.commands.calls()[0]).toMatchObject({ phase: "waiting", parties: [{ phase: "lost" }] });
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`${ATTACH_PREFIX}${call?.callId}`);
  await world.run(30);
  expect(reloaded.call.state).toBe("talking");
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "music" }]);
  const agent = await world.phone("102");
  await world.run(20);
  agent.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  reloaded.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST16] an agent is rung and may answer meanwhile; without the caller the waiting ends after 30 s", async () => {
  const world = worldWith({ queues: [SUPPORT] });
  const anna = await world.phone("101", "browser", "101-1");
  anna.dial("301");
  await world.run(30);
  world.vanish("101-1");
  world.media.lose(world.legOf("101").id);
  await world.run(1_000);
  const agent = await world.phone("102");
  await world.run(20);
  agent.answer();
  await world.run(20);
  expect(world.pbx.commands.calls()[0]?.phase).toBe("reattaching");
  expect(world.legOf("102").playing?.sources).toEqual([{ kind: "music" }]);
  await world.run(31_000);
  expect(agent.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);

  const deserted = worldWith({ queues: [SUPPORT] });
  const cleo = await deserted.phone("103", "browser", "103-1");
  cleo.dial("301");
  await deserted.run(30);
  deserted.vanish("103-1");
  deserted.media.lose(deserted.legOf("103").id);
  await deserted.run(31_000);
  expect(deserted.pbx.commands.calls()).toEqual([]);
  expect(await leftovers(deserted)).toEqual(NOTHING);
});

test("[CALL9] a line that rings rings on a page that was just opened", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  await world.phone("102", "browser", "first");
  anna.dial("102");
  await world.run(20);
  const second = await world.phone("102", "browser", "second");
  await world.run(20);
  expect(second.call.state).toBe("ringing");
  second.answer();
  await world.run(20);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[B2B5] an offer that the media process refuses ends the call for both", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  world.media.isRefusingOffers = true;
  anna.dial("102");
  await world.run(20);
  ben.answer();
  await world.run(50);
  expect([anna.call.state, ben.call.state]).toEqual(["ended", "ended"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST11] a caller who reloads the page while it rings keeps the call", async () => {
  const { world, ben } = await annaRingsBen();
  const callId = world.pbx.commands.calls()[0]?.callId;
  world.vanish("101-1");
  await world.run(1_000);
  expect(ben.call.state).toBe("ringing");
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`${ATTACH_PREFIX}${callId}`);
  await world.run(30);
  expect(reloaded.call).toMatchObject({ state: "calling", news: "180" });
  ben.answer();
  await world.run(30);
  expect(reloaded.call.state).toBe("talking");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  ben.hangUp();
  await world.run(20);
  expect(world.closed.map(({ endpointId, status }) => `${endpointId} ${status}`).toSorted()).toEqual([
    "phone-101 answer",
    "phone-102 answer",
  ]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST12] answered while the caller is away: music until they are back, as in any call", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  const callId = world.pbx.commands.calls()[0]?.callId;
  world.vanish("101-1");
  await world.run(20);
  ben.answer();
  await world.run(30);
  expect(world.legOf("102").playing?.sources).toEqual([{ kind: "music" }]);
  const reloaded = await world.phone("101", "browser", "101-2");
  reloaded.dial(`${ATTACH_PREFIX}${callId}`);
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  reloaded.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST13] a caller who does not come back stops the ringing after 30 s", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  ben.ring();
  world.vanish("101-1");
  await world.run(29_000);
  expect(ben.call.state).toBe("ringing");
  await world.run(2_000);
  expect(ben.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[LOST14] a called page that reloads rings again; without another device the line waits 10 s for it", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  await world.phone("102", "browser", "first");
  anna.dial("102");
  await world.run(20);
  world.vanish("first");
  await world.run(4_000);
  const reloaded = await world.phone("102", "browser", "second");
  await world.run(20);
  expect(reloaded.call.state).toBe("ringing");
  world.vanish("second");
  await world.run(9_000);
  expect(anna.call.state).toBe("calling");
  await world.run(2_000);
  expect(anna.call).toMatchObject({ state: "ended", news: "480" });
  expect(await leftovers(world)).toEqual(NOTHING);
});
