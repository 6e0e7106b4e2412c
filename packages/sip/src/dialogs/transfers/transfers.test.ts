import { beforeEach, describe, expect, test } from "vitest";
import { nameAddr } from "../../grammar/name-addr.ts";
import { parseUri, sipUri } from "../../grammar/uri.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { sdp } from "../../testing/phone.ts";
import { TwoPhones } from "../../testing/two-phones.ts";
import type { ReferObserver } from "./outgoing-refer.ts";
import { sipFragment, statusOfFragment } from "./sip-fragment.ts";

let world: TwoPhones;
const news: string[] = [];
const observer: ReferObserver = {
  onAccepted: () => news.push("accepted"),
  onProgress: (status) => news.push(String(status)),
  onFinished: (status) => news.push(`finished ${status ?? "-"}`),
  onRefused: (response) => news.push(`refused ${response?.status ?? "-"}`),
};
const carol = nameAddr(sipUri({ user: "carol", host: "example.com" }));

beforeEach(() => {
  news.length = 0;
  world = new TwoPhones();
  world.bob.onInvite = (invite) => invite.accept(sdp("b"));
  world.alice.call(world.flow("alice"), world.bob, { offer: sdp("a") });
  world.clock.advance(1_000);
  world.takeTalk();
});

describe("REFER", () => {
  test("[REF1] accepted, reported, finished", () => {
    world.alice.usage?.refer({ target: carol, referredBy: world.alice.address }, observer);
    world.clock.advance(100);
    const [refer] = world.bob.refers;
    expect(refer?.target.uri).toMatchObject({ user: "carol" });
    expect(refer?.referredBy?.uri).toMatchObject({ user: "alice" });
    refer?.accept();
    world.clock.advance(100);
    refer?.report(180);
    world.clock.advance(100);
    refer?.finish(200);
    refer?.finish(486);
    world.clock.advance(100);
    expect(world.takeTalk()).toEqual([
      "alice: REFER",
      "bob: 202 REFER",
      "bob: NOTIFY",
      "alice: 200 NOTIFY",
      "bob: NOTIFY",
      "alice: 200 NOTIFY",
      "bob: NOTIFY",
      "alice: 200 NOTIFY",
    ]);
    expect(news).toEqual(["accepted", "100", "180", "200", "finished 200"]);
  });

  test("[REF1] one NOTIFY at a time, the last word last", () => {
    world.alice.usage?.refer({ target: carol }, observer);
    world.clock.advance(100);
    const [refer] = world.bob.refers;
    refer?.accept();
    for (const status of [180, 183]) refer?.report(status);
    refer?.finish(486);
    world.clock.advance(2_000);
    expect(news).toEqual(["accepted", "100", "486", "finished 486"]);
  });

  test("[REF2] news goes on after the call has ended", () => {
    world.alice.usage?.refer({ target: carol }, observer);
    world.clock.advance(100);
    world.bob.refers[0]?.accept();
    world.clock.advance(100);
    world.alice.usage?.hangUp();
    world.clock.advance(1_000);
    expect(world.alice.ua.counts.dialogs).toBe(1);
    world.bob.refers[0]?.finish(200);
    world.clock.advance(64_000);
    expect(news.at(-1)).toBe("finished 200");
    expect(world.isClean).toBe(true);
  });

  test("[REF1] refused", () => {
    world.alice.usage?.refer({ target: carol }, observer);
    world.clock.advance(100);
    world.bob.refers[0]?.refuse(603);
    world.bob.refers[0]?.accept();
    world.clock.advance(1_000);
    expect(news).toEqual(["refused 603"]);
  });

  test("[REF3] one Refer-To, and no news when none is wanted", () => {
    const heard: number[] = [];
    const send = (headers: SipHeaders): void =>
      world.alice.usage?.request("REFER", { headers }, (outcome) =>
        heard.push(outcome.kind === "response" ? outcome.response.status : 0),
      );
    send(new SipHeaders());
    send(SipHeaders.of(["Refer-To", "<sip:a@h>"], ["Refer-To", "<sip:b@h>"]));
    world.clock.advance(100);
    expect(heard).toEqual([400, 400]);
    world.alice.usage?.refer({ target: carol, headers: SipHeaders.of(["Refer-Sub", "false"]) }, observer);
    world.clock.advance(100);
    world.bob.refers[0]?.accept();
    world.clock.advance(100);
    expect(news).toEqual(["accepted", "finished -"]);
    expect(world.takeTalk()).not.toContain("bob: NOTIFY");
  });

  test("[REF4] what nobody answers or finishes is forgotten", () => {
    world.alice.usage?.refer({ target: carol }, observer);
    world.alice.usage?.refer({ target: carol }, observer);
    world.clock.advance(100);
    world.bob.refers[1]?.accept();
    world.clock.advance(100);
    world.alice.usage?.hangUp();
    world.clock.advance(400_000);
    expect(news).toEqual(["accepted", "100", "refused -", "408", "finished 408"]);
    expect(world.isClean).toBe(true);
  });

  test("[REF1] a NOTIFY nobody asked for gets a 481", () => {
    const heard: number[] = [];
    const headers = SipHeaders.of(["Event", "refer"], ["Subscription-State", "active"]);
    world.bob.usage?.link.send(
      "NOTIFY",
      { headers },
      { onOutcome: (outcome) => heard.push(outcome.kind === "response" ? outcome.response.status : 0) },
    );
    world.clock.advance(100);
    expect(heard).toEqual([481]);
    expect(world.bob.usage?.state.name).toBe("confirmed");
  });

  test("[REF1] the fragment is a status line", () => {
    expect(new TextDecoder().decode(sipFragment(180).content)).toBe("SIP/2.0 180 Ringing\r\n");
    expect(statusOfFragment(sipFragment(603, "No\r\nway"))).toBe(603);
    for (const text of ["", "SIP/2.0 99 x", "SIP/2.0 700 x", "HTTP/1.1 200 OK", "SIP/2.0 2000 x"]) {
      expect(
        statusOfFragment({ type: "message/sipfrag", content: new TextEncoder().encode(text) }),
      ).toBeUndefined();
    }
    expect(statusOfFragment({ ...sipFragment(200), type: "text/plain" })).toBeUndefined();
  });

  test("[REP1] the replaced dialog of an attended transfer is read from Refer-To", () => {
    const uri = parseUri("sip:carol@h?Replaces=abc%40h%3Bto-tag%3D1%3Bfrom-tag%3D2%3Bearly-only")!;
    world.alice.usage?.refer({ target: nameAddr(uri) }, observer);
    world.clock.advance(100);
    expect(world.bob.refers[0]?.replaces).toEqual({
      callId: "abc@h",
      toTag: "1",
      fromTag: "2",
      isEarlyOnly: true,
    });
  });
});

