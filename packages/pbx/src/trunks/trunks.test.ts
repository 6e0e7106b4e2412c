import { bodyOf, decodeUtf8, partsOf } from "@offhook/sip";
import { expect, test } from "vitest";
import type { CompanyConfig } from "../dialplan/company-config.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import { aTrunk } from "../testing/test-company.ts";

const TRUNK = aTrunk({ rates: [{ prefix: "1", perMinute: 2 }] });

const OUTBOUND = {
  trunkIds: ["trunk"],
  isInternationalAllowed: false,
  blockedPrefixes: [],
  defaultCallerId: "+12125550110",
  dailySpendLimit: 3,
  maxConcurrentCalls: 5,
};

const REGISTERING = aTrunk({
  isRegistering: true,
  username: "offhook",
  password: "secret",
  registerSeconds: 600,
  probeEveryMs: 60_000,
});

test("[TRK1] out over the trunk with the company's number, costs written, limits kept, alarms raised", async () => {
  const world = worldWith({ outbound: OUTBOUND }, [TRUNK]);
  await world.run(20);
  expect(world.pbx.trunks()).toMatchObject([{ isUp: true }]);
  const anna = await world.phone("101");
  anna.dial("2125550199");
  await world.run(30);
  const request = world.carrier.call.invite?.request;
  expect(request?.headers.text("P-Asserted-Identity")).toBe("<sip:+12125550110@pbx.test>");
  expect(request?.uri).toMatchObject({ user: "+12125550199", host: "carrier.test" });
  world.carrier.answer();
  await world.run(61_000);
  anna.hangUp();
  await world.run(20);
  expect(world.closed.find(({ trunkId }) => trunkId === "trunk")?.cost).toBe(4);
  anna.dial("2125550199");
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "608" });
  anna.dial("+442079460120");
  await world.run(30);
  expect(anna.call.news).toBe("403");
  expect(world.alarms.map(({ alarm }) => alarm.kind)).toEqual(["dailySpendReached", "internationalRefused"]);
  anna.dial("911");
  await world.run(30);
  expect(world.carrier.call).toMatchObject({ direction: "in", state: "ringing" });
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK2] in over the trunk to the line that has the number", async () => {
  const inboundNumbers = [
    { number: "+12125550141", destination: { kind: "endpoint", id: "phone-101" } as const },
  ];
  const world = worldWith({ outbound: OUTBOUND, inboundNumbers }, [TRUNK]);
  const anna = await world.phone("101");
  world.carrier.dial("12125550141");
  await world.run(30);
  expect(anna.call.state).toBe("ringing");
  anna.answer();
  await world.run(30);
  expect(world.carrier.call.state).toBe("talking");
  world.carrier.hangUp();
  await world.run(30);
  world.carrier.dial("12125559999");
  await world.run(30);
  expect(world.carrier.call.news).toBe("404");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK3] when a trunk cannot, the next one is tried; a busy number is busy", async () => {
  const trunks = [TRUNK, aTrunk({ id: "spare", host: "spare.test" })];
  const outbound = { ...OUTBOUND, trunkIds: ["trunk", "spare"] };
  const world = worldWith({ outbound }, trunks);
  await world.run(20);
  const anna = await world.phone("101");
  anna.dial("2125550199");
  await world.run(30);
  world.carrier.decline(503);
  await world.run(30);
  expect(world.carrier.calls).toHaveLength(2);
  expect(world.carrier.call.invite?.request.uri).toMatchObject({ host: "spare.test" });
  world.carrier.decline(486);
  await world.run(30);
  expect(anna.call).toMatchObject({ state: "ended", news: "486" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK3] a trunk that says nothing to a call gives way to the next one soon", async () => {
  const trunks = [TRUNK, aTrunk({ id: "spare", host: "spare.test" })];
  const world = worldWith({ outbound: { ...OUTBOUND, trunkIds: ["trunk", "spare"] } }, trunks);
  await world.run(20);
  const anna = await world.phone("101");
  world.wires.get("carrier.test")!.isLost = () => true;
  anna.dial("2125550199");
  await world.run(9_000);
  expect(world.carrier.call.invite?.request.uri).toMatchObject({ host: "spare.test" });
  world.carrier.answer();
  await world.run(100);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK6] whoever called in from outside cannot transfer", async () => {
  const inboundNumbers = [
    { number: "+12125550141", destination: { kind: "endpoint", id: "phone-101" } as const },
  ];
  const world = worldWith({ outbound: OUTBOUND, inboundNumbers }, [TRUNK]);
  const anna = await world.phone("101");
  world.carrier.dial("12125550141");
  await world.run(30);
  anna.answer();
  await world.run(30);
  world.carrier.transfer("2125550199");
  await world.run(30);
  expect(world.carrier.call.transferNews).toEqual([603]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[TRK7] a trunk that wants it is registered with, again at half time, and given up at the stop", async () => {
  const world = worldWith({ outbound: OUTBOUND }, [REGISTERING]);
  await world.run(20);
  expect(world.pbx.trunks()).toEqual([
    { trunkId: "trunk", isUp: true, isRegistered: true, reason: undefined },
  ]);
  await world.run(301_000);
  expect(world.carrier.registers).toEqual(["600", "600"]);
  world.pbx.stop();
  await world.run(20);
  expect(world.carrier.registers.at(-1)).toBe("0");
});

test("[TRK8] a refused registration keeps the trunk down and is tried again", async () => {
  const world = worldWith({ outbound: OUTBOUND }, [REGISTERING]);
  world.carrier.registerAnswer = 403;
  const anna = await world.phone("101");
  expect(world.pbx.trunks()[0]).toMatchObject({ isUp: false, isRegistered: false });
  anna.dial("2125550199");
  await world.run(30);
  expect(anna.call.news).toBe("503");
  world.carrier.registerAnswer = 200;
  await world.run(6_000);
  expect(world.pbx.trunks()[0]).toMatchObject({ isUp: true, isRegistered: true });
});

