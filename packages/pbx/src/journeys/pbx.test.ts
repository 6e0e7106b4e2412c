import { expect, test } from "vitest";
import { annaRingsBen, connect, leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { bodyText, callerOf } from "../testing/scripted-phone.ts";
import { anEndpoint } from "../testing/test-company.ts";

test("[B2B1] a browser calls a browser: INVITE without offer, answer in the ACK, one bridge", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  expect(anna.registration).toBe("registered");
  anna.dial("102");
  await world.run(50);
  expect(ben.call.invite?.offer).toBeUndefined();
  expect(callerOf(ben.call)).toBe('"Person 101" <sip:101@pbx.test>');
  ben.ring();
  await world.run(50);
  expect(anna.call.news).toBe("180");
  ben.answer();
  await world.run(50);
  expect(anna.call.state).toBe("talking");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  anna.hangUp();
  await world.run(50);
  expect(ben.call.state).toBe("ended");
  expect(world.closed.map(({ status, direction }) => `${direction} ${status}`)).toEqual([
    "out answer",
    "in answer",
  ]);
  expect(world.media.refusals).toEqual([]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[B2B8] while browsers ring a browser, its audio connects already", async () => {
  const { world, anna, ben } = await annaRingsBen();
  expect(anna.call.described).toEqual([180]);
  expect(world.legOf("101")).toMatchObject({ kind: "webrtc" });
  ben.ring();
  await world.run(20);
  expect(anna.call.described).toEqual([180]);
  ben.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[B2B8] a caller who gives up while it rings leaves no audio behind", async () => {
  const { world, anna } = await annaRingsBen();
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[B2B8] with a desk phone among those that ring, it waits for the codec of whoever answers", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const desk = await world.phone("102", "phone", "desk");
  await world.phone("102", "browser", "page");
  anna.dial("102");
  await world.run(20);
  desk.ring();
  await world.run(20);
  expect(anna.call).toMatchObject({ news: "180", described: [] });
});

test("[B2B2] a desk phone gets an offer, and speaks the codec of the other side where it can", async () => {
  const world = worldWith();
  const anna = await world.phone("101", "phone");
  const ben = await world.phone("102", "phone");
  anna.dial("102");
  await world.run(20);
  expect(bodyText(ben.call)).toContain("m=audio");
  ben.answer();
  await world.run(20);
  expect(world.legOf("102")).toMatchObject({ kind: "rtp", isConnected: true });
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  ben.hangUp();
  await world.run(20);
  expect(anna.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL2] all devices ring; the first answer cancels the others as answered elsewhere", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const desk = await world.phone("102", "phone", "desk");
  const page = await world.phone("102", "browser", "page");
  anna.dial("102");
  await world.run(20);
  desk.ring();
  page.ring();
  await world.run(20);
  page.answer();
  await world.run(20);
  expect(desk.call).toMatchObject({ state: "ended", news: "cancelled" });
  expect(desk.call.reason).toContain('text="Call completed elsewhere"');
  anna.hangUp();
  await world.run(20);
  const legs = world.closed.map(({ endpointId, status }) => `${endpointId} ${status}`);
  expect(legs.toSorted()).toEqual(["phone-101 answer", "phone-102 answer"]);
  expect(world.closed.find(({ direction }) => direction === "in")?.deviceId).toBe("urn:uuid:page");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL4] a caller who gives up leaves a missed call", async () => {
  const { world, anna, ben } = await annaRingsBen();
  anna.hangUp();
  await world.run(20);
  expect(ben.call).toMatchObject({ state: "ended", news: "cancelled" });
  expect(anna.call).toMatchObject({ state: "ended", news: "cancelled" });
  const legs = world.closed.map(({ endpointId, status }) => `${endpointId} ${status}`);
  expect(legs.toSorted()).toEqual(["phone-101 cancelled", "phone-102 missed"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL5] after 45 s without an answer the caller is told, and the callee's phone stops", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("102");
  await world.run(20);
  ben.ring();
  await world.run(44_000);
  expect(ben.call.state).toBe("ringing");
  await world.run(2_000);
  expect(ben.call.state).toBe("ended");
  expect(anna.call).toMatchObject({ state: "ended", news: "480" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL6] a 200 that crosses the CANCEL is acknowledged and hung up", async () => {
  const { world, anna, ben } = await annaRingsBen();
  anna.hangUp();
  ben.answer();
  await world.run(100);
  expect(anna.call.state).toBe("ended");
  expect(ben.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL7] a lost ACK is made good by the repeated 200", async () => {
  const world = worldWith();
  const anna = await world.phone("101", "phone");
  const ben = await world.phone("102", "phone");
  let lost = 1;
  world.wires.get("102-1")!.isLost = (summary) => summary === "server: ACK" && lost-- > 0;
  anna.dial("102");
  await world.run(20);
  ben.answer();
  await world.run(2_000);
  expect(ben.call.usage?.state.name).toBe("confirmed");
  ben.hangUp();
  await world.run(20);
  expect(anna.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL16] a phone that says nothing to a call is given up soon, and does not ring until it answers again", async () => {
  const onUnreachable = { kind: "endpoint", id: "phone-103" } as const;
  const endpoints = [anEndpoint("101"), anEndpoint("102", { onUnreachable }), anEndpoint("103")];
  const world = worldWith({ endpoints });
  const [anna, cleo] = [await world.phone("101"), await world.phone("103")];
  const ben = await world.phone("102", "phone", "desk");
  const wire = world.wires.get("desk")!;
  wire.isLost = () => true;
  anna.dial("102");
  await world.run(7_500);
  expect(cleo.calls).toEqual([]);
  await world.run(1_000);
  expect(cleo.call.state).toBe("ringing");
  anna.hangUp();
  await world.run(100);
  anna.dial("102");
  await world.run(100);
  expect(cleo.calls).toHaveLength(2);
  anna.hangUp();
  wire.isLost = () => false;
  await world.run(65_000);
  // What was on its way to it all the time is called off when it hears of it.
  expect(ben.calls.filter(({ state }) => state !== "ended")).toEqual([]);
  anna.dial("102");
  await world.run(100);
  expect(ben.call.state).toBe("ringing");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CALL16] a phone that registers anew while it is waited for is there", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102", "phone", "desk");
  const wire = world.wires.get("desk")!;
  wire.isLost = (summary) => summary.includes("INVITE");
  anna.dial("102");
  await world.run(6_000);
  ben.register();
  await world.run(4_000);
  expect(anna.call.state).toBe("ended");
  expect(world.pbx.presence("phone-102")?.onlineDevices).toBe(1);
});

