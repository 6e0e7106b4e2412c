import { beforeEach, describe, expect, test } from "vitest";
import { sdp } from "../testing/phone.ts";
import { TwoPhones } from "../testing/two-phones.ts";

let world: TwoPhones;
beforeEach(() => {
  world = new TwoPhones();
});

describe("a plain call", () => {
  test("INVITE, 180, 200, ACK, BYE", () => {
    world.bob.onInvite = (invite) => {
      invite.progress(180);
      world.clock.schedule(1_000, () => invite.accept(sdp("b")));
    };
    world.alice.call(world.flow("alice"), world.bob, { offer: sdp("a") });
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
});
