import { FakeClock } from "@offhook/testkit";
import { describe, expect, test } from "vitest";
import type { SoundName } from "../../../../platform/sounds/sound-catalog.ts";
import { aPlacedCall, aRing, aTalk } from "../../testing/scripted-phone.ts";
import type { ActiveCall, RingingCall } from "../calls/active-call.ts";
import {
  RING_CHECK_MS,
  RING_TIMEOUT_MS,
  RING_WINDOW_MS,
  type RingSettings,
  RingSounds,
} from "./ring-sounds.ts";

class Player {
  readonly playing = new Map<SoundName, { readonly loop?: boolean; readonly outputs?: readonly string[] }>();
  readonly once: SoundName[] = [];

  play(
    name: SoundName,
    options: { readonly loop?: boolean; readonly outputs?: readonly string[] } = {},
  ): void {
    if (options.loop) this.playing.set(name, options);
    else this.once.push(name);
  }

  stop(name: SoundName): void {
    this.playing.delete(name);
  }

  stopAll(): void {
    this.playing.clear();
  }

  isPlaying(name: SoundName): boolean {
    return this.playing.has(name);
  }
}

function aPhoneThatRings(settings: Partial<RingSettings> = {}, outputs: readonly string[] = [""]) {
  const clock = new FakeClock();
  const player = new Player();
  const declined: string[] = [];
  let calls: readonly ActiveCall[] = [];
  const sounds = new RingSounds({
    clock,
    player,
    settings: () => ({ isRingingOff: false, isRingOwner: true, ...settings }),
    outputs: () => outputs,
    calls: () => calls,
    decline: (id) => declined.push(id),
  });
  const show = (...now: readonly ActiveCall[]): void => {
    calls = now;
    sounds.update();
  };
  const arrives = (fields: Partial<RingingCall> = {}): void => {
    calls = [...calls, aRing({ startedAt: clock.now(), ...fields })];
    sounds.callArrived();
  };
  return { clock, player, declined, sounds, show, arrives, sounding: () => [...player.playing.keys()] };
}

describe("ringback", () => {
  test.each([
    ["[SND1] sounds while the signal code is 180", aPlacedCall({ callsc: 180 }), ["ringback"]],
    ["[SND1] not before the far end rings", aPlacedCall({ callsc: 100 }), []],
    ["[SND1] not when early sound comes from there", aPlacedCall({ callsc: 183 }), []],
    ["[SND1] not in a tab that does not have the call", aPlacedCall({ callsc: 180, place: "elsewhere" }), []],
    ["[SND1] not once it is answered", aTalk({ dir: "out" }), []],
  ])("%s", (_rule, call, expected) => {
    const phone = aPhoneThatRings();
    phone.show(call);
    expect(phone.sounding()).toEqual(expected);
  });
});

describe("the ring", () => {
  test("[SND2] loops until the call is gone", () => {
    const phone = aPhoneThatRings();
    phone.arrives();
    expect(phone.player.playing.get("incoming")).toMatchObject({ loop: true });
    phone.show();
    expect(phone.sounding()).toEqual([]);
  });

  test("[SND2] is silenced when no call arrived within the last 30 seconds", () => {
    const phone = aPhoneThatRings();
    phone.arrives();
    phone.clock.advance(RING_WINDOW_MS - 1);
    expect(phone.sounding()).toEqual(["incoming"]);
    phone.clock.advance(1);
    expect(phone.sounding()).toEqual([]);
  });

  test("[SND3] a check every 10 seconds declines what has rung more than 45", () => {
    const phone = aPhoneThatRings();
    phone.arrives();
    phone.clock.advance(RING_TIMEOUT_MS);
    expect(phone.declined).toEqual([]);
    phone.clock.advance(RING_CHECK_MS);
    expect(phone.declined).toEqual(["call-1"]);
  });

  test("[SND3] checks end with the ringing", () => {
    const phone = aPhoneThatRings();
    phone.arrives();
    phone.show();
    phone.clock.advance(RING_WINDOW_MS);
    expect(phone.clock.pendingTimers).toBe(0);
  });

  test.each([
    ["[SND4] while somebody is talked with", [aTalk({ id: "other" })], "callWaiting"],
    ["[SND4] not while that one is on hold", [aTalk({ id: "other", hold: true })], "incoming"],
    [
      "[SND4] nor when it goes on elsewhere",
      [aTalk({ id: "other", place: "elsewhere" as const })],
      "incoming",
    ],
    ["[SND4] when two ring at once", [aRing({ id: "other" })], "callWaiting"],
  ])("%s", (_rule, others, expected) => {
    const phone = aPhoneThatRings();
    phone.show(...others);
    phone.arrives();
    expect(phone.sounding()).toEqual([expected]);
  });

  test("[SND5] the doorbell has a sound of its own, and it loops", () => {
    const phone = aPhoneThatRings();
    phone.arrives({ doorbell: true });
    expect(phone.player.playing.get("doorbell")).toMatchObject({ loop: true });
    expect(phone.sounding()).toEqual(["doorbell"]);
  });

  test.each([
    ["[SND6] is off where ringing is switched off", { isRingingOff: true }],
    ["[TAB1] is left to the tab that was elected", { isRingOwner: false }],
  ])("%s", (_rule, settings) => {
    const phone = aPhoneThatRings(settings);
    phone.arrives();
    expect(phone.sounding()).toEqual([]);
  });

  test("[SND7] plays on the second ringer too", () => {
    const phone = aPhoneThatRings({}, ["headset", "desk speaker"]);
    phone.arrives();
    expect(phone.player.playing.get("incoming")?.outputs).toEqual(["headset", "desk speaker"]);
  });

  test("an ignored call is silent", () => {
    const phone = aPhoneThatRings();
    phone.arrives({ isIgnored: true });
    expect(phone.sounding()).toEqual([]);
  });
});

test("[SND8] the end of a call is heard once", () => {
  const phone = aPhoneThatRings();
  phone.sounds.callEnded();
  expect(phone.player.once).toEqual(["callEnded"]);
});

test("[SND9] signing out silences everything and forgets it", () => {
  const phone = aPhoneThatRings();
  phone.arrives();
  phone.sounds.reset();
  expect(phone.sounding()).toEqual([]);
  expect(phone.clock.pendingTimers).toBe(0);
});