test("[CALL16] a phone that only says that it tries is waited for", async () => {
  const world = worldWith();
  const anna = await world.phone("101");
  const ben = await world.phone("102", "phone");
  anna.dial("102");
  await world.run(20_000);
  expect(world.wires.get("102-1")!.log.filter((line) => line.startsWith("phone: 1"))).toEqual([
    "phone: 100 INVITE",
  ]);
  ben.answer();
  await world.run(100);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[HOLD1] the holding party hears nothing, the other hears music; resuming joins them again", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  caller.hold(true);
  await world.run(20);
  expect(world.legOf("102").playing?.sources).toEqual([{ kind: "music" }]);
  expect(world.legOf("101")).toMatchObject({ playing: undefined, bridgeId: undefined });
  expect(world.pbx.commands.calls()[0]?.phase).toBe("held");
  caller.hold(false);
  await world.run(20);
  expect(world.legOf("102")).toMatchObject({ playing: undefined });
  expect(world.legOf("102").bridgeId).toBe(world.legOf("101").bridgeId);
  callee.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[DTMF1] a key in an INFO reaches the other party as a telephone event", async () => {
  const world = worldWith();
  const { caller } = await connect(world);
  caller.pressByInfo("5");
  await world.run(20);
  expect(world.legOf("102").sentDigits).toEqual(["5"]);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[XFER1] blind: the transferor hears of it by NOTIFY and is let go when the target answers", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  callee.transfer("103");
  await world.run(30);
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "tone", name: "ringback" }]);
  cleo.ring();
  await world.run(20);
  cleo.answer();
  await world.run(30);
  expect(callee.call.transferNews).toEqual([202, 100, 180, 200]);
  expect(callee.call.state).toBe("ended");
  expect(callerOf(cleo.call)).toContain("101");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  caller.hangUp();
  await world.run(20);
  expect(cleo.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[XFER2] a transfer nobody answers brings both back together while the transferor is there", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  callee.transfer("103");
  await world.run(30);
  cleo.decline(486);
  await world.run(30);
  expect(callee.call.transferNews.at(-1)).toBe(486);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  expect(caller.call.state).toBe("talking");
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[XFER3] and rings a transferor again who has left", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  expect(world.pbx.commands.transfer(world.channelOf("102"), "103").isDone).toBe(true);
  await world.run(30);
  expect(callee.call.state).toBe("ended");
  cleo.decline(603);
  await world.run(30);
  expect(callee.calls).toHaveLength(2);
  expect(callee.call.state).toBe("ringing");
  callee.answer();
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[XFER4] attended, by REFER with Replaces: both far ends are joined and the transferor is out", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  const first = callee.call;
  callee.hold(true, first);
  await world.run(20);
  const second = callee.dial("103");
  await world.run(20);
  cleo.answer();
  await world.run(20);
  callee.transfer(second, first);
  await world.run(40);
  expect([first.state, second.state]).toEqual(["ended", "ended"]);
  expect(first.transferNews.at(-1)).toBe(200);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  expect(world.legOf("101").bridgeId).toBeDefined();
  caller.hangUp();
  await world.run(20);
  expect(cleo.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[XFER5] attended while the target still rings", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  const first = world.channelOf("102");
  callee.dial("103");
  await world.run(20);
  const second =
    world.pbx.commands.calls()[1]?.parties.find(({ number }) => number === "102")?.channelId ?? "";
  expect(world.pbx.commands.completeTransfer(first, second)).toEqual({ isDone: true });
  await world.run(20);
  expect(callee.calls.map(({ state }) => state)).toEqual(["ended", "ended"]);
  cleo.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CONF1] calls of one line are joined in one bridge, and the line is in it once", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  caller.dial("103");
  await world.run(20);
  cleo.answer();
  await world.run(20);
  const own = world.pbx.commands
    .calls()
    .map((call) => call.parties.find(({ number }) => number === "101")!.channelId);
  const joined = world.pbx.commands.join(own);
  expect(joined.isDone).toBe(true);
  await world.run(20);
  const bridge = world.legOf("102").bridgeId;
  expect(bridge).toMatch(/^conference:/);
  expect(world.legOf("103").bridgeId).toBe(bridge);
  expect(world.legsOf("101").map(({ bridgeId }) => bridgeId)).toEqual([bridge, undefined]);
  callee.hangUp();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  expect(world.legOf("103").bridgeId).toMatch(/^call:/);
  cleo.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[PARK1] a parked call hears music and is fetched by its slot", async () => {
  const world = worldWith();
  const cleo = await world.phone("103");
  const { caller, callee } = await connect(world);
  expect(world.pbx.commands.park(world.channelOf("102"))).toEqual({ isDone: true, slot: 701 });
  await world.run(20);
  expect(callee.call.state).toBe("ended");
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "music" }]);
  cleo.dial("701");
  await world.run(30);
  expect(cleo.call.state).toBe("talking");
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[PARK2] [PARK3] the slot is spoken, and a parked call nobody fetches rings its parker", async () => {
  const world = worldWith();
  const { caller, callee } = await connect(world);
  callee.transfer("700");
  await world.run(50);
  expect(callee.call).toMatchObject({ state: "ended", transferNews: [202, 100, 200] });
  expect(world.media.said.join(" ")).toContain("call-parked-at number-7 number-hundred number-1");
  await world.run(61_000);
  expect(callee.calls).toHaveLength(2);
  callee.answer();
  await world.run(30);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
