import { beforeEach, describe, expect, test } from "vitest";
import { Identifiers } from "../../grammar/identifiers.ts";
import type { Body } from "../../messages/create-response.ts";
import { sdp, textOf } from "../../testing/phone.ts";
import { SeededRandom } from "../../testing/seeded-random.ts";
import { TwoPhones, type TwoPhonesOptions } from "../../testing/two-phones.ts";
import type { InviteUsage } from "../invites/invite-usage.ts";
import { glareDelayMs } from "./glare.ts";
import type { IncomingOffer } from "./incoming-offers.ts";
import type { OfferResult } from "./outgoing-offers.ts";

let world: TwoPhones;
const results: string[] = [];

/** A call that both ends have confirmed. */
function connected(options: TwoPhonesOptions = {}): TwoPhones {
  const made = new TwoPhones(options);
  made.bob.onInvite = (invite) => invite.accept(sdp("b"));
  made.alice.call(made.flow("alice"), made.bob, { offer: sdp("a") });
  made.clock.advance(1_000);
  made.takeTalk();
  return made;
}

function note(result: OfferResult): void {
  if (result.kind === "answered") results.push(`answered ${textOf(result.answer)}`);
  else if (result.kind === "offered") results.push(`offered ${textOf(result.offer)}`);
  else
    results.push(result.kind === "refused" ? `refused ${result.response.status}` : `failed ${result.reason}`);
}

const plan = (body: Body) => ({ makeOffer: () => body, onResult: note });

/** Keeps Bob's offers open. */
function holdOffers(): IncomingOffer[] {
  const held: IncomingOffer[] = [];
  world.bob.onOffer = (offer) => held.push(offer);
  return held;
}

beforeEach(() => {
  results.length = 0;
  world = connected();
});

describe("re-INVITE", () => {
  test("[OFF1] offered, answered, acknowledged", () => {
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(1_000);
    expect(world.takeTalk()).toEqual(["alice: INVITE", "bob: 200 INVITE", "alice: ACK"]);
    expect(world.bob.events.at(-1)).toBe("offer a2");
    expect(results).toEqual(["answered bob-answer"]);
  });

  test("[OFF3] both at once: 491 for both, then one after the other", () => {
    world.alice.usage?.reinvite({ makeOffer: () => world.alice.nextOffer(), onResult: note });
    world.bob.usage?.reinvite({ makeOffer: () => world.bob.nextOffer(), onResult: note });
    world.clock.advance(20);
    expect(world.takeTalk()).toEqual([
      "alice: INVITE",
      "bob: INVITE",
      "bob: 491 INVITE",
      "alice: 491 INVITE",
      "alice: ACK",
      "bob: ACK",
    ]);
    world.clock.advance(2_010);
    expect(results).toEqual(["answered alice-answer"]);
    world.clock.advance(2_000);
    expect(results).toEqual(["answered alice-answer", "answered bob-answer"]);
    expect(world.alice.events.at(-1)).toBe("offer bob-offer-2");
  });

  test("[OFF3] the pauses of RFC 3261 §14.1", () => {
    const identifiers = new Identifiers(new SeededRandom(3));
    for (let tries = 0; tries < 500; tries += 1) {
      const caller = glareDelayMs("caller", identifiers);
      const callee = glareDelayMs("callee", identifiers);
      expect(caller).toBeGreaterThanOrEqual(2_100);
      expect(caller).toBeLessThanOrEqual(4_000);
      expect(callee).toBeGreaterThanOrEqual(0);
      expect(callee).toBeLessThanOrEqual(2_000);
      expect((caller + callee) % 10).toBe(0);
    }
  });

  test("[OFF2] what is asked for meanwhile waits its turn", () => {
    const held = holdOffers();
    for (const name of ["a2", "a3"]) world.alice.usage?.reinvite(plan(sdp(name)));
    world.clock.advance(100);
    expect(held.map((offer) => textOf(offer.offer))).toEqual(["a2"]);
    held[0]?.answer(sdp("b2"));
    world.clock.advance(100);
    held[1]?.answer(sdp("b3"));
    world.clock.advance(100);
    expect(results).toEqual(["answered b2", "answered b3"]);
  });

  test("[OFF2] ours waits for the ACK of theirs", () => {
    world.network.filter = (_from, summary) => summary !== "ACK";
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(100);
    world.bob.usage?.reinvite(plan(sdp("b2")));
    world.clock.advance(300);
    expect(world.takeTalk().filter((line) => line === "bob: INVITE")).toEqual([]);
    world.network.filter = () => true;
    world.clock.advance(2_000);
    expect(results).toEqual(["answered bob-answer", "answered alice-answer"]);
  });

  test("[OFF1] an offer while theirs is open gets a 500 with a pause", () => {
    holdOffers();
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(100);
    world.takeTalk();
    world.alice.usage?.link.send(
      "UPDATE",
      { body: sdp("a3") },
      {
        onOutcome: (outcome) =>
          results.push(
            outcome.kind === "response"
              ? `${outcome.response.status} ${outcome.response.headers.has("retry-after")}`
              : "",
          ),
      },
    );
    world.clock.advance(100);
    expect(results).toEqual(["500 true"]);
  });

  test("[OFF1] an INVITE inside a call that still rings", () => {
    world = new TwoPhones();
    world.bob.onInvite = (invite) => invite.progress(180);
    world.alice.call(world.flow("alice"), world.bob);
    world.clock.advance(100);
    const send = (usage: InviteUsage | undefined): void =>
      usage?.link.send(
        "INVITE",
        { body: sdp("x") },
        {
          onOutcome: (outcome) =>
            results.push(outcome.kind === "response" ? String(outcome.response.status) : ""),
        },
      );
    send(world.alice.lastProgress?.usage);
    send(world.bob.usage);
    world.clock.advance(100);
    expect(results).toEqual(["500", "491"]);
  });

  test("[OFF4] refused: nothing has changed and the next one works", () => {
    world.bob.onOffer = (offer) => offer.refuse(488);
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(1_000);
    expect(results).toEqual(["refused 488"]);
    expect([world.alice.usage?.offer, world.bob.usage?.offer]).toEqual(["stable", "stable"]);
    world.bob.onOffer = (offer) => offer.answer(sdp("b2"));
    world.alice.usage?.reinvite(plan(sdp("a3")));
    world.clock.advance(1_000);
    expect(results.at(-1)).toBe("answered b2");
  });

  test("[OFF5] without offer: theirs in the 200, our answer in the ACK", () => {
    const heard: string[] = [];
    world.bob.onOffer = (offer) =>
      offer.answer(sdp("b-offer"), { onAnswer: (answer) => heard.push(textOf(answer)) });
    world.alice.usage?.reinvite({
      onResult: (result) => {
        note(result);
        if (result.kind === "offered") result.answer(sdp("a-answer"));
      },
    });
    world.clock.advance(1_000);
    expect(results).toEqual(["offered b-offer"]);
    expect(heard).toEqual(["a-answer"]);
    expect([world.alice.usage?.offer, world.bob.usage?.offer]).toEqual(["stable", "stable"]);
  });
});

