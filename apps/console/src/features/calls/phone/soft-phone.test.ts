import { describe, expect, test } from "vitest";
import { aRow } from "../testing/model-builders.ts";
import { aPhone, settled } from "../testing/registered-phone.ts";
import { HOLD_OTHERS_MS } from "./calls/call-rules.ts";

describe("hold", () => {
  test("[HOLD1] a new call puts the others on hold after 500 ms", async () => {
    const { talk, clock, asked } = await aPhone();
    await talk(1);
    clock.advance(HOLD_OTHERS_MS);
    await talk(2);
    clock.advance(HOLD_OTHERS_MS - 1);
    expect(asked).toEqual([]);
    clock.advance(1);
    expect(asked).toEqual([{ action: "hold", channel: "channel-1", hold: "1" }]);
  });

  test("[HOLD2] except those of the same conference", async () => {
    const { talk, clock, asked, join } = await aPhone();
    await talk(1);
    await talk(2);
    join(1, 2);
    clock.advance(HOLD_OTHERS_MS);
    expect(asked).toEqual([]);
  });

  test("[HOLD3] hold and mute act on the whole conference", async () => {
    const { phone, talk, asked, join } = await aPhone();
    const id = await talk(1);
    await talk(2);
    join(1, 2);
    await phone.setMuted(id, true);
    await phone.setHold(id, true);
    expect(asked.map(({ action, channel }) => `${action} ${channel}`)).toEqual([
      "mute channel-1",
      "mute channel-2",
      "hold channel-1",
      "hold channel-2",
    ]);
  });
});

