import { beforeEach, describe, expect, test } from "vitest";
import { bodyOf } from "../../messages/create-response.ts";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Reason } from "../../messages/headers/token-headers.ts";
import { multipartBody, partsOf } from "../../messages/parsing/multipart.ts";
import { sdp } from "../../testing/phone.ts";
import { TwoPhones } from "../../testing/two-phones.ts";

let world: TwoPhones;
beforeEach(() => {
  world = new TwoPhones();
});

/** Bob rings and answers after a second. */
function bobAnswers(body = sdp("b")): void {
  world.bob.onInvite = (invite) => {
    invite.progress(180);
    world.clock.schedule(1_000, () => invite.accept(body));
  };
}

const call = (offer: string | undefined = "a") =>
  world.alice.call(world.flow("alice"), world.bob, offer === undefined ? {} : { offer: sdp(offer) });

describe("with something beside the description", () => {
  test("[INV1] an offer with something beside it is found and answered like any other", () => {
    const reads = { accept: ["application/sdp", "multipart/mixed"] };
    world = new TwoPhones({ bob: reads });
    bobAnswers();
    const place = { type: "application/pidf+xml", id: "place@h", content: sdp("<presence/>").content };
    world.alice.call(world.flow("alice"), world.bob, { offer: sdp("a"), attachments: [place] });
    world.clock.advance(5_000);
    expect(world.bob.events).toEqual(["invited a", "confirmed -"]);
    expect(world.alice.events).toEqual(["progress 180 -", "answered b"]);
    expect(partsOf(bodyOf(world.bob.invites[0]!.request)!)?.[1]).toMatchObject({ id: "place@h" });
    // Without an offer of ours the parts say nothing about the session, and Bob makes one.
    world.alice.call(world.flow("alice"), world.bob, { attachments: [place] });
    world.clock.advance(1_100);
    expect(world.bob.events.at(-1)).toBe("invited -");
    expect(world.alice.lastSuccess?.answer).toBeDefined();
  });

  test("[INV1] an answer with something beside it is found too", () => {
    const place = { type: "application/pidf+xml", content: sdp("<presence/>").content };
    bobAnswers(multipartBody([place, sdp("b")], "edge"));
    call();
    world.clock.advance(5_000);
    expect(world.alice.events).toEqual(["progress 180 -", "answered b"]);
  });
});