describe("re-INVITE at the end of a call", () => {
  test("[OFF7] open when the call ends: 487, and nothing is left", () => {
    holdOffers();
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(100);
    world.takeTalk();
    world.bob.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.takeTalk().filter((line) => !line.includes("100"))).toEqual([
      "bob: BYE",
      "bob: 487 INVITE",
      "alice: 200 BYE",
      "alice: ACK",
    ]);
    expect(results).toEqual(["failed ended"]);
    expect(world.isClean).toBe(true);
  });

  test("[OFF7] a 200 that comes after our BYE is acknowledged", () => {
    const held = holdOffers();
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(100);
    world.network.filter = (_from, summary) => summary !== "BYE";
    world.alice.usage?.hangUp();
    held[0]?.answer(sdp("b2"));
    world.clock.advance(64_000);
    expect(world.takeTalk()).toContain("alice: ACK");
    world.network.filter = () => true;
    world.bob.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.isClean).toBe(true);
  });

  test("[OFF7] nobody answers it: 500 after 64 T1", () => {
    holdOffers();
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(33_000);
    expect(results).toEqual(["refused 500"]);
    expect(world.bob.usage?.state.name).toBe("confirmed");
  });

  test("[OFF8] taken back without harm to the call", () => {
    const held = holdOffers();
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(300);
    world.network.filter = (_from, summary) => summary !== "BYE";
    world.alice.usage?.hangUp();
    world.clock.advance(1_000);
    expect(world.takeTalk()).toContain("bob: 487 INVITE");
    expect(held[0]?.isOpen).toBe(false);
    held[0]?.answer(sdp("too late"));
    expect(world.bob.usage?.state.name).toBe("confirmed");
    expect(world.bob.usage?.offer).toBe("stable");
  });
});

describe("a far end that is gone", () => {
  test("[INV11] 481, 408 or silence ends the call", () => {
    world.network.silent.add("bob");
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.clock.advance(70_000);
    expect(results).toEqual(["failed timeout"]);
    expect(world.alice.events.at(-1)).toBe("ended gone");
    expect(world.alice.isIdle).toBe(true);
  });

  test("[INV11] a broken connection does not", () => {
    world = connected({ transport: "WSS" });
    world.network.silent.add("bob");
    world.alice.usage?.reinvite(plan(sdp("a2")));
    world.alice.ua.flowClosed(world.flow("alice"));
    expect(results).toEqual(["failed transport"]);
    expect(world.alice.usage?.state.name).toBe("confirmed");
  });
});

describe("UPDATE", () => {
  test("[OFF6] changes an answered call", () => {
    world.bob.usage?.update(plan(sdp("b2")));
    world.clock.advance(1_000);
    expect(world.takeTalk()).toEqual(["bob: UPDATE", "alice: 200 UPDATE"]);
    expect(results).toEqual(["answered alice-answer"]);
  });

  test("[OFF6] without a body nobody is asked", () => {
    world.bob.usage?.update({ onResult: note });
    world.clock.advance(1_000);
    expect(results).toEqual(["answered -"]);
    expect(world.alice.events.some((event) => event.startsWith("offer"))).toBe(false);
  });

  test("[OFF6] before the answer, once the first offer is answered", () => {
    world = new TwoPhones();
    world.bob.onInvite = (invite) => invite.progress(183, { body: sdp("b-early"), isReliable: true });
    world.alice.call(world.flow("alice"), world.bob, { offer: sdp("a") });
    world.clock.advance(100);
    world.alice.adopt(world.alice.lastProgress!.usage!);
    world.bob.usage?.update(plan(sdp("b2")));
    world.clock.advance(100);
    expect(results).toEqual(["answered alice-answer"]);
    world.bob.invites[0]?.accept(sdp("b"));
    world.clock.advance(100);
    expect(world.alice.usage?.state.name).toBe("confirmed");
  });

  test("[OFF3] glare of two UPDATEs", () => {
    world.alice.usage?.update(plan(sdp("a2")));
    world.bob.usage?.update(plan(sdp("b2")));
    world.clock.advance(10_000);
    expect(world.takeTalk()).toContain("bob: 491 UPDATE");
    expect(results).toEqual(["answered alice-answer", "answered bob-answer"]);
  });
});