describe("conference", () => {
  test("[CONF1] a call placed for a conference joins its initiator when it is answered", async () => {
    const { phone, talk, sessions, asked } = await aPhone();
    const first = await talk(1);
    await phone.dial({ number: "103", joinTo: first });
    expect(asked).toEqual([]);
    sessions.at(-1)?.listener?.answered({ callid: "call-3", channel: "channel-3" });
    expect(asked).toEqual([{ action: "conference", channel: "channel-1", channels: ["channel-3"] }]);
  });

  test("[CONF1] and all who were in a conference with that one are heard again", async () => {
    const { phone, talk, join, sessions, asked, clock } = await aPhone();
    const first = await talk(1);
    await talk(2);
    join(1, 2);
    clock.advance(HOLD_OTHERS_MS);
    await phone.dial({ number: "103", joinTo: first });
    clock.advance(HOLD_OTHERS_MS);
    await settled();
    sessions.at(-1)?.listener?.answered({ callid: "call-3", channel: "channel-3" });
    clock.advance(HOLD_OTHERS_MS);
    await settled();
    expect(asked).toEqual([
      { action: "hold", channel: "channel-1", hold: "1" },
      { action: "hold", channel: "channel-2", hold: "1" },
      { action: "conference", channel: "channel-1", channels: ["channel-3"] },
      { action: "hold", channel: "channel-1", hold: "0" },
      { action: "hold", channel: "channel-2", hold: "0" },
      { action: "hold", channel: "channel-3", hold: "0" },
    ]);
  });

  test("[CONF1] a hold that is still on its way is taken back after it, not before", async () => {
    const { phone, talk, sessions, asked, clock, delay } = await aPhone();
    const first = await talk(1);
    await phone.dial({ number: "103", joinTo: first });
    const release = delay("hold");
    clock.advance(HOLD_OTHERS_MS);
    sessions.at(-1)?.listener?.answered({ callid: "call-3", channel: "channel-3" });
    await settled();
    const ofFirst = () =>
      asked.flatMap((each) => (each.action === "hold" && each.channel === "channel-1" ? each.hold : []));
    expect(ofFirst()).toEqual(["1"]);
    release();
    await settled();
    expect(ofFirst()).toEqual(["1", "0"]);
  });

  test("[CONF1] answered at once and joined, it puts nobody on hold any more, though no list shows it joined yet", async () => {
    const { phone, talk, sessions, asked, clock } = await aPhone();
    const first = await talk(1);
    clock.advance(HOLD_OTHERS_MS);
    await phone.dial({ number: "103", joinTo: first });
    sessions.at(-1)?.listener?.answered({ callid: "call-3", channel: "channel-3" });
    await settled();
    clock.advance(HOLD_OTHERS_MS);
    await settled();
    expect(asked).not.toContainEqual({ action: "hold", channel: "channel-1", hold: "1" });
  });

  test("[CONF2] of two calls both are hung up, of three only the one", async () => {
    const { phone, talk, join, calls } = await aPhone();
    const ids = [await talk(1), await talk(2), await talk(3)];
    join(1, 2, 3);
    await phone.hangUp(ids[0] ?? "");
    expect(calls().map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    await phone.hangUp(ids[1] ?? "");
    expect(calls()).toEqual([]);
  });

  test("[CONF3] a split makes every call one of its own, the others on hold", async () => {
    const { phone, talk, join, asked } = await aPhone();
    const ids = [await talk(1), await talk(2), await talk(3)];
    join(1, 2, 3);
    await phone.split(ids[2] ?? "");
    expect(asked.map(({ action, channel }) => `${action} ${channel}`)).toEqual([
      "split channel-3",
      "split channel-2",
      "hold channel-1",
      "hold channel-2",
    ]);
  });
});

describe("incoming calls", () => {
  test("[IN1] are shown at once, answered with the microphone, and declined for all devices", async () => {
    const { phone, ring, calls } = await aPhone();
    const session = ring(1);
    expect(calls()).toMatchObject([{ id: "call-1", phase: "ringing", place: "here", caller: "June Park" }]);
    await phone.answer("call-1");
    expect(session.did).toEqual(["answer"]);
    expect(calls()).toMatchObject([{ phase: "active" }]);
    const other = ring(2);
    await phone.decline("call-2");
    expect(other.did).toEqual(["end 603"]);
  });

  test("[IN2] are ignored while do not disturb is on", async () => {
    const { ring, calls } = await aPhone({}, { isDndOn: true });
    expect(ring(1).did).toEqual([]);
    expect(calls()).toMatchObject([{ isIgnored: true }]);
  });

  test("[IN3] are turned away from this device where calls are disabled", async () => {
    const { ring, calls } = await aPhone({ disableCalls: true });
    expect(ring(1).did).toEqual(["end 480"]);
    expect(calls()).toEqual([]);
  });

  test("[IN4] go to the mobile where that one handles calls", async () => {
    const { phone, ring, asked } = await aPhone({
      liveCallHandler: { value: "mobile", title: "Mobile" },
      mobilePhoneNumber: "(212) 555-0186",
    });
    ring(1);
    await phone.answer("call-1");
    expect(asked).toEqual([
      { action: "redirect", channel: "channel-1", dtype: "number", dnumber: "12125550186" },
    ]);
  });

  test("[IN5] a door that rings is answered before it gets its digits", async () => {
    const { phone, ring, clock } = await aPhone({ doorbellDtmf: "" });
    const session = ring(1);
    phone.openDoor("call-1");
    await settled();
    clock.advance(1_500);
    expect(session.did).toEqual(["answer", "5", "5"]);
  });

  test("[DTMF2] the digits of a door in a running call keep their distance, pressed twice too", async () => {
    const { phone, ring, clock } = await aPhone({ doorbellDtmf: "12" });
    const session = ring(1);
    await phone.answer("call-1");
    await settled();
    phone.openDoor("call-1");
    clock.advance(0);
    phone.openDoor("call-1");
    clock.advance(749);
    expect(session.did).toEqual(["answer", "1"]);
    clock.advance(1);
    expect(session.did).toEqual(["answer", "1", "2"]);
    clock.advance(749);
    expect(session.did).toHaveLength(3);
    clock.advance(751);
    expect(session.did).toEqual(["answer", "1", "2", "1", "2"]);
  });
});

describe("other devices", () => {
  test("[DEV1] the mobile rings first", async () => {
    const { phone, placed, said } = await aPhone({ mobilePhoneNumber: "2125550186" });
    await phone.dialFromOtherDevice("(212) 555-0188");
    expect(placed).toMatchObject([{ dnumber: "12125550188", snumber: "12125550186", calleridd: "maya" }]);
    expect(said).toEqual(["Call initiated successfully."]);
  });

  test("[DEV2] without a number it says so", async () => {
    const { phone } = await aPhone();
    await expect(phone.dialFromOtherDevice("101")).rejects.toThrow("No mobile phone number selected");
  });

  test("[DEV3] where another application handles calls, the desk phone makes them", async () => {
    const { phone, placed } = await aPhone({ liveCallHandler: { value: "other", title: "Other" } });
    expect(await phone.dial({ number: "101" })).toBeUndefined();
    expect(placed).toMatchObject([{ dnumber: "101", snumber: "", answer1: "1" }]);
  });

  test("[DEV5] with a Yealink phone on the desk that one makes them", async () => {
    const { phone, placed } = await aPhone({ yealinkIntegration: true });
    expect(await phone.dial({ number: "101" })).toBeUndefined();
    expect(placed).toMatchObject([{ dnumber: "101", snumber: "", answer1: "1" }]);
  });
});

test("[XFER1] a transfer is told, and one that asks first is completed with its consultation", async () => {
  const { phone, talk, sessions, asked, said } = await aPhone();
  const id = await talk(1);
  await phone.dial({ number: "103", consultFor: id });
  sessions.at(-1)?.listener?.answered({ callid: "call-3", channel: "channel-3" });
  await phone.completeTransfer(id);
  expect(asked.at(-1)).toEqual({
    action: "completeTransfer",
    channel: "channel-1",
    consultation: "channel-3",
  });
  expect(said).toEqual(["Transferring call"]);
});

describe("a network that is cut", () => {
  test("[NET1] keeps the call on the screen and brings its sound back with the next registration", async () => {
    const { talk, cut, reconnect, calls, targets, sessions } = await aPhone();
    const id = await talk(1);
    cut();
    expect(calls()).toMatchObject([{ id, place: "moving", phase: "active" }]);
    await reconnect();
    expect(targets.at(-1)).toBe("attach-call-1");
    sessions.at(-1)?.listener?.answered({ callid: "call-1", channel: "channel-1" });
    expect(calls()).toMatchObject([{ id, place: "here", phase: "active" }]);
  });

  test("[NET1] and does so again when it is cut once more on the way", async () => {
    const { talk, cut, reconnect, calls, targets } = await aPhone();
    const id = await talk(1);
    cut();
    await reconnect();
    cut();
    expect(calls()).toMatchObject([{ id, place: "moving", phase: "active" }]);
    await reconnect();
    expect(targets).toEqual(["101", "attach-call-1", "attach-call-1"]);
  });

  test("[NET2] fetches a call that was answered in that very moment", async () => {
    const { phone, cut, reconnect, calls, targets, sessions, rows } = await aPhone();
    const id = await phone.dial({ number: "101" });
    sessions.at(-1)?.listener?.progress({ callid: "call-1", channel: "channel-1" }, 180);
    cut();
    expect(calls()).toEqual([]);
    rows.push(aRow({ callid: "call-1", channel: "channel-1", dir: "out", status: "lost", answered_at: 1 }));
    await reconnect();
    expect(calls()).toMatchObject([{ id, place: "moving", phase: "active" }]);
    expect(targets).toEqual(["101", "attach-call-1"]);
  });
});

describe("live data", () => {
  test("[LIV1] a call that is told of while an older answer is held back stays", async () => {
    const { calls, rows, list, delay, cut, reconnect } = await aPhone();
    cut();
    const release = delay("list");
    await reconnect();
    rows.push(aRow({ callid: "call-1", channel: "channel-1", status: "ringing" }));
    list();
    expect(calls()).toMatchObject([{ callid: "call-1", phase: "ringing" }]);
    release();
    await settled();
    expect(calls()).toMatchObject([{ callid: "call-1", phase: "ringing" }]);
  });

  test("[LIV1] a call that has ended while an older answer was held back does not come back", async () => {
    const { calls, rows, list, delay, cut, reconnect } = await aPhone();
    rows.push(aRow({ callid: "call-1", channel: "channel-1" }));
    list();
    cut();
    const release = delay("list");
    await reconnect();
    rows.length = 0;
    list();
    release();
    await settled();
    expect(calls()).toEqual([]);
  });
});

describe("speed", () => {
  test("[SPEED1] a screen is built when the call needs the page no more, or soon where that takes its time", async () => {
    const { phone, clock, ring, calls } = await aPhone();
    const session = ring(1);
    session.onItsWay = new Promise(() => {});
    let isShown = false;
    const answering = phone.answer(calls()[0]?.id ?? "").then(() => {
      isShown = true;
    });
    await settled();
    expect(session.did).toEqual(["answer"]);
    expect(isShown).toBe(false);
    clock.advance(150);
    await answering;
    expect(isShown).toBe(true);
  });

  test("[SPEED1] a call that waits for its microphone is shown as taken, and is taken once", async () => {
    let open = (_microphone: MediaStream): void => {};
    const opening = new Promise<MediaStream>((resolve) => {
      open = resolve;
    });
    const { phone, clock, ring, calls } = await aPhone({}, { openMicrophone: () => opening });
    const session = ring(1);
    const id = calls()[0]?.id ?? "";
    const answers = [phone.answer(id), phone.answer(id)];
    await settled();
    expect(calls()[0]?.phase).toBe("ringing");
    clock.advance(60);
    expect(calls()[0]?.phase).toBe("active");
    open(new MediaStream());
    await Promise.all(answers);
    expect(session.did).toEqual(["answer"]);
  });

  test("[SPEED1] and rings on where there is none", async () => {
    let fail = (_failure: Error): void => {};
    const opening = new Promise<MediaStream>((_resolve, reject) => {
      fail = reject;
    });
    const { phone, clock, ring, calls } = await aPhone({}, { openMicrophone: () => opening });
    ring(1);
    const answering = expect(phone.answer(calls()[0]?.id ?? "")).rejects.toThrow("It is in use");
    await settled();
    clock.advance(60);
    fail(new Error("It is in use"));
    await answering;
    expect(calls()[0]?.phase).toBe("ringing");
  });
});