describe("Replaces", () => {
  /** Alice calls Bob again, to take the place of the call with these tags. */
  function replace(value: string): void {
    world.alice.events.length = 0;
    world.alice.call(world.flow("alice"), world.bob, {
      offer: sdp("new"),
      headers: SipHeaders.of(["Replaces", value]),
    });
    world.clock.advance(1_000);
  }

  const bobsDialog = (): string => {
    const { callId, localTag, remoteTag } = world.bob.usage!.link.dialog;
    return `${callId};to-tag=${localTag};from-tag=${remoteTag}`;
  };

  test("[REP1] the old call ends when the new one is answered", () => {
    const old = world.bob.usage;
    replace(bobsDialog());
    expect(old?.state).toMatchObject({ name: "ended", end: { cause: "localBye" } });
    expect(world.bob.usage?.state.name).toBe("confirmed");
    expect(world.bob.invites.at(-1)?.replaced).toBe(old);
  });

  test("[REP1] unless told otherwise", () => {
    const old = world.bob.usage;
    world.bob.onInvite = (invite) => invite.accept(sdp("b"), { keepReplaced: true });
    replace(bobsDialog());
    expect(old?.state.name).toBe("confirmed");
  });

  test.each([
    ["unknown;to-tag=1;from-tag=2", "refused 481"],
    ["nonsense", "refused 400"],
  ])("[REP1] %s", (value, event) => {
    replace(value);
    expect(world.alice.events).toEqual([event]);
  });

  test("[REP1] early-only, but it was answered", () => {
    replace(`${bobsDialog()};early-only`);
    expect(world.alice.events).toEqual(["refused 486"]);
  });

  test("[REP1] a call that rings at us is not replaced, one that we ring with is", () => {
    world.bob.onInvite = (invite) => invite.progress(180);
    world.alice.call(world.flow("alice"), world.bob);
    world.clock.advance(100);
    replace(bobsDialog());
    expect(world.alice.events.at(-1)).toBe("refused 481");

    world = new TwoPhones();
    world.alice.onInvite = (invite) => invite.progress(180);
    world.bob.call(world.flow("bob"), world.alice, { offer: sdp("ringing") });
    world.clock.advance(100);
    const { callId, localTag, remoteTag } = world.bob.lastProgress!.usage!.link.dialog;
    world.bob.onInvite = (invite) => invite.accept(sdp("b"));
    replace(`${callId};to-tag=${localTag};from-tag=${remoteTag};early-only`);
    expect(world.bob.events).toContain("cancelled");
    expect(world.alice.events).toContain("answered b");
  });
});