describe("answered", () => {
  test("[INV1] INVITE, 180, 200, ACK, BYE", () => {
    bobAnswers();
    call();
    world.clock.advance(5_000);
    expect(world.takeTalk()).toEqual(["alice: INVITE", "bob: 180 INVITE", "bob: 200 INVITE", "alice: ACK"]);
    expect(world.alice.events).toEqual(["progress 180 -", "answered b"]);
    expect(world.bob.events).toEqual(["invited a", "confirmed -"]);
    world.bob.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.takeTalk()).toEqual(["bob: BYE", "alice: 200 BYE"]);
    expect(world.alice.events.at(-1)).toBe("ended remoteBye");
    expect(world.bob.events.at(-1)).toBe("ended localBye");
    expect(world.isClean).toBe(true);
  });

  test("[INV2] without offer: theirs in the 200, our answer in the ACK, which waits for it", () => {
    bobAnswers(sdp("b-offer"));
    world.alice.call(world.flow("alice"), world.bob);
    world.clock.advance(2_600);
    expect(world.alice.events.at(-1)).toBe("answered b-offer");
    expect(world.takeTalk().filter((line) => line.includes("ACK") || line.includes("200"))).toEqual([
      "bob: 200 INVITE",
      "bob: 200 INVITE",
      "bob: 200 INVITE",
    ]);
    world.alice.lastSuccess?.answer?.(sdp("a-answer"));
    world.alice.lastSuccess?.answer?.(sdp("too late"));
    world.clock.advance(5_000);
    expect(world.takeTalk()).toEqual(["alice: ACK"]);
    expect(world.bob.events.at(-1)).toBe("confirmed a-answer");
    expect(world.alice.usage?.state.name).toBe("confirmed");
  });

  test("[INV2] hanging up instead of answering still acknowledges first", () => {
    bobAnswers(sdp("b-offer"));
    world.alice.call(world.flow("alice"), world.bob);
    world.clock.advance(1_100);
    world.takeTalk();
    world.alice.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.takeTalk()).toEqual(["alice: ACK", "alice: BYE", "bob: 200 BYE"]);
    expect(world.isClean).toBe(true);
  });

  test("[INV3] lost ACKs are sent again for each repeated 200", () => {
    let lost = 0;
    world.network.filter = (_from, summary) => {
      if (summary !== "ACK" || lost === 2) return true;
      lost += 1;
      return false;
    };
    bobAnswers();
    call();
    world.clock.advance(10_000);
    const talk = world.takeTalk().filter((line) => /200|ACK/.test(line));
    expect(talk).toEqual([
      "bob: 200 INVITE",
      "alice: ACK (lost)",
      "bob: 200 INVITE",
      "alice: ACK (lost)",
      "bob: 200 INVITE",
      "alice: ACK",
    ]);
    expect(world.bob.events).toEqual(["invited a", "confirmed -"]);
    expect(world.alice.events).toEqual(["progress 180 -", "answered b"]);
  });

  test("[INV4] without any ACK the callee gives up after 64 T1 and hangs up", () => {
    world.network.filter = (_from, summary) => summary !== "ACK";
    bobAnswers();
    call();
    world.clock.advance(32_900);
    expect(world.bob.usage?.state.name).toBe("unacknowledged");
    world.clock.advance(64_000);
    expect(world.bob.events.at(-1)).toBe("ended noAck");
    expect(world.alice.events.at(-1)).toBe("ended remoteBye");
    // After 0.5, 1, 2, 4, 4, ... seconds, as RFC 3261 §13.3.1.4 has it.
    expect(world.takeTalk().filter((line) => line === "bob: 200 INVITE")).toHaveLength(11);
    expect(world.isClean).toBe(true);
  });

  test("[INV5] a callee that hangs up before the ACK waits for it", () => {
    let isLost = true;
    world.network.filter = (_from, summary) => summary !== "ACK" || !isLost;
    bobAnswers();
    call();
    world.clock.advance(1_100);
    world.bob.usage?.hangUp();
    world.clock.advance(1_000);
    expect(world.takeTalk()).not.toContain("bob: BYE");
    isLost = false;
    world.clock.advance(64_000);
    expect(world.takeTalk().slice(-3)).toEqual(["alice: ACK", "bob: BYE", "alice: 200 BYE"]);
    expect(world.bob.events.at(-1)).toBe("ended localBye");
    expect(world.isClean).toBe(true);
  });

  test("[INV11] a request that finds no call at the far end ends it here", () => {
    bobAnswers();
    call();
    world.clock.advance(2_000);
    world.network.filter = (_from, summary) => summary !== "BYE";
    world.bob.usage?.hangUp();
    world.clock.advance(40_000);
    expect(world.alice.usage?.state.name).toBe("confirmed");
    world.network.filter = () => true;
    const statuses: string[] = [];
    world.alice.usage?.request("INFO", {}, (outcome) =>
      statuses.push(outcome.kind === "response" ? String(outcome.response.status) : outcome.reason),
    );
    world.clock.advance(64_000);
    expect(statuses).toEqual(["481"]);
    expect(world.alice.events.at(-1)).toBe("ended gone");
    expect(world.isClean).toBe(true);
  });

  test("[DLG5] INFO, MESSAGE and OPTIONS go through in order; an older one is refused", () => {
    bobAnswers();
    call();
    world.clock.advance(2_000);
    world.takeTalk();
    for (const method of ["INFO", "OPTIONS"]) world.alice.usage?.request(method, {}, () => {});
    world.clock.advance(100);
    expect(world.bob.events.slice(-2)).toEqual(["request INFO", "request OPTIONS"]);
    const link = world.alice.usage!.link;
    link.replaceDialog({ ...link.dialog, localSequence: 1 });
    world.alice.usage?.request("INFO", {}, () => {});
    world.clock.advance(100);
    expect(world.takeTalk().at(-1)).toBe("bob: 500 INFO");
  });
});

describe("taken back while it is answered", () => {
  test("[INV7] a 200 that crosses the CANCEL is acknowledged and hung up", () => {
    world.bob.onInvite = (invite) => {
      invite.progress(180);
      world.clock.schedule(1_000, () => invite.accept(sdp("b")));
    };
    const invite = call();
    world.clock.advance(1_006);
    world.takeTalk();
    invite.cancel();
    world.clock.advance(64_000);
    expect(world.takeTalk()).toEqual([
      "alice: CANCEL",
      "alice: ACK",
      "alice: BYE",
      "bob: 200 CANCEL",
      "bob: 200 BYE",
    ]);
    expect(world.alice.events).toEqual(["progress 180 -", "cancelled"]);
    expect(world.bob.events.at(-1)).toBe("ended cancelled");
    expect(world.isClean).toBe(true);
  });

  test("[INV7] a caller who cancels and never confirms the answer has hung up all the same", () => {
    bobAnswers();
    const invite = call();
    world.clock.advance(1_006);
    world.network.filter = (from, summary) => !(from === "alice" && ["ACK", "BYE"].includes(summary));
    invite.cancel();
    world.clock.advance(100);
    expect(world.bob.events).toEqual(["invited a", "ended cancelled"]);
    world.clock.advance(64_000);
    expect(world.bob.events).toEqual(["invited a", "ended cancelled"]);
    expect(world.bob.isIdle).toBe(true);
  });
});

