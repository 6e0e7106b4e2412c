import { FakeClock } from "@offhook/testkit";
import { describe, expect, test } from "vitest";
import { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { sdp } from "../../testing/phone.ts";
import { TwoPhones, type TwoPhonesOptions } from "../../testing/two-phones.ts";
import {
  askForInterval,
  decideInterval,
  expireAfterMs,
  intervalAfter422,
  intervalFromResponse,
} from "./session-interval.ts";
import { SessionTimer } from "./session-timer.ts";

const settings = { seconds: 1_800, minSeconds: 90 };
const asking = (...pairs: readonly (readonly [string, string])[]) =>
  decideInterval(SipHeaders.of(...pairs), settings);
const SUPPORTED = ["Supported", "timer"] as const;

describe("[SES1] agreeing", () => {
  test.each<[string, ReturnType<typeof asking>, string]>([
    ["a wish within bounds", asking(SUPPORTED, ["Session-Expires", "600"]), "600;refresher=uac"],
    [
      "they want us to refresh",
      asking(SUPPORTED, ["Session-Expires", "600;refresher=uas"]),
      "600;refresher=uas",
    ],
    ["a wish longer than ours is shortened", asking(SUPPORTED, ["x", "7200"]), "1800;refresher=uac"],
    ["no wish, but they know timers", asking(SUPPORTED), "1800;refresher=uac"],
    ["no timers at all: we refresh", asking(), "1800;refresher=uas"],
    ["their minimum is above our wish", asking(SUPPORTED, ["Min-SE", "3600"]), "3600;refresher=uac"],
    ["a small wish that a proxy put there", asking(["Session-Expires", "30"]), "90;refresher=uas"],
  ])("%s", (_case, decision, expected) => {
    const value = decision.kind === "agreed" ? decision.headers[0]?.[1] : decision.kind;
    expect(value).toBe(expected);
  });

  test("too small a wish is refused, and no timer means none", () => {
    expect(asking(SUPPORTED, ["Session-Expires", "89"])).toEqual({ kind: "tooSmall", minSeconds: 90 });
    expect(decideInterval(SipHeaders.of(SUPPORTED), undefined)).toEqual({ kind: "none" });
  });

  test("Require: timer only when they refresh", () => {
    const headers = (decision: ReturnType<typeof asking>) =>
      decision.kind === "agreed" ? decision.headers.map(([name]) => name) : [];
    expect(headers(asking(SUPPORTED))).toEqual(["Session-Expires", "Require"]);
    expect(headers(asking())).toEqual(["Session-Expires"]);
  });

  test("what a 2xx says", () => {
    const from = (...pairs: readonly (readonly [string, string])[]) =>
      intervalFromResponse(SipHeaders.of(...pairs), settings);
    expect(from(["Session-Expires", "600;refresher=uas"])).toEqual({ seconds: 600, isOurs: false });
    expect(from(["x", "600;refresher=uac"])).toEqual({ seconds: 600, isOurs: true });
    expect(from()).toEqual({ seconds: 1_800, isOurs: true });
  });

  test("asking, and asking for longer after a 422", () => {
    expect(askForInterval(SipHeaders.of(), settings, "uac").entries.map((entry) => entry.value)).toEqual([
      "1800;refresher=uac",
      "90",
    ]);
    expect(intervalAfter422(SipHeaders.of(["Min-SE", "3600"]), settings)).toEqual({
      seconds: 3_600,
      minSeconds: 3_600,
    });
  });
});

test("[SES3] the side that waits hangs up before the end, by a third or 32 s", () => {
  expect(expireAfterMs({ seconds: 1_800, isOurs: false })).toBe(1_768_000);
  expect(expireAfterMs({ seconds: 90, isOurs: false })).toBe(60_000);
  const clock = new FakeClock();
  const heard: string[] = [];
  const timer = new SessionTimer(clock, {
    onRefresh: () => heard.push("refresh"),
    onExpired: () => heard.push("expired"),
  });
  timer.start({ seconds: 90, isOurs: true });
  clock.advance(45_000);
  timer.start({ seconds: 90, isOurs: true });
  clock.advance(90_000);
  expect(heard).toEqual(["refresh", "refresh", "expired"]);
});

describe("in a call", () => {
  const timed = { sessionTimer: { seconds: 90, minSeconds: 90 } };
  function connected(options: TwoPhonesOptions): TwoPhones {
    const world = new TwoPhones(options);
    world.bob.onInvite = (invite) => invite.accept(sdp("b"));
    world.alice.call(world.flow("alice"), world.bob, { offer: sdp("a") });
    world.clock.advance(1_000);
    world.takeTalk();
    return world;
  }

  test("[SES2] an UPDATE at half time, for as long as the call lasts", () => {
    const world = connected({ alice: timed, bob: timed });
    world.clock.advance(140_000);
    expect(world.takeTalk()).toEqual(Array(3).fill(["alice: UPDATE", "bob: 200 UPDATE"]).flat());
    world.alice.usage?.hangUp();
    world.clock.advance(64_000);
    expect(world.isClean).toBe(true);
  });

  test("[SES2] a re-INVITE with the last description where UPDATE is not known", () => {
    const world = connected({ alice: timed, bob: { allow: ["INVITE", "ACK", "BYE", "CANCEL"] } });
    world.clock.advance(46_000);
    expect(world.takeTalk()).toEqual(["alice: INVITE", "bob: 200 INVITE", "alice: ACK"]);
    expect(world.bob.events.at(-1)).toBe("offer a");
    expect(world.alice.events.at(-1)).toBe("refreshed bob-answer");
  });

  test("[SES3] a peer that vanished is noticed by both roles", () => {
    for (const gone of ["alice", "bob"] as const) {
      const world = connected({ alice: timed, bob: timed });
      world.network.silent.add(gone);
      world.clock.advance(200_000);
      expect(world.alice.events.at(-1)).toBe("ended gone");
      expect(world.bob.events.at(-1)).toBe("ended expired");
      expect(world.isClean).toBe(true);
    }
  });

  test("[INV12] a 422 is answered with the interval it asks for", () => {
    const world = connected({ alice: timed, bob: { sessionTimer: { seconds: 1_800, minSeconds: 300 } } });
    expect(world.alice.events).toEqual(["answered b"]);
    expect(world.bob.events).toEqual(["invited a", "confirmed -"]);
    world.clock.advance(151_000);
    expect(world.takeTalk()).toEqual(["alice: UPDATE", "bob: 200 UPDATE"]);
  });
});
