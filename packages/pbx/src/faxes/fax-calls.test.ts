import { expect, test } from "vitest";
import { leftovers, NOTHING } from "../testing/calling.ts";
import { answeredFax, FAX_LINE, faxWorld, sendFax } from "../testing/fax-world.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { bodyText } from "../testing/scripted-phone.ts";
import { aTrunk } from "../testing/test-company.ts";

const T38 = (port: number): string =>
  `${[
    "v=0",
    "o=- 1 2 IN IP4 192.0.2.50",
    "s=-",
    "c=IN IP4 192.0.2.50",
    "t=0 0",
    `m=image ${port} udptl t38`,
    "a=T38FaxVersion:0",
    "a=T38FaxMaxDatagram:200",
    "a=T38FaxUdpEC:t38UDPRedundancy",
  ].join("\r\n")}\r\n`;

test("[FAXC1] a fax goes out with the line's number, in G.711 without any meddling, and ends with a BYE", async () => {
  const world = await faxWorld([aTrunk({ rates: [{ prefix: "1", perMinute: 2 }] })]);
  const sending = await answeredFax(world);
  const { request } = world.carrier.call.invite!;
  expect(request.headers.text("P-Asserted-Identity")).toBe("<sip:+12125550130@pbx.test>");
  expect(request.uri).toMatchObject({ user: "+12125550170", host: "carrier.test" });
  const offer = bodyText(world.carrier.call);
  expect(offer).toContain("m=audio 40000 RTP/AVP 0 8\r\n");
  expect(offer).toContain("a=silenceSupp:off - - - -");
  const machine = world.faxes.call;
  expect(machine.order).toMatchObject({ role: "send", file: "/out.tif", firstPage: 1 });
  expect(machine.did).toEqual([
    { kind: "talk", remote: { address: "192.0.2.50", port: 4000, payloadType: 0 } },
  ]);
  expect(world.pbx.counts).toMatchObject({ faxes: 1, legs: 0 });
  machine.page(1);
  machine.finish({ pages: 2, station: "+1 555 0170" });
  await world.run(30);
  expect(sending.pages).toEqual([1, 2]);
  expect(sending.result).toEqual({
    kind: "delivered",
    pages: 2,
    station: "+1 555 0170",
    detail: "OK",
    way: "phone",
  });
  expect(world.carrier.call).toMatchObject({ state: "ended", news: "remoteBye" });
  expect(world.closed).toMatchObject([{ trunkId: "trunk", status: "answer", cost: 2 }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC2] what the network says has a reason in plain words", async () => {
  const world = await faxWorld();
  for (const [status, reason] of [
    [486, "busy"],
    [600, "busy"],
    [480, "noAnswer"],
    [404, "noSuchNumber"],
    [484, "noSuchNumber"],
    [410, "noSuchNumber"],
    [403, "refused"],
    [603, "refused"],
    [488, "incompatible"],
    [503, "noCarrier"],
  ] as const) {
    const sending = await sendFax(world);
    world.carrier.decline(status);
    await world.run(30);
    expect(sending.result, String(status)).toMatchObject({ kind: "failed", reason, pages: 0 });
  }
  const silent = await sendFax(world);
  world.carrier.ring();
  await world.run(61_000);
  expect(silent.result).toMatchObject({ kind: "failed", reason: "noAnswer" });
  expect(world.carrier.call).toMatchObject({ state: "ended", news: "cancelled" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC3] a trunk in trouble gives way to the next one; a busy number does not", async () => {
  const world = await faxWorld([aTrunk(), aTrunk({ id: "spare", host: "spare.test" })]);
  const sending = await sendFax(world);
  world.carrier.decline(503);
  await world.run(30);
  expect(world.carrier.call.invite?.request.uri).toMatchObject({ host: "spare.test" });
  expect(world.faxes.calls).toHaveLength(1);
  world.carrier.decline(486);
  await world.run(30);
  expect(sending.result).toMatchObject({ reason: "busy", detail: "SIP 486 Busy Here" });
  expect(world.carrier.calls).toHaveLength(2);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC5] stopped while it rings it is canceled, stopped while it talks it is hung up", async () => {
  const world = await faxWorld();
  const ringing = await sendFax(world);
  world.carrier.ring();
  await world.run(30);
  ringing.stop();
  await world.run(30);
  expect(ringing.result).toMatchObject({ kind: "failed", reason: "canceled" });
  expect(world.carrier.call).toMatchObject({ state: "ended", news: "cancelled" });
  const talking = await answeredFax(world);
  talking.stop();
  await world.run(30);
  expect(talking.result).toMatchObject({ kind: "failed", reason: "canceled" });
  expect(world.carrier.call).toMatchObject({ state: "ended", news: "remoteBye" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC6] the other side hangs up in the middle: what has arrived is told", async () => {
  const world = await faxWorld();
  const sending = await answeredFax(world);
  world.carrier.hangUp();
  await world.run(30);
  expect(sending.result).toMatchObject({ kind: "failed", reason: "dropped" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC7] the carrier asks for T.38: taken unless the trunk says never", async () => {
  const world = await faxWorld();
  const sending = await answeredFax(world);
  world.carrier.offerAnew(T38(6000));
  await world.run(30);
  expect(world.carrier.call.answers[0]).toContain("m=image 40000 udptl t38\r\n");
  expect(world.faxes.call.did.at(-1)).toMatchObject({
    kind: "t38",
    remote: { address: "192.0.2.50", port: 6000, maxDatagram: 200 },
  });
  // Said once more it changes nothing; and there is a way back.
  world.carrier.offerAnew(T38(6000));
  await world.run(30);
  world.carrier.hold(false);
  await world.run(30);
  expect(world.faxes.call.did.map(({ kind }) => kind)).toEqual(["talk", "t38", "backToAudio"]);
  world.faxes.call.finish({ pages: 1, way: "t38" });
  await world.run(30);
  expect(sending.result).toMatchObject({ kind: "delivered", way: "t38" });
  const strict = await faxWorld([aTrunk({ t38: "never" })]);
  await answeredFax(strict);
  strict.carrier.offerAnew(T38(6000));
  await strict.run(30);
  expect(strict.carrier.call.answers).toEqual([488]);
  expect(strict.faxes.call.did.map(({ kind }) => kind)).toEqual(["talk"]);
  expect(strict.carrier.call.state).toBe("talking");
  strict.faxes.call.finish({ pages: 1 });
  await strict.run(30);
  expect(await leftovers(strict)).toEqual(NOTHING);
});

test("[FAXC8] where the trunk wants it we ask for T.38 at the first tone, and go on with sound when refused", async () => {
  const world = await faxWorld([aTrunk({ t38: "offered" })]);
  const offers: string[] = [];
  world.carrier.judgeOffer = (offer) => {
    offers.push(offer);
    return T38(6000);
  };
  await answeredFax(world);
  world.faxes.call.hear("ced");
  world.faxes.call.hear("preamble");
  await world.run(30);
  expect(offers).toHaveLength(1);
  expect(offers[0]).toContain("m=image 40000 udptl t38");
  expect(world.faxes.call.did.map(({ kind }) => kind)).toEqual(["talk", "t38"]);
  world.faxes.call.finish({ pages: 1, way: "t38" });
  await world.run(30);
  for (const status of [488, 606, 415]) {
    world.carrier.judgeOffer = () => status;
    const sending = await answeredFax(world);
    world.faxes.call.hear("ced");
    await world.run(30);
    expect(world.faxes.call.did.map(({ kind }) => kind)).toEqual(["talk", "backToAudio"]);
    expect(world.carrier.call.state).toBe("talking");
    world.faxes.call.finish({ pages: 1 });
    await world.run(30);
    expect(sending.result).toMatchObject({ kind: "delivered", way: "phone" });
  }
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC9] somebody outside calls a fax line: our machine answers and keeps what came", async () => {
  const world = await faxWorld();
  world.carrier.callsAs = "+12125550177";
  world.carrier.dial("12125550130");
  await world.run(50);
  expect(world.carrier.call.state).toBe("talking");
  const machine = world.faxes.call;
  expect(machine.order).toMatchObject({ role: "receive", stationId: FAX_LINE.stationId });
  expect(machine.did).toEqual([
    { kind: "talk", remote: { address: "192.0.2.50", port: 4000, payloadType: 0 } },
  ]);
  world.carrier.offerAnew(T38(6000));
  await world.run(30);
  expect(machine.did.at(-1)).toMatchObject({ kind: "t38" });
  machine.finish({ pages: 3, station: "FAR" });
  await world.run(30);
  expect(world.carrier.call).toMatchObject({ state: "ended", news: "remoteBye" });
  expect(world.faxes.arrived).toMatchObject([
    { faxLineId: "records", callerNumber: "+12125550177", end: { outcome: "done", pages: 3 } },
  ]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC9] broken off, given up while it is answered, blocked, or without a machine", async () => {
  const world = await faxWorld(undefined, { blockedCallers: ["+12125550166"] });
  world.carrier.callsAs = "+12125550177";
  world.carrier.dial("12125550130");
  await world.run(50);
  world.carrier.hangUp();
  await world.run(30);
  expect(world.faxes.arrived).toMatchObject([{ end: { outcome: "failed", reason: "dropped" } }]);
  const call = world.carrier.dial("12125550130");
  world.carrier.hangUp(call);
  await world.run(50);
  expect(call.state).toBe("ended");
  world.carrier.callsAs = "+12125550166";
  world.carrier.dial("12125550130");
  await world.run(50);
  expect(world.carrier.call.news).toBe("603");
  world.carrier.callsAs = "+12125550177";
  world.faxes.missing = "libspandsp is missing";
  world.carrier.dial("12125550130");
  await world.run(50);
  expect(world.carrier.call.news).toBe("480");
  expect((await sendFax(world)).result).toMatchObject({
    reason: "noEngine",
    detail: "libspandsp is missing",
  });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC10] a fax machine at a desk reaches a fax line from inside; a page in a browser does not", async () => {
  const world = await faxWorld();
  const machine = await world.phone("101", "phone");
  machine.dial("2125550130");
  await world.run(50);
  expect(machine.call.state).toBe("talking");
  world.faxes.call.finish({ pages: 1 });
  await world.run(30);
  expect(world.faxes.arrived).toMatchObject([{ callerNumber: "101" }]);
  expect(world.closed).toMatchObject([{ endpointId: "phone-101", number: "2125550130" }]);
  const page = await world.phone("102");
  page.dial("2125550130");
  await world.run(50);
  expect(page.call).toMatchObject({ state: "ended", news: "480" });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[FAXC11] at the end of the server every fax call is hung up", async () => {
  const world = await faxWorld();
  const sending = await answeredFax(world);
  world.pbx.stop();
  await world.run(30);
  expect(sending.result).toMatchObject({ kind: "failed" });
  expect(world.carrier.call.state).toBe("ended");
});

/** A number that Anna has, and that takes faxes too. */
async function sharedNumber(answerer: "person" | "mailbox"): Promise<PbxWorld> {
  const destination =
    answerer === "person"
      ? ({ kind: "endpoint", id: "phone-101" } as const)
      : ({ kind: "mailbox", id: "box" } as const);
  return faxWorld([aTrunk()], {
    faxLines: [{ ...FAX_LINE, isShared: true }],
    mailboxes: [{ id: "box", name: "101", pin: undefined, maxMessages: 10, maxMessageMs: 60_000 }],
    inboundNumbers: [{ number: FAX_LINE.number, destination }],
  });
}

test("[FAXC12] a fax machine that calls a person's number is heard, and the call becomes a fax", async () => {
  for (const answerer of ["person", "mailbox"] as const) {
    const world = await sharedNumber(answerer);
    const anna = await world.phone("101");
    world.carrier.callsAs = "+12125550177";
    world.carrier.dial("12125550130");
    await world.run(50);
    if (answerer === "person") anna.answer();
    await world.run(50);
    expect(world.carrier.call.state).toBe("talking");
    world.media.whistle(world.media.listening[0]!);
    await world.run(50);
    expect(world.faxes.call.did).toEqual([
      { kind: "talk", remote: { address: "192.0.2.50", port: 4000, payloadType: 0 } },
    ]);
    expect(world.carrier.call.state).toBe("talking");
    if (answerer === "person") expect(anna.call.state).toBe("ended");
    expect(world.pbx.counts).toMatchObject({ calls: 0, legs: 0, faxes: 1 });
    world.faxes.call.finish({ pages: 2 });
    await world.run(50);
    expect(world.carrier.call).toMatchObject({ state: "ended", news: "remoteBye" });
    expect(world.faxes.arrived).toMatchObject([{ faxLineId: "records", callerNumber: "+12125550177" }]);
    expect(await leftovers(world)).toEqual(NOTHING);
  }
});

test("[FAXC12] nobody listens for fax machines on other numbers", async () => {
  const world = await faxWorld(undefined, {
    inboundNumbers: [{ number: "+12125550141", destination: { kind: "endpoint", id: "phone-101" } }],
  });
  const anna = await world.phone("101");
  world.carrier.dial("12125550141");
  await world.run(50);
  anna.answer();
  await world.run(50);
  expect(world.media.listening).toEqual([]);
  world.carrier.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