describe("not answered", () => {
  test("[INV6] a CANCEL waits for the first provisional response", () => {
    world.bob.onInvite = (invite) => void world.clock.schedule(1_000, () => invite.progress(180));
    world.network.filter = (from, summary) => !(from === "bob" && summary === "100 INVITE");
    const invite = call();
    world.clock.advance(100);
    invite.cancel(SipHeaders.of(["Reason", 'SIP;cause=200;text="Call completed elsewhere"']));
    world.clock.advance(800);
    expect(world.takeTalk()).not.toContain("alice: CANCEL");
    world.clock.advance(64_000);
    expect(world.takeTalk().filter((line) => !line.includes("100"))).toEqual([
      "bob: 180 INVITE",
      "alice: CANCEL",
      "bob: 200 CANCEL",
      "bob: 487 INVITE",
      "alice: ACK",
    ]);
    expect(world.alice.events).toEqual(["cancelled"]);
    expect(world.bob.events).toEqual(["invited a", "ended cancelled"]);
    const state = world.bob.usage?.state;
    const reason = state?.name === "ended" ? state.end.request?.headers.first(Reason) : undefined;
    expect(reason?.token).toBe("SIP");
    expect(world.isClean).toBe(true);
  });

  test("[INV6] when no 487 comes the call is over all the same", () => {
    world.bob.onInvite = (invite) => invite.progress(180);
    const invite = call();
    world.clock.advance(100);
    world.network.silent.add("bob");
    invite.cancel();
    world.clock.advance(33_000);
    expect(world.alice.events.at(-1)).toBe("cancelled");
    expect(world.alice.isIdle).toBe(true);
  });

  test.each([
    [486, "refused 486"],
    [302, "refused 302"],
    [603, "refused 603"],
  ])("[INV1] refused with %i", (status, event) => {
    world.bob.onInvite = (invite) => invite.refuse(status);
    call();
    world.clock.advance(64_000);
    expect(world.alice.events).toEqual([event]);
    expect(world.bob.events).toEqual(["invited a", "ended refused"]);
    expect(world.isClean).toBe(true);
  });

  test("[INV1] nobody there", () => {
    world.network.silent.add("bob");
    call();
    world.clock.advance(32_000);
    expect(world.alice.events).toEqual(["failed timeout"]);
    expect(world.isClean).toBe(true);
  });

  test("[INV9] a call rings for so long and no longer, on either side", () => {
    world = new TwoPhones({ alice: { maxRingMs: 90_000 } });
    world.bob.onInvite = (invite) => invite.progress(180);
    call();
    world.clock.advance(89_000);
    expect(world.takeTalk()).toEqual(["alice: INVITE", "bob: 180 INVITE", "bob: 180 INVITE"]);
    world.clock.advance(64_000);
    expect(world.alice.events.at(-1)).toBe("unanswered");
    expect(world.bob.events.at(-1)).toBe("ended cancelled");
    expect(world.isClean).toBe(true);

    world = new TwoPhones({ bob: { maxRingMs: 10_000 } });
    world.bob.onInvite = (invite) => invite.progress(180);
    call();
    world.clock.advance(74_000);
    expect(world.alice.events.at(-1)).toBe("refused 480");
    expect(world.bob.events.at(-1)).toBe("ended unanswered");
    expect(world.isClean).toBe(true);
  });

  test("[INV9] Expires of the INVITE shortens it", () => {
    world.bob.onInvite = (invite) => invite.progress(180);
    world.alice.call(world.flow("alice"), world.bob, { headers: SipHeaders.of(["Expires", "5"]) });
    world.clock.advance(70_000);
    expect(world.bob.events.at(-1)).toBe("ended unanswered");
    expect(world.isClean).toBe(true);
  });

  test("[INV10] a BYE before the answer", () => {
    world.bob.onInvite = (invite) => invite.progress(180);
    call();
    world.clock.advance(100);
    world.takeTalk();
    world.alice.lastProgress?.usage?.link.send("BYE", {}, { onOutcome: () => {} });
    world.clock.advance(64_000);
    expect(world.takeTalk()).toEqual(["alice: BYE", "bob: 200 BYE", "bob: 487 INVITE", "alice: ACK"]);
    expect(world.bob.events.at(-1)).toBe("ended remoteBye");
    expect(world.alice.events.at(-1)).toBe("refused 487");
    expect(world.isClean).toBe(true);
  });

  test("[INV1] hanging up while it rings cancels as caller and declines as callee", () => {
    world.bob.onInvite = (invite) => invite.progress(180);
    call();
    world.clock.advance(100);
    world.bob.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.alice.events.at(-1)).toBe("refused 603");
    call();
    world.clock.advance(100);
    world.alice.lastProgress?.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.alice.events.at(-1)).toBe("cancelled");
    expect(world.isClean).toBe(true);
  });
});