test("[TRK9] a carrier that falls silent is down until it answers again", async () => {
  const world = worldWith({ outbound: OUTBOUND }, [TRUNK]);
  await world.run(20);
  const wire = world.wires.get("carrier.test")!;
  const changes: boolean[] = [];
  world.pbx.on("trunkChanged", ({ isUp }) => changes.push(isUp));
  wire.isLost = (summary) => summary.startsWith("phone");
  await world.run(95_000);
  expect(world.pbx.trunks()[0]?.isUp).toBe(false);
  wire.isLost = () => false;
  await world.run(65_000);
  expect(changes).toEqual([false, true]);
});

test("[TRK10] a closed connection is opened anew", async () => {
  const world = worldWith({ outbound: OUTBOUND }, [TRUNK]);
  await world.run(20);
  world.vanish("carrier.test");
  expect(world.pbx.trunks()[0]).toMatchObject({ isUp: false, reason: "connection closed" });
  await world.run(6_000);
  expect(world.pbx.trunks()[0]?.isUp).toBe(true);
});

async function emergencyCall(changes: Partial<CompanyConfig>, trunk = TRUNK) {
  const world = worldWith({ outbound: { ...OUTBOUND, dailySpendLimit: 0 }, ...changes }, [trunk]);
  await world.run(20);
  const anna = await world.phone("101");
  return { world, anna };
}

const ADDRESS = {
  country: "US",
  state: "IL",
  city: "Springfield",
  street: "Main <Street> & Sons",
  houseNumber: "12",
  postalCode: "62701",
  floor: "2",
};

test("[EMG2] an emergency call carries the line's place and its number, however shy the caller is", async () => {
  const place = { text: "Reception, 12 Main Street", address: ADDRESS };
  const { world, anna } = await emergencyCall({ emergency: { place, notify: [], outsidePrefixes: [] } });
  world.carrier.accept.push("multipart/mixed");
  anna.dial("911");
  await world.run(30);
  const { request, offer } = world.carrier.call.invite!;
  expect(request.headers.text("P-Asserted-Identity")).toBe("<sip:+12125550110@pbx.test>");
  expect(request.headers.text("Priority")).toBe("emergency");
  expect(request.headers.text("Geolocation-Routing")).toBe("yes");
  expect(request.headers.has("X-Offhook-Emergency-Location")).toBe(false);
  const [description, document] = partsOf(bodyOf(request)!) ?? [];
  expect(description).toMatchObject({ type: "application/sdp", content: offer?.content });
  expect(document).toMatchObject({
    type: "application/pidf+xml",
    disposition: "by-reference;handling=optional",
  });
  expect(request.headers.text("Geolocation")).toBe(`<cid:${document?.id}>`);
  const text = decodeUtf8(document!.content);
  expect(text).toContain(
    "<ca:civicAddress><ca:country>US</ca:country><ca:A1>IL</ca:A1><ca:A3>Springfield</ca:A3><ca:RD>Main &lt;Street&gt; &amp; Sons</ca:RD><ca:HNO>12</ca:HNO><ca:FLR>2</ca:FLR><ca:PC>62701</ca:PC></ca:civicAddress>",
  );
  expect(text).toContain('entity="pres:+12125550110@pbx.test"');
  expect(text).toContain("<note>Reception, 12 Main Street</note>");
  world.carrier.answer();
  await world.run(30);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[EMG2] a place in words goes out as words", async () => {
  const { world, anna } = await emergencyCall({});
  world.carrier.accept.push("multipart/mixed");
  anna.dial("911");
  await world.run(30);
  const parts = partsOf(bodyOf(world.carrier.call.invite!.request)!) ?? [];
  expect(decodeUtf8(parts[1]!.content)).toContain(
    "<ca:civicAddress><ca:country>US</ca:country><ca:LOC>12 Main Street</ca:LOC></ca:civicAddress>",
  );
  anna.hangUp();
  await world.run(20);
});

test("[EMG8] a carrier that does not read the document gets the call again with a header", async () => {
  const { world, anna } = await emergencyCall({});
  anna.dial("911");
  await world.run(60);
  const { request } = world.carrier.call.invite!;
  expect(request.headers.text("Content-Type")).toBe("application/sdp");
  expect(request.headers.has("Geolocation")).toBe(false);
  expect(request.headers.text("X-Offhook-Emergency-Location")).toBe("12%20Main%20Street");
  expect(request.headers.text("Priority")).toBe("emergency");
  world.carrier.answer();
  await world.run(30);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[EMG8] and a carrier that is known for it gets nothing else", async () => {
  const { world, anna } = await emergencyCall({}, { ...TRUNK, locationFormat: "header" });
  anna.dial("911");
  await world.run(30);
  world.carrier.decline(503);
  await world.run(30);
  expect(world.carrier.calls).toHaveLength(1);
  expect(world.carrier.call.invite?.request.headers.text("X-Offhook-Emergency-Location")).toBeDefined();
  expect(anna.call.news).toBe("503");
});

test("[EMG2] without any place the call is marked as an emergency all the same", async () => {
  const { world, anna } = await emergencyCall({
    emergency: { place: undefined, notify: [], outsidePrefixes: [] },
  });
  anna.dial("911");
  await world.run(30);
  const { headers } = world.carrier.call.invite!.request;
  expect([headers.text("Priority"), headers.has("Geolocation")]).toEqual(["emergency", false]);
  anna.hangUp();
  await world.run(20);
});
