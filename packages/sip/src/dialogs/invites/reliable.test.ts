import { beforeEach, describe, expect, test } from "vitest";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { sdp, textOf } from "../../testing/phone.ts";
import { aResponse } from "../../testing/sample-messages.ts";
import { TwoPhones } from "../../testing/two-phones.ts";
import { InviteBranch } from "./invite-branch.ts";

let world: TwoPhones;
beforeEach(() => {
  world = new TwoPhones();
});

const call = (offer?: string) =>
  world.alice.call(world.flow("alice"), world.bob, offer === undefined ? {} : { offer: sdp(offer) });

describe("sending", () => {
  test("[REL1] one at a time, in order, each with its PRACK", () => {
    world.bob.onInvite = (invite) => {
      invite.progress(180, { isReliable: true });
      invite.progress(183, { isReliable: true, body: sdp("b") });
      invite.accept(sdp("ignored"));
    };
    call("a");
    world.clock.advance(1_000);
    expect(world.takeTalk()).toEqual([
      "alice: INVITE",
      "bob: 180 INVITE",
      "alice: PRACK",
      "bob: 183 INVITE",
      "bob: 200 PRACK",
      "alice: PRACK",
      "bob: 200 INVITE",
      "bob: 200 PRACK",
      "alice: ACK",
    ]);
    // [REL4] the 2xx has waited, and repeats no description.
    expect(world.alice.events).toEqual(["progress 180 -", "progress 183 b", "answered -"]);
    expect(world.bob.events.at(-1)).toBe("confirmed -");
  });

  test("[REL1] repeated until the PRACK", () => {
    let lost = 0;
    world.network.filter = (_from, summary) => {
      if (summary !== "PRACK" || lost === 3) return true;
      lost += 1;
      return false;
    };
    world.bob.onInvite = (invite) => invite.progress(180, { isReliable: true });
    call("a");
    world.clock.advance(10_000);
    expect(world.takeTalk().filter((line) => line === "bob: 180 INVITE")).toHaveLength(4);
    expect(world.alice.events).toEqual(["progress 180 -"]);
  });

  test("[REL1] a caller that confirms nothing gets a 504", () => {
    world.network.filter = (_from, summary) => summary !== "PRACK";
    world.bob.onInvite = (invite) => invite.progress(180, { isReliable: true });
    call("a");
    world.clock.advance(100_000);
    expect(world.alice.events.at(-1)).toBe("refused 504");
    expect(world.bob.events.at(-1)).toBe("ended gone");
    expect(world.isClean).toBe(true);
  });

  test("[REL2] only for callers that know it, and always for those that insist", () => {
    world = new TwoPhones({ alice: { supported: [] } });
    world.bob.onInvite = (invite) => invite.progress(180, { isReliable: true });
    call("a");
    world.clock.advance(300);
    expect(world.takeTalk()).toEqual(["alice: INVITE", "bob: 180 INVITE"]);
    world = new TwoPhones();
    world.bob.onInvite = (invite) => invite.progress(180);
    world.alice.call(world.flow("alice"), world.bob, { headers: SipHeaders.of(["Require", "100rel"]) });
    world.clock.advance(300);
    expect(world.takeTalk()).toContain("alice: PRACK");
  });

  test("[REL2] a PRACK that fits nothing gets a 481", () => {
    world.bob.onInvite = (invite) => invite.progress(180, { isReliable: true });
    call("a");
    world.clock.advance(100);
    const link = world.alice.lastProgress!.usage!.link;
    for (const rack of ["1 1 INVITE", "nonsense"]) {
      link.send("PRACK", { headers: SipHeaders.of(["RAck", rack]) }, { onOutcome: () => {} });
    }
    world.clock.advance(100);
    expect(world.takeTalk().filter((line) => line === "bob: 481 PRACK")).toHaveLength(2);
  });

  test("[REL4] our offer with the 183, their answer with the PRACK", () => {
    const heard: string[] = [];
    world.bob.onInvite = (invite) =>
      invite.progress(183, {
        isReliable: true,
        body: sdp("b-offer"),
        onAnswer: (answer) => heard.push(textOf(answer)),
      });
    call();
    world.clock.advance(600);
    expect(world.takeTalk()).not.toContain("alice: PRACK");
    world.alice.lastProgress?.answer?.(sdp("a-answer"));
    world.clock.advance(100);
    expect(heard).toEqual(["a-answer"]);
    world.bob.invites[0]?.accept(sdp("ignored"));
    world.clock.advance(100);
    expect(world.alice.events.at(-1)).toBe("answered -");
    expect([world.alice.usage?.offer, world.bob.usage?.offer]).toEqual(["stable", "stable"]);
  });

  test("[REL4] a PRACK may bring an offer of its own", () => {
    world.bob.onInvite = (invite) => invite.progress(183, { isReliable: true, body: sdp("b") });
    world.network.filter = (_from, summary) => summary !== "PRACK";
    call("a");
    world.clock.advance(10);
    world.network.filter = () => true;
    const { usage, response } = world.alice.lastProgress!;
    const bodies: string[] = [];
    const rack = `${response.headers.text("rseq")} 1 INVITE`;
    usage!.link.send(
      "PRACK",
      { headers: SipHeaders.of(["RAck", rack]), body: sdp("a2") },
      {
        onOutcome: (outcome) =>
          bodies.push(outcome.kind === "response" ? new TextDecoder().decode(outcome.response.body) : ""),
      },
    );
    world.clock.advance(20);
    expect(bodies).toEqual(["bob-answer"]);
    expect(world.bob.events).toContain("offer a2");
  });

  test("[INV6] a call that is canceled while its answer waits for a PRACK", () => {
    world.network.filter = (_from, summary) => summary !== "PRACK";
    world.bob.onInvite = (invite) => {
      invite.progress(183, { isReliable: true, body: sdp("b") });
      invite.accept(sdp("b"));
    };
    const invite = call("a");
    world.clock.advance(1_000);
    invite.cancel();
    world.clock.advance(64_000);
    expect(world.bob.events.at(-1)).toBe("ended cancelled");
    expect(world.alice.events.at(-1)).toBe("cancelled");
    expect(world.isClean).toBe(true);
  });
});

describe("receiving", () => {
  test("[REL3] only the next number counts", () => {
    world.bob.onInvite = (invite) => invite.progress(180);
    call("a");
    world.clock.advance(100);
    const branch = new InviteBranch(world.alice.lastProgress!.usage!);
    const numbered = (number: string) => aResponse(180, { more: ["Require: 100rel", `RSeq: ${number}`] });
    expect(
      ["7", "7", "9", "8", "6", "9", "x"].map((number) => branch.takeReliable(numbered(number))),
    ).toEqual([true, false, false, true, false, true, false]);
  });
});
